//! Tests on graphs whose paths become shorter, with strict readers.

use std::collections::HashSet;

use super::{reduce, words_of};

fn node(n: u32) -> String {
    let hash = n * 7919 % 10_007;
    ["fir", "oak", "elm", "yew"][n as usize % 4].to_owned()
        + &char::from(b'a' + (hash % 26) as u8).to_string()
        + &char::from(b'a' + (hash / 26 % 26) as u8).to_string()
}

/// A path of nodes; one of them, which is neither the first nor the last, is wrong.
fn path() -> String {
    let place = |n: u32| format!("node {} {}\n", node(n), if n == 17 { "wrong" } else { "right" });
    let edge = |n: u32| format!("edge {} {}\n", node(n), node(n + 1));
    (0..30).map(place).collect::<String>() + &(0..29).map(edge).collect::<String>()
}

/// Whether an edge leads from each node but one, and to each node but one; a node with both is
/// wrong.
fn is_wrong(text: &str) -> Option<bool> {
    let (mut nodes, mut wrong) = (HashSet::new(), HashSet::new());
    let (mut from, mut to) = (HashSet::new(), HashSet::new());
    for line in text.lines() {
        match line.split(' ').collect::<Vec<_>>()[..] {
            ["node", name, kind] if nodes.insert(name) => {
                if kind == "wrong" {
                    wrong.insert(name);
                }
            }
            ["edge", one, other] if one != other => {
                if !(nodes.contains(one) && nodes.contains(other) && from.insert(one) && to.insert(other)) {
                    return None;
                }
            }
            _ => return None,
        }
    }
    let is_path = from.len() + 1 == nodes.len() && to.len() + 1 == nodes.len();
    is_path.then(|| wrong.iter().any(|name| from.contains(name) && to.contains(name)))
}

#[test]
fn an_edge_is_contracted() {
    let (left, n_trials) = reduce(&path(), is_wrong);
    assert_eq!(left.lines().count(), 5, "{left}");
    assert!(n_trials < 200, "{n_trials}");
}

/// Blocks that name the flows before and behind them, and flows that name their blocks.
fn flow() -> String {
    let kind = |n: u32| if n == 17 { "wrong" } else { "right" };
    let before = |n: u32| if n == 0 { String::new() } else { format!("<in>F{}</in>\n", n + 99) };
    let behind = |n: u32| if n == 29 { String::new() } else { format!("<out>F{}</out>\n", n + 100) };
    let block =
        |n: u32| format!("<{} id=\"N{}\">\n{}{}</{}>\n", kind(n), n + 100, before(n), behind(n), kind(n));
    let flow = |n: u32| format!("<flow id=\"F{0}\" from=\"N{0}\" to=\"N{1}\"/>\n", n + 100, n + 101);
    let shape = |n: u32| format!("<shape of=\"N{}\" x=\"{}\"/>\n", n + 100, n * 7919 % 101);
    (0..30).map(block).collect::<String>()
        + &(0..29).map(flow).collect::<String>()
        + &(0..30).map(shape).collect::<String>()
}

/// Whether all flows are as their blocks say, each block but the first has one before and each but
/// the last one behind; a block with both is wrong.
fn is_wrong_flow(text: &str) -> Option<bool> {
    let (mut ins, mut outs) = (HashSet::new(), HashSet::new());
    let (mut blocks, mut flows, mut shapes) = (Vec::new(), HashSet::new(), HashSet::new());
    let mut open: Option<(&str, &str, u32)> = None;
    let mut found = false;
    for line in text.lines() {
        let words = words_of(line);
        match words[..] {
            [kind @ ("wrong" | "right"), "id", id] if open.is_none() && !blocks.contains(&id) => {
                blocks.push(id);
                open = Some((kind, id, 0));
            }
            ["in", flow, "/in"] => {
                open.as_mut()?.2 += 1;
                ins.insert((flow, open?.1)).then_some(())?;
            }
            ["out", flow, "/out"] => {
                open.as_mut()?.2 += 1;
                outs.insert((flow, open?.1)).then_some(())?;
            }
            [end]
                if Some(end) == open.map(|(kind, ..)| if kind == "wrong" { "/wrong" } else { "/right" }) =>
            {
                found |= open.take().is_some_and(|(kind, _, n)| kind == "wrong" && n == 2);
            }
            ["flow", "id", id, "from", one, "to", other, "/"] if one != other && open.is_none() => {
                (outs.remove(&(id, one)) && ins.remove(&(id, other)) && flows.insert(id)).then_some(())?;
            }
            ["shape", "of", id, "x", _, "/"] | ["shape", "of", id, "/"] => {
                shapes.insert(id).then_some(())?;
            }
            _ => return None,
        }
    }
    if shapes.len() != blocks.len() || !blocks.iter().all(|id| shapes.contains(id)) {
        return None;
    }
    let is_path = ins.is_empty() && outs.is_empty() && open.is_none() && flows.len() + 1 == blocks.len();
    is_path.then_some(found)
}

#[test]
fn a_node_goes_with_one_of_its_edges_and_the_other_one_goes_on() {
    let (left, n_trials) = reduce(&flow(), is_wrong_flow);
    assert!(left.lines().count() <= 15, "{left}");
    assert!(n_trials < 800, "{n_trials}");
}
