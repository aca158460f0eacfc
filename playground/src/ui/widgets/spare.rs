//! Points of the editors of curves and gradients, each a few numbers of an array. The array has a fixed length: points
//! at its end that equal the one before are spare, until the user adds them.

/// Returns the number of points that are in use.
pub(crate) fn used(numbers: &[f64], size: usize) -> usize {
    let points: Vec<&[f64]> = numbers.chunks_exact(size).collect();
    let spare = points.windows(2).rev().take_while(|pair| pair[0] == pair[1]).count();
    points.len() - spare
}

/// Inserts a point before that with this index, in place of a spare one. Returns false if there is none.
pub(crate) fn insert(numbers: &mut [f64], index: usize, point: &[f64]) -> bool {
    let size = point.len();
    if used(numbers, size) >= numbers.len() / size {
        return false;
    }
    let rest = &mut numbers[size * index..];
    rest.rotate_right(size);
    rest[..size].copy_from_slice(point);
    true
}

/// Makes a point spare; the first and the last stay. Returns true if it was removed.
pub(crate) fn remove(numbers: &mut [f64], size: usize, index: usize) -> bool {
    if index == 0 || index + 1 >= used(numbers, size) {
        return false;
    }
    let end = numbers.len() - size;
    let last = numbers[end..].to_vec();
    numbers[size * index..].rotate_left(size);
    numbers[end..].copy_from_slice(&last);
    true
}

/// Copies the last point in use to the spare ones, so that they move with it.
pub(crate) fn follow_last(numbers: &mut [f64], size: usize, used: usize) {
    let last = numbers[size * (used - 1)..size * used].to_vec();
    numbers[size * used..].chunks_exact_mut(size).for_each(|spare| spare.copy_from_slice(&last));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_added_and_removed_while_the_length_stays() {
        let mut numbers = [0.0, 0.0, 1.0, 5.0, 1.0, 5.0, 1.0, 5.0];
        assert_eq!(used(&numbers, 2), 2);
        assert!(insert(&mut numbers, 1, &[0.5, 2.0]));
        assert_eq!((used(&numbers, 2), numbers[..4].to_vec()), (3, vec![0.0, 0.0, 0.5, 2.0]));
        assert!(insert(&mut numbers, 2, &[0.7, 3.0]) && !insert(&mut numbers, 1, &[0.1, 0.1]));
        assert_eq!(numbers, [0.0, 0.0, 0.5, 2.0, 0.7, 3.0, 1.0, 5.0]);
        assert!(!remove(&mut numbers, 2, 0) && !remove(&mut numbers, 2, 3));
        assert!(remove(&mut numbers, 2, 1));
        assert_eq!(numbers, [0.0, 0.0, 0.7, 3.0, 1.0, 5.0, 1.0, 5.0]);
        numbers[4] = 0.9;
        follow_last(&mut numbers, 2, 3);
        assert_eq!(numbers[4..], [0.9, 5.0, 0.9, 5.0]);
    }
}
