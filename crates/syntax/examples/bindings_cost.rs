//! Measures the time to find the bindings of a file: `bindings_cost FILE [COPIES]`.

#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::disallowed_macros,
    reason = "an example that measures"
)]

use std::path::Path;
use std::time::Instant;

use dwindle_syntax::bindings::Bindings;
use dwindle_syntax::languages::detect;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().expect("bindings_cost FILE [COPIES]");
    let copies = arguments.next().map_or(1, |copies| copies.parse().expect("a number of copies"));
    let text = std::fs::read(&path).expect("the file can be read").repeat(copies);
    let language = detect(Path::new(&path), &text).expect("the language is known");
    let start = Instant::now();
    let tree = language.parse(&text).expect("the text can be parsed");
    let parsed = start.elapsed();
    let start = Instant::now();
    let bindings = Bindings::of(language, &tree).expect("the language has bindings");
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
}
