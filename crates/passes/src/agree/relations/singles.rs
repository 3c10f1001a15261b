//! Single values: the number of lines, items or numbers of some sort, or the largest of them.

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::class::Place;
use super::super::inference::Inference;
use super::super::kinds::{LineKind, Share};
use super::super::lines::mix_name;
use super::super::relation::{Phase, Relation, Rule};
use super::by_size::BySize;
use super::chance::take_unless_chance;
use super::codes::{is_compound, is_ratio};
use super::eligible::{at_common_places, candidates, in_named_classes};
use super::items::{Items, next_group};
use super::naming::{first_word, is_named_as_count, likeness, name_before};
use super::owners::Owners;
use super::rest::{Rest, marked_below};
use super::tallies::{Count, LineCount, Maximum, Nothing, Same, Total, Way};

/// Finds explanations of single numbers, likeliest first.
pub(super) fn find(inference: &mut Inference<'_>) {
    let (candidates, alike) = representatives(inference, candidates(inference));
    let classes = largest(inference);
    let totals = totals(inference);
    let sized = BySize::of(inference);
    let rest = Rest::of(inference.facts);
    let line_shape = |at: u32| {
        let line = inference.facts.lines.of_atom(at);
        let seed = match inference.facts.lines.body(line).len() {
            0..LONG_LINE => inference.facts.lines.shape(line),
            _ => 1,
        };
        mix_name(seed, &name_before(inference, at))
    };
    let owners = Owners::of(inference.facts);
    let mut per_shape: FxHashMap<u64, Vec<u32>> = FxHashMap::default();
    candidates.iter().for_each(|&at| per_shape.entry(line_shape(at)).or_default().push(at));
    let mut many = in_named_classes(inference, &owners);
    per_shape.values().flat_map(|slots| owners.many(slots)).for_each(|at| many.insert(at));
    let placed = at_common_places(inference.facts, &owners);
    let is_known = |at: u32| inference.known.is_confirmed(&inference.facts.atoms, at);
    let is_single = |&at: &u32| is_known(at) || !placed.has(at) && (alike.contains_key(&at) || !many.has(at));
    let single: Vec<u32> = candidates.into_iter().filter(is_single).collect();
    let mut values: Vec<i64> = single.iter().map(|&at| inference.value(at)).collect();
    values.sort_unstable();
    // Each with whether it may be chance, as any number there would be explained.
    let mut found: Vec<(Relation, bool)> = Vec::new();
    for &at in &single {
        if MOST < found.len() {
            break;
        }
        let others = alike.get(&at);
        let value = inference.value(at);
        let is_known = is_known(at);
        let marked = marked_below(inference.facts, inference.facts.lines.of_atom(at));
        let explanations = |value: i64| {
            let mut options = Vec::new();
            near(inference, &sized, at, value, &mut options);
            if FEWEST_LINES <= value || is_known {
                lines(inference, &sized, &rest, &marked, at, value, &mut options);
                most(inference, &classes, at, value, &mut options);
                total(inference, &totals, at, value, &mut options);
            }
            numbers(inference, at, value, &mut options);
            options
        };
        let mut options = explanations(value);
        // Estimate how many similar numbers could be explained by chance.
        let first = values.partition_point(|&other| other as f64 <= 0.7 * value as f64);
        let behind = values.partition_point(|&other| (other as f64) < 1.4 * value as f64);
        let n_like = behind.saturating_sub(first) as f64;
        let n_sizes = inference.kinds.n_sizes(0.7 * value as f64, 1.4 * value as f64) as f64;
        let density = n_sizes / (0.7 * value as f64) * n_like;
        options.retain(|option| is_known || density <= option.distance.most());
        // Explanations with a similar name come first.
        let name = name_before(inference, at);
        options.sort_by_key(|option| std::cmp::Reverse(likeness(&name, &option.name)));
        let agrees = |option: &Explanation| 0 < likeness(&name, &option.name);
        let is_sure = |option: &Explanation| option.distance == Distance::Next || agrees(option);
        let may_count = others.is_some() && is_ratio(inference.facts, at);
        if is_compound(inference.facts, at) && !may_count && !options.iter().any(agrees) {
            continue;
        }
        let n_same = others.map_or(1, |others| 1 + others.len());
        let is_code = MANY_SAME <= n_same && n_same as i64 != value && !may_count && !is_known;
        if is_code && !is_named_as_count(&name) {
            continue;
        }
        let mut is_doubtful = false;
        if !may_count && !is_known && !options.is_empty() && !options.iter().any(is_sure) {
            if DENSE < density {
                continue;
            }
            // If any number here would be explained, that this one is means nothing.
            let near = NEAR.iter().map(|&offset| value.saturating_add(offset)).filter(|&near| 2 < near);
            let fits = |near: i64| explanations(near).iter().any(|option| density <= option.distance.most());
            let fit: Vec<bool> = near.map(fits).collect();
            let is_telling = NEAR.len() / 2 < fit.len() || FEW < density;
            is_doubtful = !is_named_as_count(&name) && is_telling && fit.iter().all(|fits| *fits);
        }
        // If as many places have this value as it says, they count themselves.
        if let Some(others) = others.filter(|others| others.len() as i64 + 1 == value) {
            let atoms = std::iter::once(at).chain(others.iter().copied()).collect();
            options.insert(0, Explanation::new(Distance::Next, Count { at, atoms, plus: 0 }));
        }
        if !options.is_empty() {
            let others: &[u32] = others.map_or(&[], |others| others);
            let rules = options.into_iter().map(|option| match others {
                [] => option.rule,
                _ => Box::new(Same { rule: option.rule, others: others.to_vec() }) as Box<dyn Rule>,
            });
            let targets = std::iter::once(at).chain(others.iter().copied()).collect();
            let mut relation = Relation::new("single value", Phase::Counts, targets, Box::new(Nothing));
            relation.rules = rules.collect();
            found.push((relation, is_doubtful));
        }
    }
    // A line that counts one thing counts others.
    let line = |relation: &Relation| inference.facts.lines.of_atom(relation.targets[0]);
    let sure = found.iter().filter(|(relation, is_doubtful)| {
        !is_doubtful && relation.targets.len() == 1 && MANY <= inference.value(relation.targets[0])
    });
    let counting: FxHashSet<u32> = sure.map(|(relation, _)| line(relation)).collect();
    found.retain(|(relation, is_doubtful)| !is_doubtful || counting.contains(&line(relation)));
    let found = found.into_iter().map(|(relation, _)| relation).collect();
    take_unless_chance(inference, found, FEWEST_LINES);
}

/// Returns the numbers without those that have the same value as another one of their class; the
/// map has these, by the one that represents them.
fn representatives(inference: &Inference<'_>, candidates: Vec<u32>) -> (Vec<u32>, FxHashMap<u32, Vec<u32>>) {
    let facts = inference.facts;
    let is_candidate: FxHashSet<u32> = candidates.iter().copied().collect();
    let mut alike: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    let mut is_taken: FxHashSet<u32> = FxHashSet::default();
    for class in &facts.classes.numbers {
        let [first, others @ ..] = &class.slots[..] else { continue };
        let value = inference.value(*first);
        let is_same =
            |at: &u32| inference.value(*at) == value && is_candidate.contains(at) && !is_taken.contains(at);
        let differ = |two: &[u32]| facts.lines.of_atom(two[0]) != facts.lines.of_atom(two[1]);
        if FEWEST_ALIKE <= class.slots.len()
            && FEWEST_LINES <= value
            && class.slots.iter().all(is_same)
            && class.slots.windows(2).all(differ)
        {
            is_taken.extend(&class.slots);
            alike.insert(*first, others.to_vec());
        }
    }
    let stands = |at: &u32| !is_taken.contains(at) || alike.contains_key(at);
    (candidates.into_iter().filter(stands).collect(), alike)
}

/// The fewest equal numbers of a class that are not equal by chance.
const FEWEST_ALIKE: usize = 3;
/// So many equal numbers of a class are a code, unless their name says that they count.
const MANY_SAME: usize = 8;
/// Smaller values are not taken for counts of lines.
const FEWEST_LINES: i64 = 4;
/// From this value on, a relation with as many targets is unlikely by chance.
const MANY: i64 = 12;
/// On lines with at least this many atoms, numbers with the same name before them are alike.
const LONG_LINE: usize = 200;
/// The most single values considered.
const MOST: usize = 60;

/// The most groups of the right size considered.
const MOST_GROUPS: usize = 4;

/// Other values at the place of a number; a count of the same things may be off by one or two.
const NEAR: [i64; 6] = [-5, -4, -3, 3, 4, 5];
/// So many explanations by chance are few, and too many if the names do not agree.
const FEW: f64 = 5.0;
const DENSE: f64 = 8.0;

/// How far the counted things are from the value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Distance {
    /// The items of the next group.
    Next,
    /// A run of lines below, or the maximum of a class.
    Near,
    /// Lines of a kind, anywhere.
    Far,
}

impl Distance {
    /// Returns the density of possible explanations above which one is considered chance.
    fn most(self) -> f64 {
        match self {
            Distance::Next => f64::INFINITY,
            Distance::Near => 40.0,
            Distance::Far => 8.0,
        }
    }
}

struct Explanation {
    distance: Distance,
    /// The name of the counted things.
    name: Vec<u8>,
    rule: Box<dyn Rule>,
}

impl Explanation {
    fn new(distance: Distance, rule: impl Rule + 'static) -> Explanation {
        Explanation { distance, name: Vec::new(), rule: Box::new(rule) }
    }

    fn named(self, name: Vec<u8>) -> Explanation {
        Explanation { name, ..self }
    }
}

fn near(inference: &Inference<'_>, sized: &BySize, at: u32, value: i64, options: &mut Vec<Explanation>) {
    let facts = inference.facts;
    if let Some(group) = next_group(facts, at) {
        if group.n_items() as i64 == value {
            options.push(Explanation::new(Distance::Next, Items { groups: vec![(at, group.clone())] }));
        }
        let mut counts: FxHashMap<u32, i64> = FxHashMap::default();
        let mut order = Vec::new();
        for inner in (group.open + 1..group.close).filter(|&inner| !facts.atoms.is_space(inner)) {
            let count = counts.entry(facts.atoms.word(inner)).or_default();
            if *count == 0 {
                order.push(facts.atoms.word(inner));
            }
            *count += 1;
        }
        if let Some(word) = order.into_iter().find(|word| counts[word] == value) {
            let within = group.open + 1..group.close;
            let atoms = within.filter(|&inner| facts.atoms.word(inner) == word).collect();
            options.push(Explanation::new(Distance::Next, Count { at, atoms, plus: 0 }));
        }
    }
    // Further away: the next group with this many items.
    let like = sized.groups.get(&(value as usize)).map_or(&[][..], |groups| groups);
    let first = like.partition_point(|&group| facts.groups.group(group).open <= at);
    let n_groups = if FEWEST_LINES <= value { MOST_GROUPS } else { 0 };
    for group in like[first..].iter().take(n_groups).map(|&group| facts.groups.group(group)) {
        let option = Explanation::new(Distance::Near, Items { groups: vec![(at, group.clone())] });
        options.push(option.named(name_before(inference, group.open)));
    }
}

fn lines(
    inference: &Inference<'_>,
    sized: &BySize,
    rest: &Rest,
    marked: &[u32],
    at: u32,
    value: i64,
    options: &mut Vec<Explanation>,
) {
    let facts = inference.facts;
    let line = facts.lines.of_atom(at);
    let n_lines = value as usize;
    let rows = |lines: &[u32], plus| LineCount { at, lines: lines.to_vec(), plus };
    let runs = &inference.kinds.runs;
    for run in sized.runs.get(&n_lines).into_iter().flatten().map(|&run| &runs[run]) {
        if run[0] <= line {
            continue;
        }
        options.push(Explanation::new(Distance::Near, rows(run, 0)).named(first_word(inference, run[0])));
    }
    for &(run, place) in sized.runs_of.get(line as usize + 1).into_iter().flatten() {
        let rest = &runs[run][place..];
        if rest.len() == n_lines && place != 0 {
            options.push(Explanation::new(Distance::Near, rows(rest, 0)));
        }
    }
    if let Some(below) = rest.below(facts, line, n_lines) {
        options.push(Explanation::new(Distance::Next, rows(below, 0)));
    }
    if marked.len() == n_lines {
        options.push(Explanation::new(Distance::Next, rows(marked, 0)));
    }
    // The line that says so may not count.
    let of_others = inference.kinds.of_size(n_lines + 1).filter(|kind| kind.share == Share::Unmarked);
    for kind in of_others.filter(|kind| kind.lines.contains(&line)) {
        let lines: Vec<u32> = kind.lines.iter().copied().filter(|&other| other != line).collect();
        options.push(Explanation::new(Distance::Far, rows(&lines, 0)));
    }
    // A smaller value is known to count something.
    let is_several = |kind: &&LineKind| 3 < kind.lines.len() || value < FEWEST_LINES;
    for plus in [0, -1, 1] {
        for kind in inference.kinds.of_size((value - plus) as usize).filter(is_several) {
            let is_likely = match kind.share {
                _ if plus == 0 => true,
                Share::Type => true,
                Share::First => 50 < value,
                _ => false,
            };
            if is_likely && kind.lines.binary_search(&line).is_err() {
                let option = Explanation::new(Distance::Far, rows(&kind.lines, plus));
                options.push(option.named(first_word(inference, kind.lines[0])));
            }
        }
    }
}

/// By maximum (absolute value): the classes of numbers with it.
type Largest = FxHashMap<i64, Vec<Vec<u32>>>;

fn largest(inference: &Inference<'_>) -> Largest {
    let mut found: Largest = FxHashMap::default();
    for class in &inference.facts.classes.numbers {
        if 9 < class.slots.len() && class.place != Place::Between(0, 2) {
            let most = class.slots.iter().map(|&at| inference.value(at).abs()).max().unwrap_or(0);
            found.entry(most).or_default().push(class.slots.clone());
        }
    }
    found
}

fn most(inference: &Inference<'_>, classes: &Largest, at: u32, value: i64, options: &mut Vec<Explanation>) {
    let line = inference.facts.lines.of_atom(at);
    for slots in classes.get(&value).into_iter().flatten().take(2) {
        let slots: Vec<u32> =
            slots.iter().copied().filter(|&slot| inference.facts.lines.of_atom(slot) != line).collect();
        options.push(Explanation::new(Distance::Near, Maximum { at, slots }));
    }
}

/// Returns the sums of the classes of numbers.
fn totals(inference: &Inference<'_>) -> Largest {
    let mut found: Largest = FxHashMap::default();
    for class in &inference.facts.classes.numbers {
        if 3 < class.slots.len() {
            let values = class.slots.iter().map(|&at| inference.value(at));
            let total = values.fold(0i64, i64::saturating_add);
            if SMALLEST_TOTAL < total && class.slots.iter().any(|&at| 1 < inference.value(at)) {
                found.entry(total).or_default().push(class.slots.clone());
            }
        }
    }
    found
}

/// Smaller sums may match by chance.
const SMALLEST_TOTAL: i64 = 30;

fn total(inference: &Inference<'_>, totals: &Largest, at: u32, value: i64, options: &mut Vec<Explanation>) {
    let others = totals.get(&value).into_iter().flatten().filter(|slots| !slots.contains(&at)).cloned();
    // A total may be written like what it sums up.
    let with_it = value.checked_mul(2).and_then(|twice| totals.get(&twice));
    let own = with_it.into_iter().flatten().filter(|slots| slots.contains(&at));
    let own = own.map(|slots| slots.iter().copied().filter(|&slot| slot != at).collect());
    for slots in others.chain(own).take(2) {
        let name = name_before(inference, slots[0]);
        options.push(Explanation::new(Distance::Near, Total { at, slots, way: Way::Sum }).named(name));
    }
}

fn numbers(inference: &Inference<'_>, at: u32, value: i64, options: &mut Vec<Explanation>) {
    for keys in inference.keys.iter().filter(|_| FEWEST_LINES <= value) {
        let Some(definitions) = keys.definitions().filter(|definitions| !definitions.is_empty()) else {
            continue;
        };
        if definitions.len() as i64 == value && !definitions.contains(&at) {
            let option = Explanation::new(Distance::Near, Count { at, atoms: definitions.clone(), plus: 0 });
            options.push(option.named(name_before(inference, definitions[0])));
        }
    }
    for relation in inference.relations.iter().filter(|_| MANY <= value) {
        if relation.targets.len() as i64 == value {
            let option =
                Explanation::new(Distance::Near, Count { at, atoms: relation.targets.clone(), plus: 0 });
            options.push(option.named(name_before(inference, relation.targets[0])));
        }
    }
    for space in inference.spaces.iter().filter(|_| 4 < value) {
        let n_numbers = space.slots.len() as i64;
        if n_numbers == value || n_numbers == value - 1 {
            let plus = value - n_numbers;
            let is_last = space.slots.last().is_some_and(|&last| inference.value(last) == value);
            let is_sure =
                is_last && MANY <= value && inference.facts.lines.is_alone(inference.facts.lines.of_atom(at));
            let distance = if is_sure { Distance::Next } else { Distance::Near };
            options.push(Explanation::new(distance, Count { at, atoms: space.slots.clone(), plus }));
        }
    }
}
