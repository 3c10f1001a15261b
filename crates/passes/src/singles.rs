//! The candidates without one single unit, by which the 1-minimality of a result is verified.

use dwindle_reduce::{
    Algorithm, Answer, Candidate, CandidateSearch, Document, Guarantees, ListMethod, ListOptions, Order,
    Search, UnitSearch, Units,
};

use crate::flat;
use crate::options::{PassOptions, Scope};

/// Returns the candidates without one unit of `document`: whole files, words and single symbols of
/// text, bytes of binary files, each kind in document order.
///
/// A document is 1-minimal if none of them is interesting. Each costs as much as a proposal of a
/// pass.
pub fn single_removals(document: &Document) -> impl Iterator<Item = Candidate> + use<> {
    let options = PassOptions::new(ListMethod {
        algorithm: &EACH_ALONE,
        options: ListOptions { order: Order::Forward, ..ListOptions::default() },
    });
    let entries = [
        (&flat::files::ENTRY, Scope::All),
        (&flat::tokens::WORDS, Scope::Text),
        (&flat::bytes::ENTRY, Scope::Binary),
    ];
    let searches: Vec<CandidateSearch> = entries
        .into_iter()
        .filter_map(|(entry, scope)| entry.pass(&options.clone().with_scope(scope)).begin(document))
        .collect();
    searches.into_iter().flat_map(|mut search| {
        std::iter::from_fn(move || {
            let candidate = search.propose()?;
            // With this answer, the next candidate is again one unit away from the document.
            search.learn(Answer::Boring);
            Some(candidate)
        })
    })
}

/// Proposes each unit alone, in order. As in every list search, accepted units stay removed.
pub(crate) static EACH_ALONE: Algorithm = Algorithm {
    name: "each-alone",
    summary: "tries each unit once, alone",
    guarantees: Guarantees::LINEAR,
    start: &start_each_alone,
};

#[derive(Clone)]
struct EachAlone {
    left_out: Units,
    next: u32,
    n_units: u32,
}

fn start_each_alone(list: &dwindle_reduce::List, _: &ListOptions) -> UnitSearch {
    Box::new(EachAlone { left_out: Units::none(), next: 0, n_units: list.len() })
}

impl EachAlone {
    fn with_next(&self) -> Units {
        self.left_out.union(&Units::range(self.next..self.next + 1))
    }
}

impl Search for EachAlone {
    type Proposal = Units;

    fn propose(&self) -> Option<Units> {
        (self.next < self.n_units).then(|| self.with_next())
    }

    fn learn(&mut self, answer: Answer) {
        let interesting = answer.is_interesting();
        if interesting {
            self.left_out = self.with_next();
        }
        self.next += 1;
    }
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::File;

    use super::*;

    fn texts(document: &Document) -> Vec<String> {
        single_removals(document)
            .map(|candidate| {
                let files = candidate.render().files().iter();
                files
                    .map(|file| String::from_utf8_lossy(file.bytes()).into_owned())
                    .collect::<Vec<_>>()
                    .join("|")
            })
            .collect()
    }

    #[test]
    fn each_token_of_a_text_is_left_out_alone() {
        assert_eq!(texts(&Document::single("a", "a + b\n")), ["+ b\n", "a b\n", "a +\n"]);
    }

    #[test]
    fn each_byte_of_a_binary_file_is_left_out_alone() {
        assert_eq!(texts(&Document::single("a", vec![0, 1, 2])), ["\x01\x02", "\0\x02", "\0\x01"]);
    }

    #[test]
    fn each_file_of_several_is_left_out_alone() {
        let document = Document::new(["x", "y"].map(|name| File::new(name, name.into())));
        assert_eq!(texts(&document), ["y", "x", "|y", "x|"]);
    }

    #[test]
    fn nothing_can_be_left_out_of_nothing() {
        assert_eq!(single_removals(&Document::single("a", "")).count(), 0);
    }
}
