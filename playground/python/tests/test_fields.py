"""Fields, points, pictures and files: shapes, values, and the bytes of the command line."""

import numpy as np
import pytest
from conftest import GRID_PROGRAM, WAVE, exact, positions

import noise_playground as npg


def test_field_is_a_plain_array_with_the_first_row_in_the_north(plane):
    field = plane(size=(6, 4), span=6, gain=0, warp=1)
    assert type(field) is np.ndarray and field.dtype == np.float32
    assert field.flags.c_contiguous and field.flags.writeable and field.flags.owndata
    assert field[:, 0].tolist() == [1.5, 0.5, -0.5, -1.5]
    assert plane(size=6, span=6, center=(10, 0), gain=1, warp=0)[0].tolist() == [7.5, 8.5, 9.5, 10.5, 11.5, 12.5]


def test_grid_has_the_positions_of_samples(plane):
    grid = plane.grid(size=(6, 4), span=3, center=(1, 2))
    assert grid.spacing == 0.5 and grid.extent == (-0.5, 2.5, 1.0, 3.0)
    assert grid.y.tolist() == [2.75, 2.25, 1.75, 1.25]
    field = plane(size=(6, 4), span=3, center=(1, 2), gain=1, warp=0)
    assert np.allclose(field[0], grid.x)
    assert plane.grid(size=10**6, span=10**6).digits == pytest.approx(1.505, abs=1e-3)


def test_values_broadcast(plane):
    gains, warps = np.linspace(0.3, 0.6, 5), np.array([0.0, 1.0, 2.0], dtype=np.float16)
    assert plane(size=8, gain=gains).shape == (5, 8, 8)
    fields = plane(size=(8, 6), gain=gains[:, None], warp=warps)
    assert fields.shape == (5, 3, 6, 8) and fields.flags.owndata
    for i, j in [(0, 0), (4, 1), (2, 2)]:
        assert exact(fields[i, j], plane(size=(8, 6), gain=gains[i], warp=float(warps[j])))
    assert plane(size=4, gain=[]).shape == (0, 4, 4)


def test_vectors_broadcast_behind_the_batch(wave):
    shifts = np.arange(6.0).reshape(3, 2)
    fields = wave(size=8, shift=shifts, gain=np.ones((4, 1)))
    assert fields.shape == (4, 3, 8, 8)
    assert exact(fields[2, 1], wave(size=8, shift=(2, 3), gain=1))
    component = wave(size=8, values={"shift.x": [0, 2]}, shift=(1, 3), gain=1)
    assert exact(component[1], wave(size=8, shift=(2, 3), gain=1))
    with pytest.raises(ValueError, match="shift: 2 numbers are the last dimension"):
        wave(size=8, shift=[1, 2, 3])


def test_control_named_like_an_argument_is_in_values(wave):
    assert wave.controls["size"].type == "f32"
    assert not exact(wave(size=8), wave(size=8, values={"size": 3}))


def test_inputs_of_other_libraries_are_converted(plane):
    class Foreign:
        def __init__(self, array):
            self.array = array

        def __dlpack__(self, **options):
            return self.array.__dlpack__(**options)

        def __dlpack_device__(self):
            return self.array.__dlpack_device__()

    expected = plane(size=4, gain=[1, 2])
    for gain in (np.array([1, 2], np.int8), memoryview(np.array([1.0, 2.0])), Foreign(np.array([1.0, 2.0]))):
        assert exact(plane(size=4, gain=gain), expected)
    points = np.array([[0.0, 1.0], [2.0, 3.0]])
    assert exact(plane.sample(np.asfortranarray(points)), plane.sample(points.astype(np.float32)))


def test_points_have_any_shape_and_all_digits(plane):
    points = np.random.default_rng(1).uniform(-2, 2, (3, 4, 2))
    values, gradient = plane.sample(points, gradient=True, gain=2, warp=3)
    assert values.shape == (3, 4) and values.dtype == np.float32 and gradient.shape == (3, 4, 2)
    assert np.all(gradient == [2, 3])
    double = plane.sample(points, precision="double", gain=2, warp=3)
    assert double.dtype == np.float64 and np.array_equal(double, 2 * points[..., 0] + 3 * points[..., 1])
    assert plane.sample([1.0, 2.0], gain=1, warp=0).shape == ()
    assert plane.sample(points, gain=[1, 2]).shape == (2, 3, 4)
    assert plane.sample(np.empty((0, 2))).shape == (0,)


def test_field_in_double_precision_equals_its_points(swiss):
    field = swiss(size=(20, 10), precision="double")
    assert field.dtype == np.float64 and field.shape == (10, 20)
    # Octaves of points do not fade.
    assert np.abs(field - swiss.sample(positions(swiss.grid((20, 10))), precision="double")).max() < 0.5
    assert np.abs(field - swiss(size=(20, 10))).max() < 1e-4


def test_volume_has_slices_and_times():
    flow = npg.compile("fn f(p: vec4f) -> vec3f { return vec3f(p.z, p.w, p.x); }")
    field = flow(size=4, z=2, time=5)
    assert field.shape == (4, 4, 3) and np.all(field[..., :2] == [2, 5])
    assert flow.sample([[0, 0, 3, 7]]).tolist() == [[3, 7, 0]]
    assert flow.sample([[0, 0]]).tolist() == [[0, 0, 0]]


def test_quantities_have_their_channels(plane):
    slope = plane(size=8, span=8, quantity="slope", gain=1, warp=0)
    assert np.allclose(slope[1:-1], 45, atol=1e-3)
    assert plane(size=8, quantity="normal").shape == (8, 8, 3)
    assert np.all(plane(size=8, quantity="gradient", gain=2, warp=3) == [2, 3])


def test_grid_program_has_a_grid_of_its_own(tmp_path):
    fill = npg.compile(GRID_PROGRAM)
    assert fill.domain == "grid" and fill().shape == (17, 17)
    assert fill()[0].tolist() == list(range(17))
    grid = fill.grid()
    assert np.allclose(fill.sample(positions(grid)), fill())
    with pytest.raises(ValueError, match="its own grid"):
        fill(size=64)
    fill.render(tmp_path / "fill.npy")
    assert exact(np.load(tmp_path / "fill.npy"), fill())
    with pytest.raises(ValueError, match="its own grid"):
        fill.render(tmp_path / "fill.npy", size=64)
    assert fill.picture(size=(40, 30)).shape == (30, 40, 4)


def test_picture_has_options_of_the_command_line(swiss):
    picture = swiss.picture("hillshade", size=(32, 16), light=(90, 30), value_range=(0, 1))
    assert picture.shape == (16, 32, 4) and picture.dtype == np.uint8
    assert not exact(picture, swiss.picture("hillshade", size=(32, 16)))
    assert swiss._repr_png_().startswith(b"\x89PNG")


def test_bytes_equal_those_of_the_command_line(swiss, playground, tmp_path):
    address, warp = "builtin:generators/swiss.wgsl", ("--set", "warp=0.2")
    size = ("--size", "96x64", "--span", "5", "--center", "1,-2")
    placed = {"size": (96, 64), "span": 5, "center": (1, -2), "warp": 0.2}
    for name, options, keywords in [
        ("field.npy", (), {}),
        ("slope.npy", ("--quantity", "slope"), {"quantity": "slope"}),
        ("gradient.npy", ("--quantity", "gradient"), {"quantity": "gradient"}),
        ("double.npy", ("--precision", "double"), {"precision": "double"}),
        ("relief.png", ("--light", "90,30", "--palette", "vik"), {"light": (90, 30), "palette": "vik"}),
        ("terrain.png", ("--view", "terrain"), {"view": "terrain"}),
        ("depth.png", ("--depth", "16"), {"depth": 16}),
        ("field.tif", ("--value-range", "0,1"), {"value_range": (0, 1)}),
        ("mask.npy", ("--mask", "slope > 30"), {"mask": "slope > 30"}),
    ]:
        playground("render", address, "-o", tmp_path / name, *size, *warp, *options)
        swiss.render(tmp_path / f"python_{name}", **placed, **keywords)
        assert (tmp_path / name).read_bytes() == (tmp_path / f"python_{name}").read_bytes(), name
    assert exact(np.load(tmp_path / "field.npy"), swiss(**placed))
    assert exact(np.load(tmp_path / "slope.npy"), swiss(**placed, quantity="slope"))
    assert exact(np.load(tmp_path / "gradient.npy"), swiss(**placed, quantity="gradient"))
    double = swiss(**placed, precision="double").astype(np.float32)
    assert np.abs(np.load(tmp_path / "double.npy") - double).max() <= np.spacing(np.float32(1))


def test_points_equal_those_of_the_command_line(swiss, playground, tmp_path):
    points = np.random.default_rng(2).uniform(-4, 4, (500, 2))
    np.save(tmp_path / "points.npy", points)
    for precision in ("single", "double"):
        options = ("--points", tmp_path / "points.npy", "-o", tmp_path / "z.npy", "--precision", precision)
        playground("sample", "builtin:generators/swiss.wgsl", *options)
        assert exact(np.load(tmp_path / "z.npy"), swiss.sample(points, precision=precision))


def test_capture_keeps_values_and_view(tmp_path):
    wave = npg.compile(WAVE).with_values(gain=0.25)
    wave.render(tmp_path / "wave.png", size=32, span=3)
    captured = npg.load(tmp_path / "wave.png")
    assert captured.controls["gain"].default == 0.25
    assert exact(captured(), wave(size=32, span=3))
