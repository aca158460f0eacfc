//! Tests of the job arrays in `playground/cluster`: sweeps divided into shards by real schedulers, such as Slurm.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::calls::{folder, names, root, run};

const SHADER: &str = "fn height(p: vec2f, gain: f32) -> f32 { return gain * sin(p.x); }";

/// Options of a sweep of 1,000 small variants, without its output folder.
const SWEEP: &str = "a.wgsl --vary gain=0:1:1000 --size 4 --format r32 -o";

/// Number of shards that the sweep is divided into.
const PARTS: usize = 4;

fn binary() -> &'static str {
    env!("CARGO_BIN_EXE_playground")
}

fn script(name: &str) -> PathBuf {
    root().join("playground/cluster").join(name)
}

/// Runs a command until it exits, and panics with its output if it fails.
fn succeed(command: &mut Command) {
    let output = command.env("PLAYGROUND", binary()).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(
        output.status.success(),
        "{command:?}\n{}\n{}",
        text(&output.stdout),
        text(&output.stderr)
    );
}

/// Checks that the files of a sweep in shards equal those of the whole sweep.
fn assert_equal_to_whole(folder: &Path, parts: &str) {
    let read = |dir: &str, name: &str| fs::read(folder.join(dir).join(name)).unwrap();
    let lists = (1..=PARTS).map(|part| format!("sweep.{part}-of-{PARTS}.jsonl"));
    let joined: Vec<u8> = lists.flat_map(|list| read(parts, &list)).collect();
    assert!(joined == read("whole", "sweep.jsonl"));
    let data = names(&folder.join("whole"));
    let data: Vec<_> = data.iter().filter(|name| name.ends_with(".r32")).collect();
    assert_eq!(data.len(), 1000);
    for name in data {
        assert!(read(parts, name) == read("whole", name), "{name}");
    }
}

#[test]
fn parts_of_a_sweep_by_gnu_parallel_equal_the_whole() {
    let folder = folder(&[("a.wgsl", SHADER)]);
    run(0, folder.path(), &format!("sweep {SWEEP} whole/"));
    let mut parallel = Command::new(script("parallel.sh"));
    parallel.arg(PARTS.to_string()).args(SWEEP.split(' ')).arg("parts/");
    succeed(parallel.current_dir(folder.path()));
    assert_equal_to_whole(folder.path(), "parts");
    let [joined, whole] = ["parts", "whole"]
        .map(|dir| fs::read(folder.path().join(dir).join("sweep.jsonl")).unwrap());
    assert!(joined == whole);
}

/// A Slurm controller with one node on this machine; both are stopped when it is dropped.
struct Slurm {
    folder: tempfile::TempDir,
    daemons: Vec<Child>,
}

impl Slurm {
    fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().display();
        let user = Command::new("id").arg("-un").output().unwrap();
        let user = String::from_utf8(user.stdout).unwrap();
        let user = user.trim();
        let sockets = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
        let [controller, node] = sockets.map(|socket| socket.local_addr().unwrap().port());
        let settings = format!(
            "ClusterName=test\nSlurmctldHost=localhost(127.0.0.1)\nSlurmUser={user}\nSlurmdUser={user}\n\
             AuthType=auth/none\nCredType=cred/none\nMpiDefault=none\nProctrackType=proctrack/linuxproc\n\
             TaskPlugin=task/none\nReturnToService=2\nSchedulerParameters=sched_interval=1\n\
             StateSaveLocation={path}/state\nSlurmdSpoolDir={path}/spool\nSlurmctldPidFile={path}/controller.pid\n\
             SlurmdPidFile={path}/node.pid\nSlurmctldPort={controller}\nSlurmdPort={node}\n\
             NodeName=node NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN\n\
             PartitionName=all Nodes=ALL Default=YES State=UP\n"
        );
        for name in ["state", "spool"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        fs::write(folder.path().join("slurm.conf"), settings).unwrap();
        let mut slurm = Self { folder, daemons: Vec::new() };
        slurm.daemon("slurmctld", &["-D"]);
        slurm.daemon("slurmd", &["-D", "-N", "node"]);
        slurm.wait_for_node();
        slurm
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env("SLURM_CONF", self.folder.path().join("slurm.conf"));
        command
    }

    fn daemon(&mut self, program: &str, arguments: &[&str]) {
        let log = fs::File::create(self.folder.path().join(format!("{program}.log"))).unwrap();
        // Debian installs the daemons for the administrator only.
        let mut command = self.command(&format!("/usr/sbin/{program}"));
        let command = command.args(arguments).stdin(Stdio::null());
        let daemon = command.stdout(log.try_clone().unwrap()).stderr(log).spawn();
        self.daemons.push(daemon.unwrap());
    }

    fn wait_for_node(&self) {
        let start = Instant::now();
        loop {
            let state = self.command("sinfo").args(["-h", "-o", "%T"]).output().unwrap();
            if String::from_utf8_lossy(&state.stdout).trim() == "idle" {
                return;
            }
            assert!(start.elapsed() < Duration::from_secs(60), "{}", self.logs());
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    fn logs(&self) -> String {
        let logs = ["slurmctld.log", "slurmd.log"]
            .map(|name| fs::read_to_string(self.folder.path().join(name)));
        logs.map(Result::unwrap_or_default).join("\n")
    }
}

impl Drop for Slurm {
    fn drop(&mut self) {
        for daemon in &mut self.daemons {
            let _ = daemon.kill();
            let _ = daemon.wait();
        }
    }
}

#[test]
fn parts_of_a_sweep_by_slurm_equal_the_whole() {
    let folder = folder(&[("a.wgsl", SHADER)]);
    run(0, folder.path(), &format!("sweep {SWEEP} whole/"));
    fs::create_dir(folder.path().join("parts")).unwrap();
    let slurm = Slurm::start();
    let mut batch = slurm.command("sbatch");
    batch.args(["--wait", &format!("--array=1-{PARTS}")]).arg(script("slurm.sh"));
    succeed(batch.args(SWEEP.split(' ')).arg("parts/").current_dir(folder.path()));
    assert_equal_to_whole(folder.path(), "parts");
}

#[test]
fn pods_of_the_kubernetes_job_render_all_parts() {
    let text = fs::read_to_string(script("kubernetes.yaml")).unwrap();
    let value = |key: &str| {
        let mut lines = text.lines().map(str::trim);
        lines.find_map(|line| line.strip_prefix(key)).unwrap().trim().trim_matches('"').to_owned()
    };
    assert_eq!(
        (value("completionMode:"), value("completions:")),
        ("Indexed".to_owned(), value("value:"))
    );
    let command = text.split(">-").nth(1).unwrap().split("volumeMounts").next().unwrap();
    let command = command.split_whitespace().collect::<Vec<_>>().join(" ");
    let folder = folder(&[]);
    let command = command
        .replace("exec playground", &format!("exec {}", binary()))
        .replace("/results/swiss/", "swiss/ --size 4 --format r32")
        .replace("0.4:40", "0.4:4");
    for index in 0..PARTS {
        let mut pod = Command::new("sh");
        pod.args(["-c", &command]).env("JOB_COMPLETION_INDEX", index.to_string());
        succeed(pod.env("PARTS", PARTS.to_string()).current_dir(folder.path()));
    }
    let written = names(&folder.path().join("swiss"));
    let data = written.iter().filter(|name| name.ends_with(".r32")).count();
    assert_eq!(data, 100, "{written:?}");
}
