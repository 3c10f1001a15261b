//! Tests on records of fixed width, in which numbers touch each other.

use std::fmt::Write as _;

use super::reduce;

const WIDTH: usize = 40;

/// Returns batches of payments: a head with the number of the batch, payments with running numbers
/// and an optional note that repeats them, and a trailer with their count and sum. The last line
/// has the numbers of batches and payments, and the sum of all.
fn batches(n_batches: u64, boom: (u64, u64)) -> String {
    let mut text = String::new();
    let mut line = |fields: String| writeln!(text, "{fields:WIDTH$}").unwrap();
    line("100COLUMNS 0000000240618".to_owned());
    let (mut n_all, mut sum_of_all) = (0, 0);
    for batch in 0..n_batches {
        line(format!("200{:06}ACME{:07}", batch + 1, 4_711 + batch));
        let (n_payments, mut sum) = (2 + batch * 5 % 7, 0);
        for payment in 0..n_payments {
            let amount = (batch * 7_919 + payment * 104_729) % 900_000 + 17;
            let code = if (batch, payment) == boom { "X" } else { "C" };
            line(format!("300{:04}{amount:010}{:08}{code}", payment + 1, amount * 37 % 99_999_989));
            if payment % 3 == 1 {
                line(format!("310{:04}NOTE {payment}", payment + 1));
            }
            sum += amount;
        }
        line(format!("800{n_payments:06}{sum:012}"));
        (n_all, sum_of_all) = (n_all + n_payments, sum_of_all + sum);
    }
    line(format!("900{n_batches:06}{n_all:06}{sum_of_all:012}"));
    text
}

/// Whether the file has the payment with the code `X`; `None` if its records do not agree.
fn is_boom(text: &str) -> Option<bool> {
    let number = |line: &str, at: usize, len: usize| -> Option<u64> { line.get(at..at + len)?.parse().ok() };
    let mut lines = text.lines();
    lines.clone().all(|line| line.len() == WIDTH).then_some(())?;
    (lines.next()?.starts_with("100")).then_some(())?;
    let (mut n_batches, mut n_all, mut sum_of_all, mut is_boom) = (0, 0, 0, false);
    let (mut n_payments, mut sum, mut is_open) = (0, 0, false);
    loop {
        let line = lines.next()?;
        match (line.get(..3)?, is_open) {
            ("200", false) => {
                n_batches += 1;
                (number(line, 3, 6)? == n_batches).then_some(())?;
                (n_payments, sum, is_open) = (0, 0, true);
            }
            ("300", true) => {
                n_payments += 1;
                (number(line, 3, 4)? == n_payments).then_some(())?;
                sum += number(line, 7, 10)?;
                is_boom |= line.get(25..26)? == "X";
            }
            ("310", true) => (n_payments != 0 && number(line, 3, 4)? == n_payments).then_some(())?,
            ("800", true) => {
                (number(line, 3, 6)? == n_payments && number(line, 9, 12)? == sum).then_some(())?;
                (n_all, sum_of_all, is_open) = (n_all + n_payments, sum_of_all + sum, false);
            }
            ("900", false) => {
                let totals = (number(line, 3, 6)?, number(line, 9, 6)?, number(line, 15, 12)?);
                return (totals == (n_batches, n_all, sum_of_all) && lines.next().is_none())
                    .then_some(is_boom);
            }
            _ => return None,
        }
    }
}

#[test]
fn counts_sums_and_running_numbers_in_columns_are_kept_up() {
    let (left, n_trials) = reduce(&batches(12, (8, 2)), is_boom);
    assert_eq!(left.lines().count(), 5, "{left}");
    assert!(n_trials < 200, "{n_trials}");
}

#[test]
fn numbers_keep_their_width() {
    // Of 11 batches, the 10th is needed; the others have sums of other lengths.
    let (left, _) = reduce(&batches(11, (9, 1)), is_boom);
    assert_eq!(left.lines().count(), 5, "{left}");
}

#[test]
fn blocks_of_lines_are_filled_up() {
    let batches = batches(12, (8, 2));
    let blocks = |text: &str| text.lines().count().div_ceil(10);
    let filled = |text: &str| {
        let fill = format!("{}\n", "9".repeat(WIDTH)).repeat(blocks(text) * 10 - text.lines().count());
        text.to_owned() + &fill
    };
    // The number of blocks is behind the other totals.
    let with_blocks = |text: &str| {
        let (totals, rest) = text.trim_end().rsplit_once('\n').map(|(rest, last)| (last, rest)).unwrap();
        format!("{rest}\n{}{:06}{:7}\n", &totals[..27], blocks(text), "")
    };
    let (left, _) = reduce(&filled(&with_blocks(&batches)), |text| {
        let records: String = text
            .lines()
            .filter(|line| !line.starts_with("99"))
            .fold(String::new(), |all, line| all + line + "\n");
        let last = records.lines().last()?;
        let n_blocks: usize = last.get(27..33)?.parse().ok()?;
        let without = records.replace(last, &format!("{}{:13}", last.get(..27)?, ""));
        (filled(&records) == text && n_blocks == blocks(&records)).then_some(())?;
        is_boom(&without)
    });
    // One block is left; a payment in it weighs no more than a line that fills it up.
    assert_eq!(left.lines().count(), 10, "{left}");
}
