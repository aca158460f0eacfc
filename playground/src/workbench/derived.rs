//! Values that are derived from others once a change rather than once a frame.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Each mutable access gives the value a revision that no other value has.
#[derive(Clone, Debug, Default)]
pub(crate) struct Revised<T> {
    value: T,
    revision: Revision,
}

/// State of a [`Revised`] value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Revision(u64);

impl<T> Revised<T> {
    pub(crate) fn revision(&self) -> Revision {
        self.revision
    }
}

impl<T: PartialEq> Revised<T> {
    /// An equal value is no change.
    pub(crate) fn set(&mut self, value: T) {
        if self.value != value {
            **self = value;
        }
    }
}

impl<T> Deref for Revised<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> DerefMut for Revised<T> {
    fn deref_mut(&mut self) -> &mut T {
        static LAST: AtomicU64 = AtomicU64::new(0);
        self.revision = Revision(LAST.fetch_add(1, Ordering::Relaxed) + 1);
        &mut self.value
    }
}

/// Compared by its address: an equal value at another address is another one.
#[derive(Debug)]
pub(crate) struct ByAddress<T>(pub(crate) Arc<T>);

impl<T> PartialEq for ByAddress<T> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// Derived from the newest `SLOTS` inputs.
#[derive(Debug)]
pub(crate) struct Derived<K, V, const SLOTS: usize = 1>(RefCell<VecDeque<(K, V)>>);

impl<K, V, const SLOTS: usize> Default for Derived<K, V, SLOTS> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<K: PartialEq, V: Clone, const SLOTS: usize> Derived<K, V, SLOTS> {
    /// Calls `derive` only for new inputs.
    pub(crate) fn get(&self, inputs: K, derive: impl FnOnce() -> V) -> V {
        let is_known = |(known, _): &&(K, V)| *known == inputs;
        let known = self.0.borrow().iter().find(is_known).map(|(_, value)| value.clone());
        known.unwrap_or_else(|| {
            let value = derive();
            let mut slots = self.0.borrow_mut();
            slots.truncate(SLOTS.saturating_sub(1));
            slots.push_front((inputs, value.clone()));
            value
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn value_is_derived_once_a_change() {
        let mut text = Revised::<String>::default();
        let length: Derived<Revision, usize> = Derived::default();
        let count = std::cell::Cell::new(0);
        let mut lengths = Vec::new();
        for added in ["", "ab", "", "", "c"] {
            if !added.is_empty() {
                text.push_str(added);
            }
            lengths.push(length.get(text.revision(), || {
                count.set(count.get() + 1);
                text.len()
            }));
        }
        assert_eq!((lengths, count.get()), (vec![0, 2, 2, 2, 3], 3));
        let before = text.revision();
        text.set("abc".to_owned());
        assert_eq!(text.revision(), before);
    }
}
