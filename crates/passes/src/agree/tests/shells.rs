//! Tests on nested blocks whose contents are declared or repeated elsewhere.

use dwindle_reduce::Document;

use super::super::model::Model;
use super::reduce;

/// A skeleton of joints in braces on lines of their own, and frames with a number for each channel.
fn skeleton() -> String {
    fn joint(name: &str, depth: usize, text: &mut String) {
        let indent = "  ".repeat(depth);
        let channels = if depth == 0 { "4 px py pz turn" } else { "2 turn tilt" };
        *text += &format!("{indent}joint {name}\n{indent}{{\n{indent}  offset {depth} 7\n");
        *text += &format!("{indent}  channels {channels}\n");
        if depth < 4 {
            let n_inner = if depth == 2 { 1 } else { 2 };
            (0..n_inner).for_each(|at| joint(&format!("{name}{}", ["l", "r"][at]), depth + 1, text));
        }
        *text += &format!("{indent}}}\n");
    }
    let mut text = String::new();
    joint("hip", 0, &mut text);
    let n_channels = channels(&text).unwrap().len();
    let number = |frame: usize, at: usize| ((frame * 37 + at * 61) % 180).to_string();
    text += "motion\nframes 12\n";
    for frame in 0..12 {
        let numbers: Vec<String> = (0..n_channels).map(|at| number(frame, at)).collect();
        text += &(numbers.join(" ") + "\n");
    }
    text
}

/// Returns the joint of each channel, if the blocks and the counts are right.
fn channels(text: &str) -> Option<Vec<String>> {
    let (mut found, mut open): (Vec<String>, Vec<(&str, u32)>) = Default::default();
    let mut head: Option<&str> = None;
    for line in text.lines().take_while(|line| *line != "motion") {
        match line.split_whitespace().collect::<Vec<&str>>()[..] {
            ["joint", name] if head.is_none() => head = Some(name),
            ["{"] => open.push((head.take()?, 0)),
            ["}"] => (open.pop()?.1 == 2).then_some(())?,
            ["offset", _, _] if open.last()?.1 == 0 => open.last_mut()?.1 = 1,
            ["channels", n, ref names @ ..] if open.last()?.1 == 1 => {
                open.last_mut()?.1 = 2;
                (n.parse() == Ok(names.len())).then_some(())?;
                found.extend(names.iter().map(|_| open.last().map_or("", |(name, _)| name).to_owned()));
            }
            _ => return None,
        }
    }
    (open.is_empty() && head.is_none()).then_some(found)
}

#[test]
fn a_level_goes_with_the_columns_that_it_declares() {
    let (left, n_trials) = reduce(&skeleton(), |text| {
        let joints = channels(text)?;
        let mut lines = text.lines().skip_while(|line| *line != "motion").skip(1);
        let n_frames: usize = lines.next()?.strip_prefix("frames ")?.parse().ok()?;
        let rows: Vec<Vec<u32>> = lines
            .map(|line| line.split(' ').map(|number| number.parse().ok()).collect())
            .collect::<Option<_>>()?;
        let is_right = rows.len() == n_frames && rows.iter().all(|row| row.len() == joints.len());
        let boom = joints.iter().position(|joint| joint == "hiplrlr");
        is_right.then(|| boom.is_some() && n_frames != 0)
    });
    assert!(left.split_whitespace().count() < 40, "{left}");
    assert!(n_trials < 500, "{n_trials}");
}

#[test]
fn columns_are_declared_on_several_lines() {
    let declares = |text: &str| {
        let model = Model::of(&Document::single("input", text));
        let found = model.relations.iter().find(|one| one.name == "declared columns");
        found.map(|one| one.demands.len())
    };
    let rows = "1 2 3 4 5 6 7 8\n".repeat(5);
    assert_eq!(declares(&format!("has 3 a b c\nhas 5 d e f g h\n\n{rows}")), Some(40));
    assert_eq!(declares(&format!("has a b c\nhas d e f g h\n\n{rows}")), Some(40));
    assert_eq!(declares(&format!("has a b c\nhas d e f g\n\n{rows}")), None);
    assert_eq!(declares(&format!("has 1 2 3\nhas 4 5 6 7 8\n\n{rows}")), None);
}
