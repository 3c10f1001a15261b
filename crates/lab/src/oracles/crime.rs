//! The crime-scene oracle: a few statements must survive.

use std::collections::HashSet;
use std::sync::Mutex;

use dwindle_reduce::{Document, File, Verdict};
use dwindle_run::property::{Cancel, Property, PropertyError};
use dwindle_syntax::{NodeId, Tree};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::facts::{Facts, Numbers, Sum};
use super::names::{Namespace, names, undeclared};
use super::parsed::{OracleError, Parser};
use super::pieces::{Pieces, Seen};
use super::tokens::{is_subsequence, tokens};

/// Kinds of statements that may be chosen; none of them contains statements.
const SIMPLE: [&str; 3] = ["expression_statement", "return_statement", "declaration"];

/// How many blocks around a statement, including the function's body, make it nested.
const NESTED: usize = 2;

/// A text is interesting if it parses, has all chosen statements in their functions, and declares
/// the names that it uses.
///
/// Names that the original uses without declaring them (of libraries) may be used.
#[derive(Debug)]
pub struct CrimeScene {
    wanted: Vec<Statement>,
    /// The tokens of all chosen statements in order: a text without them is rejected without
    /// parsing.
    needed: Vec<Box<[u8]>>,
    free: HashSet<(Namespace, Box<[u8]>)>,
    /// The same names, as numbers.
    free_numbers: Vec<u32>,
    numbers: Mutex<Numbers>,
    parser: Parser,
    pieces: Pieces<Facts>,
}

/// A statement, in a function or at the top level.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Statement {
    function: Option<Box<[u8]>>,
    tokens: Vec<Box<[u8]>>,
}

impl CrimeScene {
    /// Chooses random statements: nested ones if there are enough, else any, and from different
    /// functions as far as possible.
    ///
    /// # Errors
    /// When the input cannot be parsed, and when it has too few statements.
    pub fn new(original: &File, n_wanted: usize, seed: u64) -> Result<CrimeScene, OracleError> {
        let parser = Parser::new(original)?;
        let tree = parser.parse(original.bytes()).ok_or(OracleError::NoLanguage)?;
        let at_depth = |depth| -> Vec<NodeId> {
            let all = tree.preorder(tree.root()).filter(|&node| is_simple(&tree, node));
            all.filter(|&node| depth <= n_blocks_around(&tree, node)).collect()
        };
        let mut nodes = at_depth(NESTED);
        if nodes.len() < n_wanted {
            nodes = at_depth(0);
        }
        if nodes.len() < n_wanted {
            return Err(OracleError::TooFewStatements { found: nodes.len(), wanted: n_wanted });
        }
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut chosen: Vec<NodeId> = Vec::new();
        let mut spare: Vec<NodeId> = Vec::new();
        while chosen.len() < n_wanted && !nodes.is_empty() {
            let node = nodes.swap_remove(random.random_range(0..nodes.len()));
            let is_new = chosen.iter().all(|&other| function(&tree, other) != function(&tree, node));
            if is_new { &mut chosen } else { &mut spare }.push(node);
        }
        let n_missing = n_wanted - chosen.len();
        chosen.extend(spare.into_iter().take(n_missing));
        chosen.sort_unstable();
        let wanted: Vec<Statement> = chosen.iter().map(|&node| statement(&tree, node)).collect();
        let needed = wanted.iter().flat_map(|statement| statement.tokens.iter().cloned()).collect();
        let (mut free, mut numbers) = (HashSet::new(), Numbers::default());
        let mut free_numbers = Vec::new();
        for (namespace, name) in undeclared(&tree) {
            free_numbers.push(numbers.of((namespace, name)));
            free.insert((namespace, name.into()));
        }
        let numbers = Mutex::new(numbers);
        Ok(CrimeScene { wanted, needed, free, free_numbers, numbers, parser, pieces: Pieces::new(parser) })
    }

    fn is_interesting(&self, text: &[u8]) -> bool {
        if !is_subsequence(&self.needed, text) {
            return false;
        }
        let mut sum = Sum::new(&self.free_numbers);
        match self.pieces.look(text, |tree| self.facts(tree), |facts| sum.add(facts)) {
            Seen::Whole => sum.is_interesting(self.wanted.len()),
            Seen::Enough => false,
            Seen::Unclear => self.is_interesting_as_whole(text),
        }
    }

    fn facts(&self, tree: &Tree) -> Facts {
        let could_be = |node| -> Vec<usize> {
            (0..self.wanted.len()).filter(|&idx| self.wanted[idx].is(tree, node)).collect()
        };
        let simple = tree.preorder(tree.root()).filter(|&node| is_simple(tree, node));
        let statements = simple.map(could_be).filter(|could_be| !could_be.is_empty()).collect();
        let mut numbers = self.numbers.lock().expect("names are numbered without panicking");
        Facts::new(&names(tree), statements, &mut numbers)
    }

    /// Answers by parsing the whole text.
    fn is_interesting_as_whole(&self, text: &[u8]) -> bool {
        let Some(tree) = self.parser.parse(text) else { return false };
        let mut wanted = self.wanted.iter().peekable();
        for node in tree.preorder(tree.root()).filter(|&node| is_simple(&tree, node)) {
            if wanted.peek().is_some_and(|wanted| wanted.is(&tree, node)) {
                wanted.next();
            }
        }
        let declared = |(namespace, name): (Namespace, &[u8])| self.free.contains(&(namespace, name.into()));
        wanted.peek().is_none() && undeclared(&tree).into_iter().all(declared)
    }
}

impl Property for CrimeScene {
    fn test(&self, input: &Document, _: &Cancel) -> Result<Verdict, PropertyError> {
        let interesting = input.files().first().is_some_and(|file| self.is_interesting(file.bytes()));
        Ok(if interesting { Verdict::Interesting } else { Verdict::Boring })
    }
}

impl Statement {
    fn is(&self, tree: &Tree, node: NodeId) -> bool {
        tokens(tree.text_of(node)).eq(self.tokens.iter().map(|token| &**token))
            && function(tree, node) == self.function.as_deref()
    }
}

fn statement(tree: &Tree, node: NodeId) -> Statement {
    let tokens = tokens(tree.text_of(node)).map(Box::from).collect();
    Statement { function: function(tree, node).map(Box::from), tokens }
}

/// Whether a statement may be chosen: it must be more than a semicolon.
fn is_simple(tree: &Tree, node: NodeId) -> bool {
    SIMPLE.contains(&tree.kind_name(node)) && 3 <= tree.n_tokens(node)
}

fn n_blocks_around(tree: &Tree, node: NodeId) -> usize {
    tree.ancestors(node).filter(|&above| tree.kind_name(above) == "compound_statement").count()
}

/// Returns the name of the function around a statement.
fn function(tree: &Tree, node: NodeId) -> Option<&[u8]> {
    let mut at = tree.ancestors(node).find(|&above| tree.kind_name(above) == "function_definition")?;
    while tree.kind_name(at) != "identifier" {
        at = tree.children(at).find(|&child| tree.field_name(child) == Some("declarator"))?;
    }
    Some(tree.text_of(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    const INPUT: &str = "
        int a, b; extern int unused;
        int f(int n) { if (n) { a = n + 1; } return a; }
        int g(void) { while (b) { b = f(b); puts(\"g\"); } return b; }
        int main(void) { return f(1) + g(); }
    ";

    fn scene(n_wanted: usize, seed: u64) -> Result<CrimeScene, OracleError> {
        CrimeScene::new(&File::new("a.c", INPUT.as_bytes().to_vec()), n_wanted, seed)
    }

    fn wanted(scene: &CrimeScene) -> Vec<String> {
        let text = |statement: &Statement| {
            let tokens: Vec<_> =
                statement.tokens.iter().map(|token| String::from_utf8_lossy(token)).collect();
            let function = statement.function.as_deref().unwrap_or(b"outside");
            format!("{}: {}", String::from_utf8_lossy(function), tokens.join(" "))
        };
        scene.wanted.iter().map(text).collect()
    }

    #[test]
    fn statements_are_drawn_from_nested_places_of_different_functions() {
        let mut seen = HashSet::new();
        for seed in 0..20 {
            let found = wanted(&scene(2, seed).unwrap());
            assert_eq!(found[0], "f: a = n + 1 ;", "{found:?}");
            assert!(found[1].starts_with("g: "), "{found:?}");
            seen.insert(found);
        }
        assert_eq!(seen.len(), 2, "{seen:?}");
        assert_eq!(wanted(&scene(2, 3).unwrap()), wanted(&scene(2, 3).unwrap()));
        assert!(matches!(scene(9, 0), Err(OracleError::TooFewStatements { found: 8, wanted: 9 })));
    }

    #[test]
    fn where_nested_places_are_few_statements_come_from_anywhere() {
        let found = wanted(&scene(8, 0).unwrap());
        assert_eq!(found[0], "outside: int a , b ;");
        assert_eq!(found[7], "main: return f ( 1 ) + g ( ) ;");
    }

    #[test]
    fn what_keeps_the_statements_and_declares_its_names_is_interesting() {
        let scene = scene(3, 0).unwrap();
        let f = "int f(int n) { if (n) { a = n + 1; } return a; }";
        let g = "int g(void) { b = f(b); puts(\"g\"); }";
        for (text, expected) in [
            (INPUT.to_owned(), true),
            (format!("int a, b; {f} {g}"), true),
            (format!("int a, b; int f(int n) {{ a = n + 1; }} {g}"), true),
            (format!("int a, b; int f() {{ a = n + 1; }} {g}"), false),
            (format!("int b; {f} {g}"), false),
            (format!("int a, b; {g} {f}"), false),
            (format!("int a, b; {f} int h(void) {{ b = f(b); puts(\"g\"); }}"), false),
            (format!("int a, b; {f} int g(void) {{ b = f(b); }}"), false),
            (format!("int a, b; {f} {g} }}"), false),
            (String::new(), false),
        ] {
            assert_eq!(scene.is_interesting(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn pieces_answer_as_the_whole_does() {
        let more = "enum E { X, Y }; struct S { int m; } s; int h(int k) { if (k) { s.m = Y; } goto l; l: return k; }";
        let input = format!("{INPUT}{more}\n#define Z 1\nint old(p) int p; {{ {{ b = Z + p; }} return 1; }}");
        let mut random = ChaCha8Rng::seed_from_u64(5);
        let file = File::new("a.c", input.clone().into_bytes());
        let scenes = [1, 2, 3].map(|seed| CrimeScene::new(&file, 2, seed).unwrap());
        let mut n_interesting = 0;
        for scene in scenes.iter().cycle().take(300) {
            // Removes only few and short parts, so that some candidates remain interesting.
            let mut text = input.clone().into_bytes();
            for _ in 0..random.random_range(1..4) {
                let end = |c: u8| matches!(c, b';' | b'}' | b'{' | b',' | b' ');
                let places: Vec<usize> = (0..text.len()).filter(|&at| end(text[at])).collect();
                let from = random.random_range(0..places.len() - 1);
                let until = (from + random.random_range(1..12)).min(places.len() - 1);
                text.drain(places[from] + 1..=places[until]);
            }
            let expected = is_subsequence(&scene.needed, &text) && scene.is_interesting_as_whole(&text);
            assert_eq!(scene.is_interesting(&text), expected, "{}", String::from_utf8_lossy(&text));
            n_interesting += u32::from(expected);
        }
        assert!((15..285).contains(&n_interesting), "{n_interesting}");
    }
}
