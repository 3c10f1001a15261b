//! Groups of inputs that fail in the same way.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use dwindle_syntax::grammar::Stop;

use super::inputs::Item;
use super::one::Context;
use super::outcome::Outcome;

/// Finds out how each input fails. Returns the outcomes of inputs that need not be reduced: of
/// several that fail in the same way, only the smallest is reduced.
pub fn grouped(context: &Context<'_>, items: &[Item]) -> BTreeMap<usize, Outcome> {
    let next = AtomicUsize::new(0);
    let found = Mutex::new((BTreeMap::<String, Vec<usize>>::new(), BTreeMap::new()));
    let look = || {
        while let Some((number, item)) = {
            let number = next.fetch_add(1, Ordering::Relaxed);
            items.get(number).map(|item| (number, item))
        } {
            if context.is_over() {
                return;
            }
            let stop = Stop::default();
            let checked = stop.during(|| context.checked(&context.args_for(item), &stop));
            let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
            match checked {
                Ok(Some((_, checked))) => {
                    found.0.entry(checked.signature.unwrap_or_default()).or_default().push(number);
                }
                Ok(None) => {}
                Err(failure) => {
                    found.1.insert(number, Outcome::from(failure));
                }
            }
        }
    };
    thread::scope(|scope| {
        (0..context.slots.n_slots()).for_each(|_| drop(scope.spawn(look)));
    });
    let (groups, mut outcomes) = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    for numbers in groups.into_values() {
        let key = |number: &usize| (items[*number].n_bytes, &items[*number].input);
        let Some(smallest) = numbers.iter().copied().min_by(|a, b| key(a).cmp(&key(b))) else { continue };
        let others = numbers.into_iter().filter(|number| *number != smallest);
        outcomes.extend(others.map(|number| (number, Outcome::Duplicate(smallest))));
    }
    outcomes
}
