//! Tests of traces of grid programs, which list the values of one invocation of a pass.

use noise_playground::generator::{Generator, PassSelection};
use noise_playground::gpu::TraceError;
use noise_playground::gpu::measure::{SampleSteps, SampleTracer, TraceOptions};

use super::support::{gpu, main_generator};
use super::{PROGRAM, inputs};

/// Traces a sample of a grid program. Returns the trace, and a line of text for each of its values.
fn trace(
    program: &Generator,
    with_callees: bool,
    [column, row]: [u32; 2],
    selection: &str,
) -> (SampleSteps, Vec<String>) {
    let tracer =
        SampleTracer::new(gpu(), program, TraceOptions { with_callees, ..TraceOptions::default() })
            .unwrap();
    let inputs = inputs(program, 16);
    let [x, y] = inputs.grid.world_from_sample([column, row].map(f64::from));
    let selection: PassSelection = match selection {
        "" => PassSelection::default(),
        text => text.parse().unwrap(),
    };
    let steps = tracer.trace(gpu(), &inputs, [x, y, 0.0, 0.0], &selection);
    let steps = steps.unwrap();
    let names = steps.steps.iter().map(|step| {
        let tap = &tracer.taps()[step.tap];
        let numbers: Vec<String> = step.value.iter().map(f64::to_string).collect();
        format!("{}@{} {}", tap.name, step.run, numbers.join(" "))
    });
    let names = names.collect();
    (steps, names)
}

#[test]
fn trace_records_the_invocation_that_writes_the_sample() {
    let program = main_generator(PROGRAM);
    let (steps, rows) = trace(&program, false, [3, 2], "step@2");
    let execution = steps.execution.unwrap();
    assert_eq!((execution.execution, execution.executions), (2, 3));
    assert_eq!(execution.sample, [3, 2]);
    // 9 of `fill`, and 6 of each execution until then.
    assert_eq!(
        rows,
        [
            "id@1 3 2 0", "at@1 35", "sum@1 0", "k@1 1", "sum@2 1", "k@2 2", "sum@3 3", "k@3 3",
            "sum@4 6", "k@4 4", "row@1 2 1", "others@1 2 1", "heights@1 21",
        ]
    );
    let iterations = steps.steps.iter().map(|step| step.iteration);
    assert_eq!(iterations.max(), Some(4));
    // The last execution is the default, and the last pass that writes the sample.
    let last = trace(&program, false, [3, 2], "").0.execution.unwrap();
    assert_eq!((last.pass.as_str(), last.execution), ("step", 3));
    let corner = trace(&program, false, [15, 15], "");
    assert_eq!(corner.0.execution.unwrap().pass, "corners");
    assert_eq!(corner.1, ["id@1 1 1 0", "corner@1 4", "heights@1 100"]);
    let (_, rows) = trace(&program, true, [3, 2], "fill");
    assert_eq!(
        rows,
        [
            "id@1 3 2 0", "column@1 3", "x@1 3", "twice@1 6", "return@1 9", "square()@1 9",
            "heights@1 9",
        ]
    );
}

#[test]
fn sample_that_no_selected_pass_writes_is_an_error() {
    let program = main_generator(PROGRAM);
    let tracer = SampleTracer::new(gpu(), &program, TraceOptions::default()).unwrap();
    let inputs = inputs(&program, 16);
    let [x, y] = inputs.grid.world_from_sample([15.0, 4.0]);
    let error = |[x, y]: [f64; 2], selection: &str| {
        let selection = selection.parse().unwrap();
        let traced = tracer.trace(gpu(), &inputs, [x, y, 0.0, 0.0], &selection);
        traced.unwrap_err()
    };
    let found = error([x, y], "step");
    assert!(matches!(found, TraceError::NotWritten { column: 15, row: 4, .. }), "{found}");
    let found = error([x, y], "fill@2").to_string();
    assert_eq!(found, "no fill@2: the passes are fill, step (3 times), corners");
    let found = error([1e3, y], "fill");
    assert!(matches!(found, TraceError::Outside { size: [16, 16], .. }), "{found}");
}

#[test]
fn invocation_is_found_without_its_number_and_in_a_struct() {
    for (parameters, at) in [
        (
            "@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u",
            "8u * group.xy + local.xy",
        ),
        ("input: Input", "input.id.xy"),
    ] {
        let text = format!(
            "struct Input {{ @builtin(local_invocation_index) index: u32, @builtin(global_invocation_id) id: vec3u }}
/// @grid(16)
@group(1) @binding(0) var<storage, read_write> heights: array<f32>;
/// @pass
@compute @workgroup_size(8, 8) fn fill({parameters}) {{
    let at = {at};
    heights[at.y * 16u + at.x] = f32(at.x);
}}"
        );
        let (_, rows) = trace(&main_generator(&text), false, [13, 6], "");
        let last = &rows[rows.len() - 2..];
        assert_eq!(last, ["at@1 13 6", "heights@1 13"], "{rows:?}");
    }
}

#[test]
fn invocation_that_writes_several_samples_is_found_for_each() {
    let text = "
/// @grid(16)
@group(1) @binding(0) var<storage, read_write> heights: array<f32>;
/// @pass
/// @dispatch(1, 2)
@compute @workgroup_size(8, 8) fn pair(@builtin(global_invocation_id) id: vec3u) {
    let at = id.y * 16u + id.x;
    heights[at] = 1.0;
    heights[at + 8u] = 2.0;
}";
    let program = main_generator(text);
    for sample in [[3, 2], [11, 2]] {
        let (steps, rows) = trace(&program, false, sample, "");
        assert_eq!(steps.execution.unwrap().sample, sample);
        let expected = ["id@1 3 2 0", "at@1 35", "heights@1 1", "heights@1 2"];
        assert_eq!(rows, expected);
    }
}
