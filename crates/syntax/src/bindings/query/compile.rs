//! Compiles the text of a query to patterns.

use std::sync::Arc;

use super::error::QueryError;
use super::find::Query;
use super::pattern::{CaptureId, Child, Follow, Part, Pattern, Setting, Shape, Test, TextTest};
use crate::own::{Dialect, read_sexpr};
use crate::tree::{FieldId, Kinds, Naming, NodeId, Tree};

impl Query {
    /// Compiles a query for the kinds of a language.
    ///
    /// # Errors
    /// When the query uses a kind or field that the language does not have, or syntax that is not
    /// supported.
    pub fn new(text: &str, kinds: &Arc<Kinds>) -> Result<Query, QueryError> {
        let source = read_sexpr(text.as_bytes(), Dialect::Lisp)
            .ok_or_else(|| QueryError::Unexpected("so long a query".to_owned()))?;
        let mut compiler = Compiler { source, kinds, captures: Vec::new() };
        let items = compiler.items(compiler.source.root());
        let mut patterns = Vec::new();
        let mut at = 0;
        while at < items.len() {
            let mut pattern = Pattern::default();
            (pattern.root, at) = compiler.shape(&items, at, &mut pattern)?;
            patterns.push(pattern);
        }
        Ok(Query::of(kinds.clone(), patterns, compiler.captures))
    }
}

struct Compiler<'a> {
    source: Tree,
    kinds: &'a Kinds,
    captures: Vec<String>,
}

impl Compiler<'_> {
    /// Returns the items of a list, without its brackets and comments.
    fn items(&self, list: NodeId) -> Vec<NodeId> {
        let is_item = |&node: &NodeId| self.source.is_named(node) && !self.source.is_extra(node);
        self.source.children(list).filter(is_item).collect()
    }

    fn text(&self, node: NodeId) -> String {
        String::from_utf8_lossy(self.source.text_of(node)).into_owned()
    }

    fn unexpected<T>(&self, node: NodeId) -> Result<T, QueryError> {
        Err(QueryError::Unexpected(self.text(node)))
    }

    fn is_string(&self, node: NodeId) -> bool {
        self.source.kind_name(node) == "string"
    }

    fn is_list(&self, node: NodeId) -> bool {
        self.source.kind_name(node) == "list"
    }

    fn is_predicate(&self, node: NodeId) -> bool {
        self.is_list(node) && self.items(node).first().is_some_and(|&first| self.text(first).starts_with('#'))
    }

    /// Parses the node pattern at `items[at]` and the captures after it. Returns the index of the
    /// next item.
    fn shape(
        &mut self,
        items: &[NodeId],
        at: usize,
        pattern: &mut Pattern,
    ) -> Result<(Shape, usize), QueryError> {
        let node = items[at];
        let text = self.text(node);
        let mut shape = if self.is_string(node) {
            let name = unquoted(&text);
            let kinds: Vec<_> = self.kinds.find_all(&name, Naming::Anonymous).collect();
            if kinds.is_empty() {
                return Err(QueryError::UnknownKind(text));
            }
            Shape { test: Test::Kinds(kinds), ..Shape::default() }
        } else if !self.is_list(node) {
            if text != "_" {
                return self.unexpected(node);
            }
            Shape::default()
        } else if text.starts_with('[') {
            let inner = self.items(node);
            let mut shapes = Vec::new();
            let mut at = 0;
            while at < inner.len() {
                let (shape, next) = self.shape(&inner, at, pattern)?;
                shapes.push(shape);
                at = next;
            }
            Shape { test: Test::OneOf(shapes), ..Shape::default() }
        } else {
            self.node(node, pattern)?
        };
        let mut next = at + 1;
        while let Some(name) = items.get(next).map(|&item| self.text(item))
            && let Some(name) = name.strip_prefix('@')
        {
            shape.captures.push(self.capture(name));
            next += 1;
        }
        Ok((shape, next))
    }

    /// Parses `(kind …)` or a group `((…) …)`.
    fn node(&mut self, node: NodeId, pattern: &mut Pattern) -> Result<Shape, QueryError> {
        let items = self.items(node);
        let Some(&first) = items.first() else { return self.unexpected(node) };
        let (mut shape, mut at) = if self.is_list(first) || self.is_string(first) {
            self.shape(&items, 0, pattern)?
        } else {
            let name = self.text(first);
            let kinds: Vec<_> = self.kinds.find_all(&name, Naming::Named).collect();
            let test = match name.as_str() {
                "_" => Test::Named,
                _ if kinds.is_empty() => return Err(QueryError::UnknownKind(name)),
                _ => Test::Kinds(kinds),
            };
            (Shape { test, ..Shape::default() }, 1)
        };
        let (mut anchored, mut field) = (false, None);
        while let Some(&item) = items.get(at) {
            let text = self.text(item);
            at += 1;
            if self.is_predicate(item) {
                self.predicate(item, pattern)?;
            } else if text == "." {
                anchored = true;
            } else if let Some(name) = text.strip_suffix(':').filter(|_| !self.is_list(item)) {
                field = Some(self.field(name)?);
            } else if let Some(name) = text.strip_prefix('!') {
                shape.without.push(self.field(name)?);
            } else {
                let (child, next) = self.shape(&items, at - 1, pattern)?;
                let field = field.take();
                shape.children.push(Child { field, anchored: std::mem::take(&mut anchored), shape: child });
                at = next;
            }
        }
        if anchored || field.is_some() { self.unexpected(node) } else { Ok(shape) }
    }

    fn predicate(&mut self, node: NodeId, pattern: &mut Pattern) -> Result<(), QueryError> {
        let items = self.items(node);
        let words: Vec<String> = items
            .iter()
            .map(|&item| if self.is_string(item) { unquoted(&self.text(item)) } else { self.text(item) })
            .collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match words[..] {
            ["#set!", name] => {
                pattern.settings.push(Setting { name: name.to_owned(), value: String::new() });
            }
            ["#set!", name, value] => {
                pattern.settings.push(Setting { name: name.to_owned(), value: value.to_owned() });
            }
            ["#follow!", capture, field] => {
                let field = self.field(field)?;
                pattern.follows.push(Follow { capture: self.known_capture(capture)?, field });
            }
            [test @ ("#match?" | "#not-match?"), capture, start]
                if start == CAPITAL || is_literal_start(start) =>
            {
                pattern.tests.push(TextTest {
                    capture: self.known_capture(capture)?,
                    texts: vec![start.trim_start_matches('^').to_owned()],
                    part: if start == CAPITAL { Part::Capital } else { Part::Start },
                    wanted: test == "#match?",
                });
            }
            ["#eq?", a, b] if b.starts_with('@') => {
                pattern.same.push((self.known_capture(a)?, self.known_capture(b)?));
            }
            [test @ ("#eq?" | "#not-eq?" | "#any-of?" | "#not-any-of?"), capture, ref texts @ ..]
                if !texts.is_empty() =>
            {
                pattern.tests.push(TextTest {
                    capture: self.known_capture(capture)?,
                    texts: texts.iter().map(|&text| text.to_owned()).collect(),
                    part: Part::Whole,
                    wanted: !test.starts_with("#not-"),
                });
            }
            _ => return self.unexpected(node),
        }
        Ok(())
    }

    fn field(&self, name: &str) -> Result<FieldId, QueryError> {
        self.kinds.find_field(name).ok_or_else(|| QueryError::UnknownField(name.to_owned()))
    }

    fn capture(&mut self, name: &str) -> CaptureId {
        let index = self.captures.iter().position(|known| known == name).unwrap_or_else(|| {
            self.captures.push(name.to_owned());
            self.captures.len() - 1
        });
        CaptureId(u16::try_from(index).unwrap_or(u16::MAX))
    }

    fn known_capture(&self, name: &str) -> Result<CaptureId, QueryError> {
        let found = self.captures.iter().position(|known| Some(known.as_str()) == name.strip_prefix('@'));
        let index = found.and_then(|index| u16::try_from(index).ok());
        index.map(CaptureId).ok_or_else(|| QueryError::UnknownCapture(name.to_owned()))
    }
}

/// The regular expression for texts that start with a capital letter.
const CAPITAL: &str = "^[A-Z]";

/// Whether a regular expression is `^` followed by literal characters.
fn is_literal_start(pattern: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b":_-# ".contains(&byte);
    pattern.strip_prefix('^').is_some_and(|text| !text.is_empty() && text.bytes().all(is_plain))
}

fn unquoted(text: &str) -> String {
    let inner = text.trim_matches('"');
    inner.replace("\\\"", "\"").replace("\\\\", "\\")
}
