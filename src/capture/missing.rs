//! Masks of missing samples: pictures beside captures of integers, which cannot hold NaN.

use crate::field::files::{PictureHeader, Strip};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use png::{BitDepth, ColorType, Compression, Encoder, StreamWriter};

use super::AtomicFile;
use super::companions::MASK_KEYWORD;
use crate::field::files::mask_path;

/// Gray of samples that exist, and of those that do not.
const PRESENT: u8 = 255;
const MISSING: u8 = 0;

/// Writes the mask of a capture while its samples are written; no file if all of them are finite.
pub(super) struct MissingMask {
    path: PathBuf,
    width: usize,
    /// Rows of all slices.
    height: u32,
    /// Rows before the first one with a missing sample.
    whole_rows: usize,
    /// Created for the first missing sample.
    file: Option<(AtomicFile, StreamWriter<'static, BufWriter<std::fs::File>>)>,
}

impl MissingMask {
    pub(super) fn new(capture: &Path, header: &PictureHeader) -> Self {
        let [width, height] = header.raster.size;
        let slices = header.slices.map_or(1, |slices| slices.count);
        Self {
            path: mask_path(capture),
            width: width as usize,
            height: height * slices,
            whole_rows: 0,
            file: None,
        }
    }

    pub(super) fn add(&mut self, strip: &Strip, channels: u32) -> io::Result<()> {
        let gray = |sample: &[f32]| {
            let is_present = sample.iter().all(|number| number.is_finite());
            if is_present { PRESENT } else { MISSING }
        };
        let gray: Vec<u8> = strip.samples.chunks_exact(channels as usize).map(gray).collect();
        if self.file.is_none() {
            if !gray.contains(&MISSING) {
                self.whole_rows += strip.rows as usize;
                return Ok(());
            }
            self.create()?;
        }
        match &mut self.file {
            Some((_, writer)) => writer.write_all(&gray),
            None => Ok(()),
        }
    }

    fn create(&mut self) -> io::Result<()> {
        let mut file = AtomicFile::create(&self.path).map_err(io::Error::other)?;
        let to = BufWriter::new(file.file().try_clone()?);
        let mut encoder = Encoder::new(to, self.width as u32, self.height);
        encoder.set_color(ColorType::Grayscale);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_compression(Compression::Fast);
        encoder.add_text_chunk(
            MASK_KEYWORD.to_owned(),
            "black where samples are missing".to_owned(),
        )?;
        let mut writer = encoder.write_header()?.into_stream_writer()?;
        let row = vec![PRESENT; self.width];
        for _ in 0..self.whole_rows {
            writer.write_all(&row)?;
        }
        self.file = Some((file, writer));
        Ok(())
    }

    pub(super) fn finish(self) -> io::Result<Option<AtomicFile>> {
        let Some((file, writer)) = self.file else {
            return Ok(None);
        };
        writer.finish()?;
        Ok(Some(file))
    }
}
