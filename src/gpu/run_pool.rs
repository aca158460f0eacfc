//! Pools of the parts of runs, so that pictures with equal inputs share them.

use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use super::binding::lock;

/// A part of a run that several pictures may have.
pub(super) type Shared<T> = Arc<Mutex<T>>;

/// Parts of runs, as long as a picture has them.
#[derive(Debug)]
pub(super) struct RunPool<T>(Mutex<Vec<Weak<Mutex<T>>>>);

impl<T> Default for RunPool<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> RunPool<T> {
    /// Returns `previous` if it `is_same`, else another member that is.
    pub(super) fn find(
        &self,
        previous: Option<&Shared<T>>,
        is_same: impl Fn(&T) -> bool,
    ) -> Option<Shared<T>> {
        let mut members = lock(&self.0);
        members.retain(|member| member.strong_count() > 0);
        let others = members.iter().filter_map(Weak::upgrade);
        let mut candidates = previous.cloned().into_iter().chain(others);
        candidates.find(|member| is_same(&lock(member)))
    }

    /// Adds a new member.
    pub(super) fn add(&self, member: T) -> Shared<T> {
        let member = Arc::new(Mutex::new(member));
        lock(&self.0).push(Arc::downgrade(&member));
        member
    }
}

/// Returns a part that no other picture has, so that it can be started again with other inputs.
pub(super) fn unshared<T>(part: Option<Shared<T>>) -> Option<T> {
    let inner = Arc::into_inner(part?)?;
    Some(inner.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// Identifies the contents of the field inputs of a grid program: the evaluations that filled them, `None` for a file.
#[derive(Debug, Default)]
pub(super) struct FieldVersions(Vec<Option<Weak<dyn Any + Send + Sync>>>);

impl FieldVersions {
    /// Returns the versions of the fields that these evaluations fill.
    pub(super) fn new<T: Send + 'static>(sources: &[Option<Shared<T>>]) -> Self {
        let version = |source: &Option<Shared<T>>| {
            let version: Weak<dyn Any + Send + Sync> = Arc::downgrade(source.as_ref()?) as _;
            Some(version)
        };
        Self(sources.iter().map(version).collect())
    }
}

/// Equal versions are the same evaluations: each has an allocation of its own while a version of it exists.
impl PartialEq for FieldVersions {
    fn eq(&self, other: &Self) -> bool {
        let mut pairs = self.0.iter().zip(&other.0);
        self.0.len() == other.0.len()
            && pairs.all(|pair| match pair {
                (Some(one), Some(other)) => one.ptr_eq(other),
                (one, other) => one.is_none() && other.is_none(),
            })
    }
}
