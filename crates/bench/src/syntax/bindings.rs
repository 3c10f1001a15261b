//! What definitions and uses cost.

use std::path::Path;
use std::time::Instant;

use anyhow::Context;
use dwindle_syntax::bindings::Bindings;
use dwindle_syntax::languages::detect;

/// Measures the bindings of a file, or of many copies of it in a row.
pub fn measure() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(2);
    let path = arguments.next().context("name a file")?;
    let copies = arguments.next().map_or(Ok(1), |copies| copies.parse())?;
    let text = std::fs::read(&path)?.repeat(copies);
    let language = detect(Path::new(&path), &text).context("no language for this file")?;
    let start = Instant::now();
    let tree = language.parse(&text)?;
    let parsed = start.elapsed();
    let start = Instant::now();
    let bindings = Bindings::of(language, &tree).context("no bindings for this language")?;
    let bound = start.elapsed();
    println!("{tree:?}, parsed in {parsed:.1?}");
    println!(
        "{} definitions, {} uses of {} entities in {bound:.1?}",
        bindings.definitions().len(),
        bindings.uses().len(),
        bindings.entities().len()
    );
    let middle = text.len() / 2;
    for gone in [0..text.len(), middle..text.len(), middle..middle + text.len() / 100] {
        let start = Instant::now();
        let lacks = bindings.missing([gone.clone()]);
        println!("without {gone:?}: {lacks:?} in {:.1?}", start.elapsed());
    }
    let start = Instant::now();
    println!("{} dead entities in {:.1?}", bindings.dead([]).len(), start.elapsed());
    Ok(())
}
