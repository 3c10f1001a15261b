//! Tests on a drawing of a flow: coordinates must fit, and paths have two ends.

use std::collections::{HashMap, HashSet};

use super::{reduce, words_of};

/// A name that begins with what it stands for.
fn name(kinds: &[&str], n: u32) -> String {
    let letter = |n: u32| char::from(b'a' + (n % 26) as u8);
    let hash = n * 7919 % 10_007;
    format!("{}_{}{}{}", kinds[n as usize % kinds.len()], letter(hash), letter(hash / 26), letter(n))
}

fn step(n: u32) -> String {
    name(&["Task", "Gate", "Event"], n)
}

fn flow(n: u32) -> String {
    name(&["Flow"], n + 40)
}

/// Steps that name their flows; flows; a box for each step; and for each flow the points of a path
/// from one box to the other.
fn drawing() -> String {
    let link = |tag: &str, n: u32| format!("  <{tag}>{}</{tag}>\n", flow(n));
    let place = |n: u32| (100 + 60 * n, 200 + n * 7919 % 61);
    let steps = (0..N_STEPS).map(|n| {
        let kind = if n == 13 { "wrong" } else { "right" };
        let before = if n == 0 { String::new() } else { link("in", n - 1) };
        let behind = if n == N_STEPS - 1 { String::new() } else { link("out", n) };
        format!(" <{kind} id=\"{}\">\n{before}{behind} </{kind}>\n", step(n))
    });
    let flows = (0..N_STEPS - 1)
        .map(|n| format!(" <flow id=\"{}\" from=\"{}\" to=\"{}\"/>\n", flow(n), step(n), step(n + 1)));
    let boxes = (0..N_STEPS).map(|n| {
        let (x, y) = place(n);
        format!(" <box of=\"{}\">\n  <at x=\"{x}\" y=\"{y}\"/>\n </box>\n", step(n))
    });
    let paths = (0..N_STEPS - 1).map(|n| {
        let inner = (0..n % 3).map(|bend| (130 + 60 * n, 170 + bend * 17 + n));
        let points = std::iter::once(place(n)).chain(inner).chain([place(n + 1)]);
        let points: String = points.map(|(x, y)| format!("  <point x=\"{x}\" y=\"{y}\"/>\n")).collect();
        format!(" <path of=\"{}\">\n{points} </path>\n", flow(n))
    });
    steps.chain(flows).chain(boxes).chain(paths).collect()
}

const N_STEPS: u32 = 24;

/// Whether all links agree, and each path leads from the box of one step to that of the other; a
/// step with both links is wrong.
fn is_wrong(text: &str) -> Option<bool> {
    let (mut ins, mut outs, mut found) = (HashSet::new(), HashSet::new(), false);
    let (mut steps, mut flows) = (HashSet::new(), HashMap::new());
    let (mut boxes, mut paths): (HashMap<&str, Point<'_>>, HashMap<&str, Vec<Point<'_>>>) =
        Default::default();
    let mut open: Vec<Vec<&str>> = Vec::new();
    let mut n_links = 0;
    for line in text.lines() {
        let words = words_of(line);
        match (open.last().map(|last| &last[..]), &words[..]) {
            (None, ["wrong" | "right", "id", id]) => {
                (steps.insert(*id)).then_some(())?;
                n_links = 0;
                open.push(words);
            }
            (Some([_, "id", id]), ["in", flow, "/in"]) => {
                n_links += 1;
                ins.insert((*flow, *id)).then_some(())?;
            }
            (Some([_, "id", id]), ["out", flow, "/out"]) => {
                n_links += 1;
                outs.insert((*flow, *id)).then_some(())?;
            }
            (None, ["flow", "id", id, "from", one, "to", other, "/"]) => {
                flows.insert(*id, (*one, *other)).is_none().then_some(())?;
            }
            (None, ["box" | "path", "of", _]) => open.push(words),
            (Some(["box", "of", id]), ["at", "x", x, "y", y, "/"]) => {
                boxes.insert(id, (x, y)).is_none().then_some(())?;
            }
            (Some(["path", "of", id]), ["point", "x", x, "y", y, "/"]) => {
                paths.entry(id).or_default().push((x, y));
            }
            (Some([kind, ..]), [end]) if end.strip_prefix('/') == Some(kind) => {
                found |= *kind == "wrong" && n_links == 2;
                open.pop();
            }
            _ => return None,
        }
    }
    let are_linked = flows.iter().all(|(&id, &(one, other))| {
        let ends = paths.get(id).filter(|points| 1 < points.len());
        let are_at = ends.is_some_and(|points| {
            boxes.get(one) == points.first() && boxes.get(other) == points.last() && one != other
        });
        are_at && outs.remove(&(id, one)) && ins.remove(&(id, other))
    });
    let are_all = are_linked && ins.is_empty() && outs.is_empty() && open.is_empty();
    (are_all && boxes.len() == steps.len() && paths.len() == flows.len()).then_some(found)
}

type Point<'a> = (&'a str, &'a str);

#[test]
fn steps_go_one_by_one_when_all_coordinates_are_equal() {
    let (left, n_trials) = reduce(&drawing(), is_wrong);
    // Three steps, two flows, three boxes and two paths, each in a line or a few.
    assert!(left.lines().count() <= 32, "{left}");
    assert_eq!(left.matches("\"0").count(), 14, "{left}");
    assert!(n_trials < 1_200, "{n_trials}");
}
