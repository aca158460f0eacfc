//! The sheet of a sweep: variants in rows and columns, with the axis values above and to the left.
//!
//! Only one row of pictures is in memory: finished rows of pixels are taken from the sheet and written.

use anyhow::Context as _;
use noise_playground::field::files::STRIP_ROWS;
use noise_playground::subject::sweep::{Axis, Sweep};

use super::canvas::SizedFont;
use super::{BACKGROUND, Canvas, Fonts, MAX_PIXELS, TEXT_COLOR, checked_size};

/// Lengths are in pixels.
pub(crate) struct SweepSheet {
    /// Width and height of the whole sheet.
    pub(crate) size: [u32; 2],
    /// The rows of the sheet from `top` to the next row of pictures.
    canvas: Canvas,
    top: u32,
    /// Width and height of a variant's picture, in pixels.
    picture: [u32; 2],
    /// In which a picture is centered. It is larger if a label is larger.
    slot: [u32; 2],
    /// Upper left corner of the first slot.
    origin: [u32; 2],
    /// Between slots.
    gap: f32,
    columns: usize,
    /// To the left of the rows of pictures; one empty label without a second axis.
    row_labels: Vec<String>,
    fonts: Fonts,
}

impl SweepSheet {
    /// The first of one or two axes is in columns. Fails if the sheet would have too many pixels, the sweep has no
    /// axis, or a bundled font is invalid.
    pub(crate) fn new(sweep: &Sweep, heading: &str, picture: [u32; 2]) -> anyhow::Result<Self> {
        let (columns, rest) = sweep.axes().split_first().context("the sweep has no axis")?;
        let rows = rest.first();
        let fonts = Fonts::new(picture, 14.0)?;
        let line = fonts.line;
        let gap = (line / 2.0).round();
        let left = rows.map_or(0.0, |rows| {
            let title = fonts.medium.width(&row_title(rows)).ceil();
            title.max(widest_label(rows, &fonts.regular)) + gap
        });
        let widest = widest_label(columns, &fonts.regular);
        let slot = [picture[0].max(widest as u32), picture[1].max(line as u32)];
        // Above the slots are the heading, the title of the columns and their labels.
        let origin = [line + left, 4.0 * line + 1.5 * gap].map(|at| at as u32);
        let row_labels = rows.map_or_else(|| vec![String::new()], |rows| rows.labels().to_vec());
        let counts = [columns.count(), row_labels.len()];
        let slots = [0, 1].map(|axis| {
            let pitch = u64::from(slot[axis]) + gap as u64;
            counts[axis] as u64 * pitch - gap as u64
        });
        let title = fonts.medium.width(&column_title(columns));
        let text = title.max(fonts.medium.width(heading) - left).ceil() as u64;
        let size = [
            u64::from(origin[0]) + slots[0].max(text) + line as u64,
            u64::from(origin[1]) + slots[1] + line as u64,
        ];
        let size = checked_size(size, MAX_PIXELS)?;
        let canvas = Canvas::filled([size[0], 0], BACKGROUND);
        let mut sheet = Self {
            size,
            canvas,
            top: 0,
            picture,
            slot,
            origin,
            gap,
            columns: counts[0],
            row_labels,
            fonts,
        };
        sheet.start_row(0);
        let Self { canvas, fonts, .. } = &mut sheet;
        fonts.medium.write(canvas, [line; 2], heading, TEXT_COLOR);
        sheet.draw_column_labels(columns);
        if let Some(rows) = rows {
            sheet.draw_row_title(rows);
        }
        Ok(sheet)
    }

    fn draw_column_labels(&mut self, axis: &Axis) {
        let labels = self.labels_top();
        let at = [self.origin[0] as f32, labels - self.fonts.line];
        self.fonts.medium.write(&mut self.canvas, at, &column_title(axis), TEXT_COLOR);
        for (index, label) in axis.labels().iter().enumerate() {
            let left = self.center(index, 0) - self.fonts.regular.width(label) / 2.0;
            self.fonts.regular.write(&mut self.canvas, [left, labels], label, TEXT_COLOR);
        }
    }

    /// Right-aligned to the left of the pictures, as the labels below.
    fn draw_row_title(&mut self, axis: &Axis) {
        let (title, right) = (row_title(axis), self.origin[0] as f32 - self.gap);
        let at = [right - self.fonts.medium.width(&title), self.labels_top()];
        self.fonts.medium.write(&mut self.canvas, at, &title, TEXT_COLOR);
    }

    /// Adds a row of pictures to the canvas, with its label.
    fn start_row(&mut self, row: usize) {
        let is_last = row + 1 == self.row_labels.len();
        let end = if is_last { self.size[1] } else { self.slot_top(row + 1) };
        self.canvas.extend_to(end - self.top, BACKGROUND);
        let Fonts { regular, line, .. } = &self.fonts;
        let label = &self.row_labels[row];
        let right = self.origin[0] as f32 - self.gap;
        let top = self.center(row, 1) - line / 2.0 - self.top as f32;
        regular.write(&mut self.canvas, [right - regular.width(label), top], label, TEXT_COLOR);
    }

    /// Top edge of the line of text just above the pictures: column labels and row title.
    fn labels_top(&self) -> f32 {
        self.origin[1] as f32 - self.gap / 2.0 - self.fonts.line
    }

    /// Red, green, blue and alpha bytes, row by row from the top. Variants are drawn in order.
    pub(crate) fn draw(&mut self, variant: usize, pixels: &[u8]) {
        let at = [variant % self.columns, variant / self.columns];
        let left = self.center(at[0], 0) as u32 - self.picture[0] / 2;
        let top = self.center(at[1], 1) as u32 - self.picture[1] / 2;
        let corner = [left, top - self.top];
        self.canvas.draw(corner, self.picture[0], pixels);
    }

    /// Returns the rows of pixels that no later variant than `variant` changes, each once: a multiple of [`STRIP_ROWS`],
    /// or all that are left after the last variant; none within a row of pictures.
    pub(crate) fn finished_rows(&mut self, variant: usize) -> Vec<u8> {
        let next = (variant + 1) / self.columns;
        if !(variant + 1).is_multiple_of(self.columns) {
            return Vec::new();
        }
        if next == self.row_labels.len() {
            return std::mem::take(&mut self.canvas.pixels);
        }
        let end = self.slot_top(next) / STRIP_ROWS * STRIP_ROWS;
        let rows = self.canvas.split_off_top(end - self.top);
        self.top = end;
        self.start_row(next);
        rows
    }

    /// In pixels from the top of the sheet.
    fn slot_top(&self, row: usize) -> u32 {
        self.center(row, 1) as u32 - self.slot[1] / 2
    }

    /// Center of a column (`axis` 0) or of a row (`axis` 1), in pixels.
    fn center(&self, index: usize, axis: usize) -> f32 {
        let pitch = self.slot[axis] as f32 + self.gap;
        self.origin[axis] as f32 + index as f32 * pitch + self.slot[axis] as f32 / 2.0
    }
}

fn widest_label(axis: &Axis, font: &SizedFont) -> f32 {
    let widths = axis.labels().iter().map(|label| font.width(label));
    widths.fold(0.0, f32::max).ceil()
}

fn column_title(axis: &Axis) -> String {
    format!("{} →", axis.title())
}

fn row_title(axis: &Axis) -> String {
    format!("{} ↓", axis.title())
}
