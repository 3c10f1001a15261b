//! Tests on rows of several lengths and rows of several groups of fields, with strict readers.

use std::collections::HashSet;

use super::reduce;

/// Points, and faces of three or four of them; each point is in a face.
fn mesh() -> String {
    let mut state = 17usize;
    let mut below = |end: usize| {
        state = state * 25_173 % 65_536 + 13_849;
        state / 7 % end
    };
    let (mut points, mut faces) = (String::new(), String::new());
    for n in 0..60 {
        points += &format!("{} {} {}\n", 100 + below(90), 100 + below(80), 100 + below(70));
        if n % 3 == 0 {
            let mut corners = vec![n, n + 1, n + 2];
            corners.extend((n % 2 == 0).then(|| (n + 3 + below(50)) % 60));
            let corners: Vec<String> = corners.iter().map(usize::to_string).collect();
            faces += &format!("{} {}\n", corners.len(), corners.join(" "));
        }
    }
    format!("points 60\nfaces {}\nend\n{points}{faces}", faces.lines().count())
}

/// Whether the mesh is right, and has a face of four corners.
fn has_square(text: &str) -> Option<bool> {
    let (head, body) = text.split_once("end\n")?;
    let count = |name: &str| -> Option<usize> {
        head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')?.parse().ok())
    };
    let (n_points, n_faces) = (count("points")?, count("faces")?);
    let numbers = |line: &str| line.split(' ').map(|word| word.parse().ok()).collect::<Option<Vec<usize>>>();
    let rows = body.lines().map(numbers).collect::<Option<Vec<_>>>()?;
    let (points, faces) = rows.split_at_checked(n_points)?;
    let mut used: HashSet<usize> = HashSet::new();
    for face in faces {
        let (size, corners) = face.split_first()?;
        let is_right = *size == corners.len() && corners.iter().all(|&corner| corner < n_points);
        used.extend(is_right.then_some(corners)?.iter().copied());
    }
    let is_right =
        faces.len() == n_faces && used.len() == n_points && points.iter().all(|row| row.len() == 3);
    is_right.then(|| faces.iter().any(|face| face[0] == 4))
}

#[test]
fn points_go_with_the_rows_of_several_lengths_that_use_them() {
    let (left, n_trials) = reduce(&mesh(), has_square);
    assert!(left.lines().count() <= 14, "{left}");
    assert!(n_trials < 500, "{n_trials}");
}

/// A table of names with values for other names, two on a line.
fn program() -> String {
    let mut text = String::from("ROWS\n");
    (0..24).for_each(|row| text += &format!(" {} R{row:03}\n", ["L", "G", "E"][row % 3]));
    text += "COLUMNS\n";
    for column in 0..30 {
        let rows: Vec<usize> = (0..1 + column % 4).map(|step| (column + 5 * step) % 24).collect();
        for pair in rows.chunks(2) {
            let groups: String =
                pair.iter().map(|row| format!("   R{row:03} {:>6}", 11 * column + row)).collect();
            text += &format!("    X{column:03}{groups}\n");
        }
    }
    text + "END\n"
}

/// Whether each row has an entry and each entry a row, in columns of fixed width, and there is the
/// entry of one row in one column.
fn has_entry(text: &str) -> Option<bool> {
    let (rows, columns) = text.strip_prefix("ROWS\n")?.strip_suffix("END\n")?.split_once("COLUMNS\n")?;
    let rows: Vec<&str> = rows.lines().map(|line| line.get(3..7)).collect::<Option<_>>()?;
    let (mut used, mut is_found) = (HashSet::new(), false);
    for line in columns.lines() {
        let (name, rest) = (line.get(4..8)?, line.get(8..)?);
        if rest.is_empty() || rest.len() % 14 != 0 {
            return None;
        }
        for at in (0..rest.len()).step_by(14) {
            let row = rest.get(at + 3..at + 7).filter(|row| rows.contains(row))?;
            rest.get(at + 7..at + 14)?.trim().parse::<u32>().ok()?;
            is_found |= name == "X017" && row == "R022";
            used.insert(row);
        }
    }
    (used.len() == rows.len()).then_some(is_found)
}

#[test]
fn a_name_goes_with_its_group_of_fields_and_not_with_the_whole_line() {
    let (left, n_trials) = reduce(&program(), has_entry);
    assert_eq!(left.lines().count(), 5, "{left}");
    assert!(n_trials < 150, "{n_trials}");
}
