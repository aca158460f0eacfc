"""Threads, forks, spawned processes, Ctrl-C, and the end of the interpreter."""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import numpy as np
import pytest
from conftest import child, exact

import noise_playground as npg


def test_threads_share_a_generator(wave):
    gains = np.linspace(0, 1, 50)
    expected = [wave(size=32, gain=gain) for gain in gains]

    def evaluate(thread):
        own = npg.builtin("perlin") if thread % 2 else None
        for index, gain in enumerate(gains):
            assert exact(wave(size=32, gain=gain), expected[index])
            if own and index % 10 == 0:
                own(size=16)
        return True

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(evaluate, range(8)))


def test_other_threads_run_meanwhile(swiss):
    counted, done = [0], threading.Event()

    def count():
        while not done.is_set():
            counted[0] += 1

    thread = threading.Thread(target=count)
    thread.start()
    try:
        swiss(size=1024)
    finally:
        done.set()
        thread.join()
    assert counted[0] > 10_000


def evaluate(generator):
    return generator(size=16, gain=0.5)


def test_spawned_process_has_its_own_device(wave):
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        assert exact(pool.submit(evaluate, wave).result(timeout=60), evaluate(wave))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_fork_of_a_process_with_a_device_is_refused():
    found = child(
        "import os, noise_playground as npg\n"
        "wave = npg.compile('fn f(p: vec2f) -> f32 { return p.x; }')\n"
        "wave(size=4)\n"
        "if os.fork() == 0:\n"
        "    try: wave(size=4)\n"
        "    except RuntimeError as error: print(error, flush=True)\n"
        "    os._exit(0)\n"
        "os.wait()\n"
        "wave(size=4)"
    )
    assert found.returncode == 0 and "spawn" in found.stdout, found.stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_fork_before_the_device_is_opened_works():
    found = child(
        "import os, noise_playground as npg\n"
        "if os.fork() == 0:\n"
        "    wave = npg.compile('fn f(p: vec2f) -> f32 { return p.x; }')\n"
        "    print(wave(size=4).shape, flush=True)\n"
        "    os._exit(0)\n"
        "os.wait()"
    )
    assert found.stdout == "(4, 4)\n", found.stderr


def test_interrupt_ends_a_call():
    text = (
        "import time, noise_playground as npg\n"
        "swiss = npg.builtin('swiss')\n"
        "swiss(size=8)\n"
        "print('ready', flush=True)\n"
        "try: swiss(size=8192, gain=[0.4] * 8)\n"
        "except KeyboardInterrupt: print('interrupted', flush=True)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    time.sleep(1)
    start = time.monotonic()
    process.send_signal(signal.SIGINT)
    assert process.stdout.readline() == "interrupted\n"
    assert time.monotonic() - start < 0.5
    assert process.wait(timeout=60) == 0, process.stderr.read()


def test_interpreter_that_ends_meanwhile_does_not_crash():
    found = child(
        "import threading, time, noise_playground as npg\n"
        "swiss = npg.builtin('swiss')\n"
        "swiss(size=8)\n"
        "def work():\n"
        "    while True: swiss(size=256)\n"
        "for _ in range(4): threading.Thread(target=work, daemon=True).start()\n"
        "time.sleep(0.5)"
    )
    assert found.returncode == 0, found.stderr


def test_import_opens_no_device_and_no_extra():
    found = child(
        "import sys, noise_playground\n"
        "print([name for name in ('xarray', 'dask', 'zarr', 'IPython') if name in sys.modules])\n"
        "import pathlib; maps = pathlib.Path('/proc/self/maps')\n"
        "print(maps.exists() and 'libvulkan' in maps.read_text())"
    )
    assert found.stdout == "[]\nFalse\n", found.stderr
