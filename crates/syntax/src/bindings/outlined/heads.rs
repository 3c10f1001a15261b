//! What a line of an outline defines.

use super::words::{Word, meaning};
use crate::tree::{NodeId, Tree};

/// What a line is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// It names other files.
    Import,
    /// It has members.
    Type,
    /// It holds definitions that are visible elsewhere.
    Holder,
    /// What it holds is only visible in it.
    Function,
    /// It declares something that holds nothing.
    Value,
    /// It assigns to what something else may declare.
    Assignment,
    /// It defines nothing.
    Statement,
}

/// The beginning of a line.
#[derive(Debug)]
pub(super) struct Head {
    pub(super) sort: Sort,
    /// The names that it defines.
    pub(super) names: Vec<NodeId>,
    /// The type before the name, such as `A` in `A.b`.
    pub(super) path: Option<NodeId>,
}

impl Head {
    fn of(sort: Sort, names: Vec<NodeId>) -> Head {
        Head { sort, names, path: None }
    }
}

/// Returns the head of a line. O(tokens of the line).
pub(super) fn head(tree: &Tree, line: NodeId) -> Head {
    let is_block = |&item: &NodeId| tree.kind_name(item) == "block";
    let mut rest = tree.children(line).peekable();
    // What is generic comes before the definition, on lines of its own.
    if rest.next_if(|&word| tree.text_of(word).eq_ignore_ascii_case(b"generic")).is_some() {
        rest.next_if(is_block);
    }
    let items: Vec<NodeId> = rest.take_while(|item| !is_block(item)).collect();
    let items = Items { tree, items: &items };
    let mut at = 0;
    let mut found = None;
    // `class function`, `package body`, `enum class`: the last one counts.
    loop {
        match items.word(at) {
            Some(Word::Modifier) => at += 1,
            Some(word @ (Word::Function | Word::Type | Word::Holder | Word::Value | Word::Import)) => {
                // `type = …`, `input(a)`: there it is a name.
                if found.is_none() && matches!(items.sign(at + 1), Some(b'=' | b':' | b'.')) {
                    break;
                }
                found = match (found, word) {
                    // `type record`, `const fn`; but `package type`.
                    (Some(Word::Function), _) | (Some(Word::Holder | Word::Type), Word::Value) => found,
                    _ => Some(word),
                };
                at += 1;
            }
            // An attribute: `@property`, `[[nodiscard]]`, `template(T)`.
            None if items.sign(at) == Some(b'@') => at += 2 + usize::from(items.is_group(at + 2)),
            None if items.sign(at) == Some(b'#') && items.is_group(at + 1) => at += 2,
            None if at == 0 && items.is_group(at) => at += 1,
            _ => break,
        }
    }
    match found {
        // `type A {`, `input A {`: it has members.
        Some(Word::Value) if items.names_a_type(at) && items.has_members(at) => items.defined(Word::Type, at),
        Some(Word::Import) => Head::of(Sort::Import, items.imported(at)),
        Some(word) => items.defined(word, at),
        None => items.undeclared(at),
    }
}

struct Items<'a> {
    tree: &'a Tree,
    items: &'a [NodeId],
}

impl Items<'_> {
    /// Returns the meaning of the word at a place, if there is one.
    fn word(&self, at: usize) -> Option<Word> {
        let item = *self.items.get(at)?;
        (self.tree.kind_name(item) == "word").then(|| meaning(self.tree.text_of(item)))
    }

    fn is_name(&self, at: usize) -> bool {
        self.word(at) == Some(Word::Name)
    }

    /// Returns the punctuation at a place, if there is any.
    fn sign(&self, at: usize) -> Option<u8> {
        let item = *self.items.get(at)?;
        let text = self.tree.text_of(item);
        (self.tree.kind_name(item) == "punctuation").then(|| text[0])
    }

    fn is_group(&self, at: usize) -> bool {
        self.items.get(at).is_some_and(|&item| self.tree.kind_name(item) == "group")
    }

    /// Returns the names that an import brings: the last part of each path.
    fn imported(&self, from: usize) -> Vec<NodeId> {
        let mut names = Vec::new();
        for at in from..self.items.len() {
            let is_last = !matches!(self.sign(at + 1), Some(b'.' | b':' | b'/' | b'-'));
            if self.word(at).is_some_and(|word| word != Word::Import && word != Word::Modifier) && is_last {
                names.push(self.items[at]);
            }
        }
        names
    }

    /// Returns what a line defines behind a word such as `function`.
    fn defined(&self, word: Word, from: usize) -> Head {
        let sort = match word {
            Word::Function => Sort::Function,
            Word::Type => Sort::Type,
            Word::Holder => Sort::Holder,
            _ => Sort::Value,
        };
        // `var int a`, `let (a, b)`, `sub { }`: the rules of declarations without a word.
        let Some(mut at) = (from..self.items.len()).find(|&at| self.word(at).is_some()) else {
            return Head::of(sort, Vec::new());
        };
        let first = at;
        // Without these words, nothing would end the path: `function T.f`.
        while self.sign(at + 1) == Some(b'.') && self.word(at + 2).is_some() {
            at += 2;
        }
        let mut names = vec![self.items[at]];
        if word == Word::Value {
            if self.is_name(at) && self.is_name(at + 1) {
                let typed = self.undeclared(at);
                names = if typed.names.is_empty() { names } else { typed.names };
            } else {
                names.extend(self.list(at + 1));
            }
        }
        Head { sort, names, path: (first < at).then(|| self.items[at - 2]) }
    }

    /// Returns the names behind commas, from a place on.
    fn list(&self, from: usize) -> Vec<NodeId> {
        let mut at = from;
        let mut names = Vec::new();
        while self.sign(at) == Some(b',') && self.is_name(at + 1) {
            names.push(self.items[at + 1]);
            at += 2;
        }
        names
    }

    /// Returns what a line defines without such a word: `a, b : T`, `T a = b`, `a = b`.
    fn undeclared(&self, from: usize) -> Head {
        // `this() { … }` and `unittest { … }` define nothing for others, but hold definitions
        // of their own.
        let has_body = (0..self.items.len()).any(|at| self.is_braced(at));
        let is_named = matches!(self.word(from), Some(Word::Name | Word::Other));
        let sort = if has_body && is_named { Sort::Function } else { Sort::Statement };
        let none = || Head::of(sort, Vec::new());
        if !self.is_name(from) {
            return none();
        }
        let list = self.list(from + 1);
        let behind = from + 1 + 2 * list.len();
        let all = || std::iter::once(self.items[from]).chain(list.iter().copied()).collect();
        let is_next = |at: usize, signs: &[u8]| self.sign(at).is_some_and(|sign| signs.contains(&sign));
        // `a, b : T`; not `a : ` alone, `a := b` or `a::b`.
        if self.sign(behind) == Some(b':') && !is_next(behind + 1, b"=:") && behind + 1 < self.items.len() {
            return Head::of(Sort::Value, all());
        }
        // `a(b): T`, and no body.
        let is_typed =
            self.is_round(from + 1) && self.sign(from + 2) == Some(b':') && from + 3 < self.items.len();
        if is_typed && !has_body && !is_next(from + 3, b"=:") {
            return Head::of(Sort::Value, all());
        }
        // `fragment a on T { … }`: without this, the type would be the name.
        if self.is_before_on(from + 1) && self.has_members(from + 1) {
            return Head::of(Sort::Value, vec![self.items[from + 1]]);
        }
        let is_equals = self.sign(behind) == Some(b'=') && !is_next(behind + 1, b"=~>");
        let assigns = self.sign(behind) == Some(b':') && self.sign(behind + 1) == Some(b'=');
        if is_equals || assigns {
            return Head::of(Sort::Assignment, all());
        }
        // `T a;`, `T[] a = b`, `T f(…)`, `T<U> a`, `a.T* b`.
        let mut at = from + 1;
        while at < self.items.len() {
            let is_name = self.is_name(at);
            let ends = self.is_group(at + 1) || is_next(at + 1, b"=;,!") || at + 1 == self.items.len();
            if is_name && ends && self.sign(at - 1) != Some(b'.') {
                let is_called = self.is_round(at + 1) || self.sign(at + 1) == Some(b'!');
                let mut names = vec![self.items[at]];
                names.extend(self.list(at + 1));
                return Head::of(if is_called { Sort::Function } else { Sort::Value }, names);
            }
            let is_of_type = self.word(at).is_some_and(|word| !matches!(word, Word::Statement | Word::Other))
                || self.is_group(at)
                || is_next(at, b".:*&<>?!");
            if !is_of_type || (self.is_group(at) && self.is_round(at)) {
                return none();
            }
            at += 1;
        }
        none()
    }

    /// Whether the word before a place is for types and other definitions.
    fn names_a_type(&self, at: usize) -> bool {
        let word = at.checked_sub(1).map(|before| self.tree.text_of(self.items[before]));
        matches!(word, Some(b"type" | b"input"))
    }

    /// Whether `on` is behind a place.
    fn is_before_on(&self, at: usize) -> bool {
        self.items.get(at + 1).is_some_and(|&item| self.tree.text_of(item) == b"on")
    }

    /// Whether only names and signs stand between the name at a place and a body in braces.
    fn has_members(&self, at: usize) -> bool {
        let is_plain = |&at: &usize| self.is_name(at) || matches!(self.sign(at), Some(b'&' | b','));
        let end = at + (at..self.items.len()).take_while(is_plain).count();
        self.is_name(at) && self.is_group(end) && self.is_braced(end)
    }

    /// Whether a group is one of arguments.
    fn is_round(&self, at: usize) -> bool {
        self.opens_with(at, b'(')
    }

    /// Whether a group is a body in braces.
    fn is_braced(&self, at: usize) -> bool {
        self.opens_with(at, b'{')
    }

    fn opens_with(&self, at: usize, bracket: u8) -> bool {
        self.items.get(at).is_some_and(|&item| self.tree.text_of(item).starts_with(&[bracket]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::own::read_outline;

    #[track_caller]
    fn check(text: &str, sort: Sort, expected: &str) {
        let tree = read_outline(text.as_bytes()).unwrap();
        let line = tree.preorder(tree.root()).find(|&node| tree.kind_name(node) == "line").unwrap();
        let head = head(&tree, line);
        let names: Vec<_> =
            head.names.iter().map(|&name| String::from_utf8_lossy(tree.text_of(name))).collect();
        assert_eq!((head.sort, names.join(" ").as_str()), (sort, expected), "{text}");
    }

    #[test]
    fn words_say_what_is_defined() {
        check("procedure A (B : C) is", Sort::Function, "A");
        check("class Function T.F(a: b): c;", Sort::Function, "F");
        check("package body P is", Sort::Holder, "P");
        check("public static class A : B {", Sort::Type, "A");
        check("type T is record", Sort::Value, "T");
        check("enum class E {", Sort::Type, "E");
        check("const a, b = 1", Sort::Value, "a b");
        check("var int a = 1;", Sort::Value, "a");
        check("fn f(a) -> b {", Sort::Function, "f");
        check("sub a {", Sort::Function, "a");
        check("generic\n  type D is (<>);\nfunction A return D;", Sort::Function, "A");
        check("@a(b)\n@c\nvoid f()", Sort::Function, "f");
        check("constructor Create;", Sort::Function, "Create");
        check("functor F (K : S) : T =\nstruct\n  val a = b\nend", Sort::Type, "F");
        check("datatype t = A | B", Sort::Value, "t");
    }

    #[test]
    fn declarations_need_no_word() {
        check("a, b : T;", Sort::Value, "a b");
        check("T = class(TB)", Sort::Assignment, "T");
        check("T a;", Sort::Value, "a");
        check("const(T)[] a = b;", Sort::Value, "a");
        check("private T[U] a;", Sort::Value, "a");
        check("a.T* f(U b)", Sort::Function, "f");
        check("@property T f() const", Sort::Function, "f");
        check("auto a = b;", Sort::Assignment, "a");
    }

    #[test]
    fn statements_define_nothing() {
        for text in ["f(a);", "a.b(c) d;", "a := b;", "return a;", "if (a) b = c;", "a + b;", "x", "f (a) b"]
        {
            let expected = if text == "a := b;" { (Sort::Assignment, "a") } else { (Sort::Statement, "") };
            check(text, expected.0, expected.1);
        }
    }

    #[test]
    fn bodies_without_a_name_are_functions() {
        check("this(T a) { b; }", Sort::Function, "");
        check("unittest { b; }", Sort::Function, "");
        check("if (a) { b; }", Sort::Statement, "");
        check("upstream a { b; }", Sort::Value, "a");
        check("fragment a on T { b }", Sort::Value, "a");
    }

    #[test]
    fn types_have_members_in_braces() {
        check("type T implements A & B { c: D }", Sort::Type, "T");
        check("input T { c: D }", Sort::Type, "T");
        check("a(b: C): D!", Sort::Value, "a");
        check("event H F { b; }", Sort::Value, "F");
        check("var a: T { b }", Sort::Value, "a");
    }

    #[test]
    fn imports_bring_the_last_parts_of_paths() {
        check("with A.B; use A.B;", Sort::Import, "B B");
        check("import a.b : c, d;", Sort::Import, "c d");
        check("uses A, B;", Sort::Import, "A B");
    }
}
