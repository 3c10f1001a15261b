//! Shows the shortest texts of a language: `cargo run --example facts_show LANGUAGE`

#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "an example reads arguments and prints"
)]

use dwindle_syntax::facts::Facts;
use dwindle_syntax::languages::by_name;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let name = std::env::args().nth(1).ok_or("name a language")?;
    let language = by_name(&name).ok_or("no such language")?;
    let facts = Facts::of(language)?.ok_or("no grammar")?;
    for kind in facts.rules().kinds().filter(|kind| facts.rules().is_named(*kind)) {
        let text = facts.ids_of(kind).first().and_then(|id| facts.shortest(*id));
        println!("{:40} {:?}", facts.rules().name_of(kind), text);
    }
    Ok(())
}
