//! Results of computations on other threads, each with the generator that it is of.

use super::document::Cell;
use super::{CellId, GeneratorRef, Workbench};

/// By the time of the result, the cell may show another generator, or another text or value of it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ResultOf<T> {
    generator: GeneratorRef,
    result: T,
}

impl<T> ResultOf<T> {
    pub(crate) fn new(generator: GeneratorRef, result: T) -> Self {
        Self { generator, result }
    }

    pub(crate) fn of(&self, generator: &GeneratorRef) -> Option<&T> {
        (self.generator == *generator).then_some(&self.result)
    }
}

impl Workbench {
    /// Returns a result of the generator that the user has chosen for the cell.
    pub(crate) fn result_for<'a, T>(
        &self,
        cell: CellId,
        result: Option<&'a ResultOf<T>>,
    ) -> Option<&'a T> {
        result?.of(&self.document.cell(cell).and_then(Cell::build_target)?)
    }
}
