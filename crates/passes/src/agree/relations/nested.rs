//! Pairs of records that nest like brackets: each begin has an end, on tracks of their own.

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::class::{Class, Place};
use super::super::inference::Inference;
use super::super::nest::Nest;
use super::super::relation::{Demand, Phase, Probe, Relation};
use super::super::typed::Types;
use super::tallies::Nothing;

/// Finds two types of records, the second of which ends what the first one begins. All begins and
/// ends with the same value in another field are a track, or all of them are one track. If a
/// record of a pair is removed, so is the other.
pub(super) fn find(inference: &mut Inference<'_>) {
    for types in inference.facts.classes.typing.iter().take(MOST_CLASSES) {
        let mut taken: FxHashSet<u32> = FxHashSet::default();
        for (begins, ends) in candidates(types) {
            if taken.contains(&begins) || taken.contains(&ends) {
                continue;
            }
            if let Some(nests) = nested(inference, types, begins, ends) {
                taken.extend([begins, ends]);
                take(inference, nests);
            }
        }
    }
}

/// The most classes of types, and of tracks.
const MOST_CLASSES: usize = 8;
const MOST_TRACKS: usize = 24;
/// The fewest pairs.
const FEWEST: usize = 4;
/// Pairs that are nested deeper than this, in the mean, go only alone.
const MOST_WITHIN: usize = 64;
/// The least evidence, in bits, against a coincidence.
const FEWEST_BITS: f64 = 14.0;

/// Returns pairs of types with the same number of records.
fn candidates(types: &Types) -> impl Iterator<Item = (u32, u32)> {
    types.counts.iter().enumerate().flat_map(|(place, first)| {
        let same = |second: &&(u32, usize)| second.1 == first.1 && FEWEST <= first.1;
        types.counts[place + 1..].iter().filter(same).map(|second| (first.0, second.0))
    })
}

/// Returns the pairs, if begins and ends nest on the tracks that are the most evidence.
fn nested(inference: &Inference<'_>, types: &Types, begins: u32, ends: u32) -> Option<Vec<Nest>> {
    let facts = inference.facts;
    let word = |at: u32| facts.atoms.word(at);
    let record_of = |at: u32| facts.record_around(at).start;
    let events: Vec<u32> =
        types.slots.iter().copied().filter(|&at| word(at) == begins || word(at) == ends).collect();
    // By field: the word in each event's record.
    let fields: Vec<Vec<u32>> = {
        let places: FxHashMap<u32, usize> =
            events.iter().enumerate().map(|(place, &at)| (record_of(at), place)).collect();
        let likely = facts.classes.words.iter().filter(|other| {
            matches!(other.place, Place::Column | Place::Between(4, 1)) && events.len() <= other.slots.len()
        });
        let field = |other: &Class| {
            let mut words = vec![None; events.len()];
            for &at in &other.slots {
                if let Some(&place) = places.get(&record_of(at)) {
                    words[place].replace(at).is_none().then_some(())?;
                }
            }
            words.into_iter().collect::<Option<Vec<u32>>>()
        };
        likely.filter_map(field).filter(|field| *field != events).take(MOST_TRACKS).collect()
    };
    let mut best: Option<(f64, Option<&Vec<u32>>, Pairs)> = None;
    for track in std::iter::once(None).chain(fields.iter().map(Some)) {
        let Some((mut bits, pairs)) = on_tracks(inference, &events, track, begins) else { continue };
        // Both records of a pair may have the same word in another field.
        let matching = |field: &&Vec<u32>| {
            Some(*field) != track && pairs.iter().all(|&(a, b)| word(field[a]) == word(field[b]))
        };
        let matched =
            fields.iter().filter(matching).map(|field| pairs.len() as f64 * entropy(inference, field));
        bits += matched.fold(0.0, f64::max);
        if FEWEST_BITS <= bits && best.as_ref().is_none_or(|(other, ..)| *other < bits) {
            best = Some((bits, track, pairs));
        }
    }
    let (_, track, pairs) = best?;
    let on_track = |place: usize| track.map_or(0, |track| word(track[place]));
    let mut n_within = 0;
    let nest = |&(begin, end): &(usize, usize)| {
        n_within += end - begin;
        let is_near = n_within <= MOST_WITHIN * events.len();
        let within = if is_near { begin + 1..end } else { end..end };
        let within = within.filter(|&place| on_track(place) == on_track(begin));
        Nest {
            at: events[end],
            begin: facts.record_around(events[begin]),
            end: facts.record_around(events[end]),
            within: within.map(|place| facts.record_around(events[place])).collect(),
        }
    };
    Some(pairs.iter().map(nest).collect())
}

/// The places of the begin and end of each pair.
type Pairs = Vec<(usize, usize)>;

/// Returns the bits of evidence, and the places of the begin and end of each pair; `None` if they
/// do not nest.
fn on_tracks(
    inference: &Inference<'_>,
    events: &[u32],
    track: Option<&Vec<u32>>,
    begins: u32,
) -> Option<(f64, Pairs)> {
    let word = |at: u32| inference.facts.atoms.word(at);
    let mut open: FxHashMap<u32, (Vec<usize>, u32)> = FxHashMap::default();
    let mut pairs = Vec::new();
    for (place, &at) in events.iter().enumerate() {
        let (stack, n_pairs) = open.entry(track.map_or(0, |track| word(track[place]))).or_default();
        if word(at) == begins {
            stack.push(place);
        } else {
            pairs.push((stack.pop()?, place));
            *n_pairs += 1;
        }
    }
    // All begins before all ends are one fact, on however many tracks.
    let last_begin = pairs.iter().map(|(begin, _)| *begin).max()?;
    let first_end = pairs.iter().map(|(_, end)| *end).min()?;
    if last_begin < first_end || open.values().any(|(stack, _)| !stack.is_empty()) {
        return None;
    }
    // Of all orders of n begins and n ends, one in n + 1 nests.
    let mut counts: Vec<u32> = open.values().map(|(_, n_pairs)| *n_pairs).collect();
    counts.sort_unstable();
    pairs.sort_unstable();
    Some((counts.into_iter().map(|n| (f64::from(n) + 1.0).log2()).sum(), pairs))
}

/// Returns the bits by which the equality of two words of a field surprises.
fn entropy(inference: &Inference<'_>, field: &[u32]) -> f64 {
    let mut counts: FxHashMap<u32, u32> = FxHashMap::default();
    field.iter().for_each(|&at| *counts.entry(inference.facts.atoms.word(at)).or_default() += 1);
    let mut counts: Vec<u32> = counts.into_values().collect();
    counts.sort_unstable();
    let n = field.len() as f64;
    -counts.into_iter().map(|count| (f64::from(count) / n).powi(2)).sum::<f64>().log2()
}

fn take(inference: &mut Inference<'_>, nests: Vec<Nest>) {
    let targets = nests.iter().map(|nest| nest.at).collect();
    let both = |nest: &Nest| {
        [(&nest.begin, &nest.end), (&nest.end, &nest.begin)]
            .map(|(needs, kills)| Demand { needs: vec![needs.clone()], kills: kills.clone() })
    };
    let demands = nests.iter().flat_map(both).collect();
    let relation = Relation::new("begins and ends", Phase::Ranks, targets, Box::new(Nothing));
    let relation = relation.with_demands(demands).with_probe(Probe::Gone);
    inference.relations.push(relation);
    inference.nests.push(nests);
}
