//! Pools of evaluations and grid runs, through which pictures with equal inputs share them.

use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::gpu::device::binding::lock;

pub(crate) type Shared<T> = Arc<Mutex<T>>;

/// Weak references, so that each member is freed when no picture uses it.
#[derive(Debug)]
pub(crate) struct RunPool<T>(Mutex<Vec<Weak<Mutex<T>>>>);

impl<T> Default for RunPool<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> RunPool<T> {
    /// `previous` comes before the other members that `is_same` accepts.
    pub(crate) fn find(
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

    pub(crate) fn add(&self, member: T) -> Shared<T> {
        let member = Arc::new(Mutex::new(member));
        lock(&self.0).push(Arc::downgrade(&member));
        member
    }
}

/// Returns the member if no other picture shares it, so that its buffers can be reused with other inputs.
pub(crate) fn unshared<T>(part: Option<Shared<T>>) -> Option<T> {
    let inner = Arc::into_inner(part?)?;
    Some(inner.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// Identities of the evaluations that filled field inputs; `None` for a file. Equal identities mean equal contents.
#[derive(Debug, Default)]
pub(crate) struct FieldVersions(Vec<Option<Weak<dyn Any + Send + Sync>>>);

impl FieldVersions {
    pub(crate) fn new<T: Send + 'static>(sources: &[Option<Shared<T>>]) -> Self {
        let version = |source: &Option<Shared<T>>| {
            let version: Weak<dyn Any + Send + Sync> = Arc::downgrade(source.as_ref()?) as _;
            Some(version)
        };
        Self(sources.iter().map(version).collect())
    }
}

/// An address is not reused while an identity refers to it.
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
