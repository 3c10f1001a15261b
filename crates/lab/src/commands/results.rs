//! The page of results.

use std::fs;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread::available_parallelism;

use clap::Args;
use dwindle_lab::compare::peer_tables;
use dwindle_lab::simulation::{Spread, StudyOptions, lines, study};
use dwindle_lab::tables::experiment_tables;
use dwindle_reduce::Order;

use super::Failure;
use super::plot::draw;
use super::table::read;

/// Which results, and where they go.
#[derive(Debug, Args)]
pub struct ResultsArgs {
    /// Raw results of `lab run --synthetic`
    #[arg(long, value_name = "FILE", value_delimiter = ',')]
    synthetic: Vec<PathBuf>,
    /// Raw results of `lab run` on real cases
    #[arg(long, value_name = "FILE", value_delimiter = ',')]
    real: Vec<PathBuf>,
    /// Raw results of `lab compare`
    #[arg(long, value_name = "FILE", value_delimiter = ',')]
    peers: Vec<PathBuf>,
    /// Lists of the simulation
    #[arg(long, value_name = "N", default_value = "5000", value_parser = clap::value_parser!(u64).range(1..))]
    lists: u64,
    /// The page; figures go into a folder of the same name beside it
    #[arg(long, value_name = "FILE", default_value = "docs/results.md")]
    out: PathBuf,
}

const HEAD: &str = "\
# Results

Made by `lab results` from raw results; nothing here was typed by hand. Sizes are tokens as dwindle counts them: words, and single other
symbols. *Trials* are those that were run: what was known or refused by a gate is not counted. A ratio below 1 is better.
";

const SIMULATION: &str = "\
## The simulation of the WDD paper (section IV-D)

Lists of 2 to 1,000 elements that weigh 1 to 10 tokens on average; all searches work from the start, as in the papers. The paper has one
figure: W_ddmin runs 23 % fewer tests than ddmin. It says that the tokens are spread over the elements randomly, and not how; the figure
depends on it, its direction does not.
";

const SYNTHETIC: &str = "\
## The matrix on synthetic oracles

Inputs of the papers' C benchmarks. *known*: the tokens of the published reduced version stay in their order, and the text parses. *crime*:
three statements, drawn by lot from nested places, stay in their functions, the text parses, and every name is declared. What is needed
does not change while other things go, and names are the only dependencies: this counts trials, it does not imitate a compiler.
";

/// Writes the page and its figures.
pub fn results(args: &ResultsArgs) -> Result<String, Failure> {
    let mut page = HEAD.to_owned();
    page.push_str(&format!("\n{SIMULATION}"));
    for (spread, how) in [
        (Spread::Shares, "by random shares"),
        (Spread::Tokens, "each token to a random element"),
        (Spread::Cuts, "by random cuts"),
    ] {
        let options = StudyOptions {
            n_lists: args.lists,
            seed: 1,
            spread,
            order: Order::Forward,
            n_threads: available_parallelism().unwrap_or(NonZeroUsize::MIN),
        };
        page.push_str(&format!("\n{} lists, tokens spread {how}:\n\n", args.lists));
        page.extend(lines(&study(&options)).iter().map(|line| format!("- {line}\n")));
    }
    let folder = args.out.with_extension("");
    for (title, files) in [(SYNTHETIC, &args.synthetic), ("## Real bugs\n", &args.real)] {
        let (records, _) = read(files)?;
        if records.is_empty() {
            continue;
        }
        page.push_str(&format!("\n{title}\n{}", experiment_tables(&records)));
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        for figure in draw(&records, &folder)?.iter().filter(|figure| figure.file.starts_with("ratio")) {
            page.push_str(&format!("![{}]({name}/{})\n", figure.title, figure.file));
        }
    }
    let (_, peers) = read(&args.peers)?;
    if !peers.is_empty() {
        page.push_str(&format!("\n## Other reducers\n\n{}", peer_tables(&peers)));
    }
    fs::write(&args.out, page).map_err(|error| format!("`{}`: {error}", args.out.display()))?;
    Ok(format!("{}\n", args.out.display()))
}
