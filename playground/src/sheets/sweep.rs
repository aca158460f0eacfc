//! The sheet of a sweep: variants in rows and columns, with the axis values above and to the left.

use anyhow::Context as _;
use noise_playground::sweep::{Axis, Sweep};

use super::canvas::SizedFont;
use super::{Canvas, Fonts, MAX_PIXELS, TEXT_COLOR, new_canvas};

/// Lengths are in pixels.
pub(crate) struct SweepSheet {
    pub(crate) canvas: Canvas,
    /// Width and height of a variant's picture, in pixels.
    picture: [u32; 2],
    /// In which a picture is centered. It is larger if a label is larger.
    slot: [u32; 2],
    /// Upper left corner of the first slot.
    origin: [u32; 2],
    /// Between slots.
    gap: f32,
    columns: usize,
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
        let row_count = rows.map_or(1, Axis::count);
        let counts = [columns.count(), row_count];
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
        let mut sheet = Self {
            canvas: new_canvas(size, MAX_PIXELS)?,
            picture,
            slot,
            origin,
            gap,
            columns: counts[0],
        };
        let medium = &fonts.medium;
        medium.write(&mut sheet.canvas, [line; 2], heading, TEXT_COLOR);
        sheet.draw_column_labels(columns, &fonts);
        if let Some(rows) = rows {
            sheet.draw_row_labels(rows, &fonts);
        }
        Ok(sheet)
    }

    fn draw_column_labels(&mut self, axis: &Axis, fonts: &Fonts) {
        let labels = self.labels_top(fonts);
        let at = [self.origin[0] as f32, labels - fonts.line];
        let title = column_title(axis);
        fonts.medium.write(&mut self.canvas, at, &title, TEXT_COLOR);
        for (index, label) in axis.labels().iter().enumerate() {
            let left = self.center(index, 0) - fonts.regular.width(label) / 2.0;
            let at = [left, labels];
            fonts.regular.write(&mut self.canvas, at, label, TEXT_COLOR);
        }
    }

    /// Right-aligned to the left of the pictures.
    fn draw_row_labels(&mut self, axis: &Axis, fonts: &Fonts) {
        let right = self.origin[0] as f32 - self.gap;
        let title = row_title(axis);
        let at = [right - fonts.medium.width(&title), self.labels_top(fonts)];
        fonts.medium.write(&mut self.canvas, at, &title, TEXT_COLOR);
        for (index, label) in axis.labels().iter().enumerate() {
            let top = self.center(index, 1) - fonts.line / 2.0;
            let at = [right - fonts.regular.width(label), top];
            fonts.regular.write(&mut self.canvas, at, label, TEXT_COLOR);
        }
    }

    /// Top edge of the line of text just above the pictures: column labels and row title.
    fn labels_top(&self, fonts: &Fonts) -> f32 {
        self.origin[1] as f32 - self.gap / 2.0 - fonts.line
    }

    /// Red, green, blue and alpha bytes, row by row from the top.
    pub(crate) fn draw(&mut self, variant: usize, pixels: &[u8]) {
        let at = [variant % self.columns, variant / self.columns];
        let corner = [0, 1].map(|axis| self.center(at[axis], axis) as u32 - self.picture[axis] / 2);
        self.canvas.draw(corner, self.picture[0], pixels);
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
