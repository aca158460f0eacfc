"""Where generators come from, and what is known of them."""

import pickle

import numpy as np
import pytest
from conftest import PLANE, WAVE, exact

import noise_playground as npg


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "wave.wgsl").write_text(WAVE)
    (tmp_path / "broken.wgsl").write_text("fn f(p: vec2f) -> f32 { return 1u; }")
    (tmp_path / "uses.wgsl").write_text(
        "import package::wave::wave;\n@if(!flat) const slope = 1.0;\n@if(flat) const slope = 0.0;\n"
        "fn uses(p: vec2f) -> f32 { return slope * wave(p, 1.0, vec2f(), 0.0); }"
    )
    return tmp_path


def test_all_builtins_compile():
    names = npg.builtins()
    assert "swiss" in names and len(names) > 30
    assert all(npg.builtin(name).address.startswith(f"generators/{name}.wgsl::") for name in names)


def test_generator_describes_itself(swiss):
    assert swiss.address == "generators/swiss.wgsl::height"
    assert (swiss.domain, swiss.returns) == ("plane", "value")
    assert "fn height" in swiss.source and len(swiss.__doc__) > 20
    warp = swiss.controls["warp"]
    assert warp.type == "f32" and warp.min < warp.max and warp.doc
    assert "warp" in swiss.controls._repr_html_()


def test_addresses_are_those_of_the_command_line(folder, monkeypatch):
    monkeypatch.chdir(folder)
    assert npg.load("wave.wgsl") == npg.load(folder / "wave.wgsl") == npg.load("wave.wgsl::wave")
    assert npg.load("wave.wgsl", folder=folder) == npg.load("wave.wgsl")
    assert npg.builtin("swiss") == npg.load("builtin:generators/swiss.wgsl")
    assert npg.builtin("noise/perlin.wgsl").address.startswith("noise/perlin.wgsl::")


def test_features_switch_conditions(folder):
    path = folder / "uses.wgsl"
    assert npg.load(path)(size=4).any()
    assert not npg.load(path, features=["flat"])(size=4).any()
    assert not npg.load(path)(size=4, flat=True).any()
    assert npg.load(path)(size=4, flat=[False, True]).any(axis=(1, 2)).tolist() == [True, False]
    with pytest.raises(ValueError, match="features: .*did you mean `flat`"):
        npg.load(path, features=["flot"])


def test_folder_is_a_mapping(folder):
    opened = npg.open(folder)
    assert set(opened) == {"wave", "wave::wave", "uses", "uses::uses"}
    assert opened["wave"] == npg.load(folder / "wave.wgsl")
    assert [found["file"] for found in opened.diagnostics] == ["broken.wgsl"]


def test_text_imports_a_folder_and_the_built_in_noises(folder):
    text = "import package::wave::wave;\nfn f(p: vec2f) -> f32 { return wave(p, 1.0, vec2f(), 0.0); }"
    assert npg.compile(text, folder=folder)(size=4).shape == (4, 4)
    imported = "import playground::noise::perlin::perlin;\nfn f(p: vec2f) -> f32 { return perlin(p, 1u); }"
    assert npg.compile(imported)(size=4).shape == (4, 4)
    assert npg.compile(PLANE + WAVE, "wave").address == "<source>::wave"


def test_generators_are_values(swiss):
    warped = swiss.with_values(warp=0.3)
    assert warped != swiss and warped == npg.builtin("swiss").with_values({"warp": 0.3})
    assert len({swiss, warped, npg.builtin("swiss")}) == 2
    assert exact(warped(size=32), swiss(size=32, warp=0.3))
    assert swiss.controls["warp"].default != 0.3


@pytest.mark.parametrize("name", ["swiss", "erosion", "planet", "cellular"])
def test_pickled_generator_is_equal_and_small(name):
    generator = npg.builtin(name)
    pickled = pickle.dumps(generator)
    assert len(pickled) < 200_000
    restored = pickle.loads(pickled)
    assert restored == generator and hash(restored) == hash(generator)
    changed = pickle.loads(pickle.dumps(npg.builtin("swiss").with_values(warp=0.4)))
    assert changed.controls["warp"].default == 0.4


def test_analysis_has_the_keys_of_json(swiss):
    field = swiss(size=128, span=8)
    analysis = npg.analyze(field, span=8)
    assert -6 < analysis.spectrum.slope < -2
    assert analysis.statistics.mean == pytest.approx(field.mean(), rel=1e-4)
    assert analysis.to_dict()["size"] == 128
    assert npg.analyze(field.astype(np.float64), span=8, window="none").spectrum.slope != analysis.spectrum.slope
    with pytest.raises(AttributeError, match="there are"):
        analysis.spektrum


def test_analysis_equals_that_of_the_command_line(swiss, playground):
    import json

    text = playground("analyze", "builtin:generators/swiss.wgsl", "--size", "128", "--span", "8", "--json")
    expected, found = json.loads(text), npg.analyze(swiss(size=128, span=8), span=8).to_dict()
    for key in ("statistics", "histogram", "variogram", "slopes", "geomorphons", "roughness"):
        assert found[key] == expected[key], key
    assert found["spectrum"]["slope"] == expected["spectrum"]["slope"]


def test_comparison_measures_the_difference(swiss):
    a = swiss(size=64)
    assert npg.compare(a, a).rmse == 0 and npg.compare(a, a).ssim == 1
    found = npg.compare(a, a + 0.5, span=8)
    assert found.max == pytest.approx(0.5) and found.rmse == pytest.approx(0.5)
    assert found.analyses[0].statistics.mean < found.analyses[1].statistics.mean


def test_adapter_is_described():
    adapter = npg.adapter()
    assert adapter.name in [found.name for found in npg.adapters()]
    assert adapter.backend and adapter.driver and len(adapter.fingerprint) == 64
    assert npg.use_adapter(adapter.name) == adapter and npg.adapter().fingerprint == adapter.fingerprint


def test_data_files_return_their_samples(tmp_path):
    samples = np.arange(12, dtype=np.float32).reshape(3, 4)
    np.save(tmp_path / "TITLE @unit.npy", samples)
    assert exact(npg.load(tmp_path / "TITLE @unit.npy")(), samples)
    samples.tofile(tmp_path / "raw.r32")
    (tmp_path / "damaged.tif").write_bytes(b"II*\0")
    for name, reason in (("raw.r32", "raw.r32.json"), ("damaged.tif", "cannot read")):
        with pytest.raises(ValueError, match=reason):
            npg.load(tmp_path / name)
