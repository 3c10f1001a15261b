//! Tests on files whose amounts have decimals, and whose addresses are hexadecimal, with strict
//! readers.

use std::collections::HashMap;
use std::fmt::Write as _;

use dwindle_reduce::Document;

use super::super::model::Model;
use super::reduce;

/// Returns an amount in units of its last digit; `None` unless it has two decimals.
fn cents(text: &str) -> Option<i64> {
    let (_, places) = text.split_once('.')?;
    (places.len() == 2).then(|| text.replace('.', "").parse().ok()).flatten()
}

fn money(cents: i64) -> String {
    let sign = if cents < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", cents.abs() / 100, cents.abs() % 100)
}

#[test]
fn a_balance_with_decimals_runs_on_and_ends_as_the_head_says() {
    let amounts: Vec<i64> = (0..40).map(|n| (n * 7_919 % 9_001) - 4_321).collect();
    let mut balance = 123_456;
    let mut rows = String::new();
    for (n, amount) in amounts.iter().enumerate() {
        balance += amount;
        let what = if n == 23 { "boom" } else { "calm" };
        writeln!(rows, "{};{what};{};{}", n + 1, money(*amount), money(balance)).unwrap();
    }
    let text = format!("from;{}\nto;{};{}\n{rows}", money(123_456), money(balance), amounts.len());
    let (left, n_trials) = reduce(&text, |text| {
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(';').collect()).collect();
        let mut balance = cents(lines.first()?.get(1)?)?;
        let mut has_boom = false;
        for (n, row) in lines.get(2..)?.iter().enumerate() {
            let [number, what, amount, after] = row[..] else { return None };
            balance += cents(amount)?;
            (number.parse() == Ok(n + 1) && cents(after)? == balance).then_some(())?;
            has_boom |= what == "boom";
        }
        let [_, to, count] = lines.get(1)?[..] else { return None };
        (cents(to)? == balance && count.parse() == Ok(lines.len() - 2)).then_some(has_boom)
    });
    assert_eq!(left.lines().count(), 3, "{left}");
    assert!(n_trials < 120, "{n_trials}");
}

#[test]
fn amounts_are_products_and_the_total_is_their_sum() {
    let prices: Vec<(i64, i64)> = (0..24).map(|n| (1 + n * 5 % 7, 101 + n * 1_237 % 5_000)).collect();
    let row = |(n, (quantity, price)): (usize, &(i64, i64))| {
        let what = if n == 15 { "boom" } else { "calm" };
        let amount = money(quantity * price);
        format!(
            "{{\"what\": \"{what}\", \"quantity\": {quantity}, \"price\": {}, \"amount\": {amount}}}\n",
            money(*price)
        )
    };
    let total: i64 = prices.iter().map(|(quantity, price)| quantity * price).sum();
    let rows: String = prices.iter().enumerate().map(row).collect();
    let text = format!("{rows}\"total\": {}\n", money(total));
    let (left, _) = reduce(&text, |text| {
        let (mut sum, mut has_boom, mut total) = (0, false, None);
        for line in text.lines() {
            if let Some(value) = line.strip_prefix("\"total\": ") {
                total = cents(value);
                continue;
            }
            let fields = line.strip_prefix('{')?.strip_suffix('}')?.split(", ");
            let fields: HashMap<&str, &str> =
                fields.map(|field| field.split_once(": ")).collect::<Option<_>>()?;
            let quantity: i64 = fields.get("\"quantity\"")?.parse().ok()?;
            let amount = cents(fields.get("\"amount\"")?)?;
            (quantity * cents(fields.get("\"price\"")?)? == amount).then_some(())?;
            sum += amount;
            has_boom |= *fields.get("\"what\"")? == "\"boom\"";
        }
        (total? == sum).then_some(has_boom)
    });
    assert_eq!(left.lines().count(), 2, "{left}");
    assert!(left.contains("boom"), "{left}");
}

#[test]
fn hexadecimal_offsets_follow_from_sizes() {
    let sizes: Vec<u32> = (0..30).map(|n| 16 + n * 53 % 400).collect();
    let mut at = 0;
    let mut text = String::new();
    for (n, size) in sizes.iter().enumerate() {
        let name = if n == 19 { "boom".to_owned() } else { format!("part{n}") };
        writeln!(text, "{at:06x} {size:06x} {name}").unwrap();
        at += size;
    }
    let (left, _) = reduce(&text, |text| {
        let mut end = 0;
        for line in text.lines() {
            let [at, size, _] = line.split(' ').collect::<Vec<&str>>()[..] else { return None };
            (at.len() == 6 && u32::from_str_radix(at, 16) == Ok(end)).then_some(())?;
            end += u32::from_str_radix(size, 16).ok()?;
        }
        Some(text.contains(" boom\n"))
    });
    assert_eq!(left.lines().count(), 1, "{left}");
}

#[test]
fn parts_go_alone_where_any_other_number_is_noticed() {
    // Each game may go, but none of its numbers may be another one.
    let game = |n: usize| {
        let moves = (1..12).fold(String::new(), |mut moves, at| {
            write!(
                moves,
                "{at}. {}{} {}{} ",
                ["e", "d", "c"][(n + at) % 3],
                1 + (n * at) % 8,
                ["N", "B"][at % 2],
                1 + (n + at) % 8
            )
            .unwrap();
            moves
        });
        let check: usize = moves.bytes().enumerate().map(|(at, byte)| at * usize::from(byte)).sum();
        format!("[game {n}]\n[white {}]\n\n{moves}{check}\n\n", ["a", "b"][n % 2])
    };
    let text: String = (0..20).map(game).collect();
    let known: Vec<String> = (0..20).map(game).collect();
    let (left, _) = reduce(&text, |text| {
        let games = text.split_inclusive("[game ").skip(1).map(|game| game.trim_end_matches("[game "));
        let games: Vec<String> = games.map(|game| format!("[game {game}")).collect();
        games.iter().all(|game| known.contains(game)).then(|| text.contains("[game 13]"))
    });
    assert_eq!(left, game(13));
}

/// Returns the names of the relations of a text.
fn relations(text: &str) -> Vec<&'static str> {
    Model::of(&Document::single("a", text)).relations.iter().map(|relation| relation.name).collect()
}

#[test]
fn a_chain_that_does_not_rise_is_no_running_total() {
    let sizes = [784, 512, 300, 256, 411, 64, 128, 33, 90, 10];
    let layer = |two: &[i32]| format!("linear {} {}\n", two[0], two[1]);
    let text: String = sizes.windows(2).map(layer).collect();
    assert!(!relations(&text).contains(&"running total"), "{:?}", relations(&text));
}

#[test]
fn an_amount_is_no_total_of_its_own_class() {
    let item = |n: i64| format!("item a{n} costs {} each\n", money(1_231 + n * 377));
    let text: String = (0..12).map(item).collect();
    let text = format!("{text}so: a3 costs {} each\n", money(99_910));
    assert!(!relations(&text).contains(&"total"), "{:?}", relations(&text));
}

#[test]
fn many_large_amounts_do_not_overflow() {
    let row = |n: u64| format!("{n} 9.{:014}\n", n * 7_777_777_777 % 99_999_999_999_999);
    let text: String = (0..12_000).map(row).collect();
    let _ = relations(&format!("{text}so 1.00000000000000 it is\n"));
}

#[test]
fn a_total_may_have_the_name_of_what_it_sums_up() {
    let sizes: Vec<u32> = (0..14).map(|n| 40 + n * 29 % 17 * 8).collect();
    let views: Vec<String> =
        sizes.iter().map(|size| format!("{{\n\"size\": {size},\n\"kind\": 7\n}}")).collect();
    let text = |total: u32, rest: &str| {
        let views = views.join(",\n");
        format!("{{\n\"views\": [\n{views}\n],\n\"files\": [\n{{\n\"size\": {total}{rest}\n}}\n]\n}}\n")
    };
    let total = sizes.iter().sum();
    for rest in ["", ",\n\"path\": \"x\""] {
        assert_eq!(relations(&text(total, rest)), ["single value"]);
        assert_eq!(relations(&text(total + 8, rest)), [""; 0]);
    }
}

#[test]
fn totals_of_amounts_without_zeros_at_their_end_follow() {
    fn written(cents: u64) -> String {
        let text = format!("{}.{:02}", cents / 100, cents % 100);
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }
    let item = |order: u64, item: u64| 25 * (7 + order * 31 % 17 + item * item % 23) * (1 + item % 3);
    let order = |order: u64| {
        let items: Vec<u64> = (0..3 + order * 5 % 4).map(|at| item(order, at)).collect();
        let lines: String = items.iter().map(|cents| format!("item*{}*piece\n", written(*cents))).collect();
        let boom = if order == 13 { "boom\n" } else { "" };
        format!("order*{}\n{lines}{boom}", written(items.iter().sum()))
    };
    let text: String = (0..24).map(order).collect();
    let (left, n_trials) = reduce(&text, |text| {
        let cents = |text: &str| {
            let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
            let cents = format!("{whole}{fraction:0<2}").parse::<u64>().ok()?;
            (written(cents) == text).then_some(cents)
        };
        let mut orders: Vec<(u64, u64, u32)> = Vec::new();
        for line in text.lines() {
            match line.split('*').collect::<Vec<_>>()[..] {
                ["order", total] => orders.push((cents(total)?, 0, 0)),
                ["item", amount, "piece"] => {
                    let order = orders.last_mut()?;
                    (order.1, order.2) = (order.1 + cents(amount)?, order.2 + 1);
                }
                ["boom"] if !orders.is_empty() => {}
                _ => return None,
            }
        }
        let is_right = |&(total, sum, n_items): &(u64, u64, u32)| total == sum && n_items != 0;
        orders.iter().all(is_right).then(|| text.contains("boom"))
    });
    assert_eq!(left.lines().count(), 3, "{left}");
    assert!(n_trials < 100, "{n_trials}");
}
