//! The shortest text of each rule of a grammar.

use anyhow::Context;
use dwindle_syntax::facts::Facts;
use dwindle_syntax::languages::by_name;

/// Prints the shortest text of each named rule of a language: what tree passes replace nodes by.
pub fn show() -> anyhow::Result<()> {
    let name = std::env::args().nth(2).context("name a language")?;
    let language = by_name(&name).context("no such language")?;
    let facts = Facts::of(language)?.context("no grammar")?;
    for kind in facts.rules().kinds().filter(|kind| facts.rules().is_named(*kind)) {
        let text = facts.ids_of(kind).first().and_then(|id| facts.shortest(*id));
        println!("{:40} {:?}", facts.rules().name_of(kind), text);
    }
    Ok(())
}
