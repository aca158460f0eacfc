//! Benchmark of the real window on a virtual display: `cargo bench --workspace --bench window [-- start|save|
//! typing|rates|latency|analysis|edit|folder|tour]`.

#![allow(clippy::unwrap_used, reason = "a benchmark may panic")]

#[path = "../application/language_server/client.rs"]
mod client;
#[path = "window/edit_cost.rs"]
mod edit_cost;
#[path = "window/folder.rs"]
mod folder;
#[path = "window/responsiveness.rs"]
mod responsiveness;
#[path = "window/save.rs"]
mod save;
#[allow(dead_code, reason = "the tests of the window use the rest")]
#[path = "../application/screen/mod.rs"]
mod screen;
#[path = "window/start.rs"]
mod start;
#[path = "window/tour.rs"]
mod tour;
#[path = "window/triangle.rs"]
mod triangle;
#[path = "window/typing.rs"]
mod typing;

fn main() {
    let selected: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    if let [triangle::ARGUMENT, file] =
        [0, 1].map(|index| selected.get(index).map_or("", String::as_str))
    {
        return triangle::run(file.as_ref());
    }
    if selected.iter().any(|word| word == start::WITHOUT_WINDOW) {
        return start::render_without_window();
    }
    // An hour, on request only.
    if selected.iter().any(|word| word == "tour") {
        return tour::print();
    }
    let benchmarks: [(&str, fn()); 8] = [
        ("start", start::print),
        ("save", save::print),
        ("typing", typing::print),
        ("rates", responsiveness::print_frame_rates),
        ("latency", responsiveness::print_latency),
        ("analysis", responsiveness::print_frame_rate_with_the_analysis_panel),
        ("edit", edit_cost::print),
        ("folder", folder::print),
    ];
    for (name, print) in benchmarks {
        if selected.is_empty() || selected.iter().any(|word| word == name) {
            println!("{name}:");
            print();
        }
    }
}

fn median(numbers: &mut [f64]) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(f64::NAN)
}
