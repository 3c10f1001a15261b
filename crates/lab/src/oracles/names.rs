//! Names of a C program that are used without a declaration.

use std::collections::HashSet;

use dwindle_syntax::{NodeId, Tree};

/// A namespace of C: one name may denote one thing in each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Namespace {
    /// Variables, functions, parameters, enumerators, macros.
    Ordinary,
    /// Types and tags.
    Type,
    /// Members of any structure or union.
    Member,
    /// Labels of any function.
    Label,
}

/// A name in its namespace.
pub type Name<'text> = (Namespace, &'text [u8]);

/// The names of a program, or of a part of one.
#[derive(Clone, Debug, Default)]
pub struct Names<'text> {
    /// Ordinary names and types declared outside of all blocks.
    pub exported: HashSet<Name<'text>>,
    /// Ordinary names and types used without an earlier declaration.
    pub missing: HashSet<Name<'text>>,
    /// Members and labels that are declared.
    pub anywhere: HashSet<Name<'text>>,
    /// Members and labels that are used.
    pub used_anywhere: HashSet<Name<'text>>,
}

/// Returns the names that are used without a declaration in scope.
///
/// Ordinary names and types must be declared before use, in the same block or around it; members
/// and labels anywhere. Types are not resolved: a member belongs to every structure. O(nodes ×
/// depth of blocks).
pub fn undeclared<'tree>(tree: &'tree Tree) -> HashSet<Name<'tree>> {
    let Names { mut missing, anywhere, used_anywhere, .. } = names(tree);
    missing.extend(used_anywhere.difference(&anywhere));
    missing
}

/// Returns the names of a tree, by the rules of [`undeclared`]. O(nodes × depth of blocks).
pub fn names<'tree>(tree: &'tree Tree) -> Names<'tree> {
    let outside = Scope::new(tree.len() as u32);
    let mut walk =
        Walk { tree, outside, blocks: Vec::new(), declaring: HashSet::new(), names: Names::default() };
    for node in tree.preorder(tree.root()) {
        walk.visit(node);
    }
    Names { exported: walk.outside.names, ..walk.names }
}

struct Scope<'tree> {
    /// The index after the last node of the block.
    end: u32,
    names: HashSet<Name<'tree>>,
}

impl Scope<'_> {
    fn new(end: u32) -> Self {
        Scope { end, names: HashSet::new() }
    }
}

struct Walk<'tree> {
    tree: &'tree Tree,
    outside: Scope<'tree>,
    /// The blocks around the node, innermost last.
    blocks: Vec<Scope<'tree>>,
    /// The leaves that declare names, found when visiting the declarations around them.
    declaring: HashSet<NodeId>,
    names: Names<'tree>,
}

impl<'tree> Walk<'tree> {
    fn visit(&mut self, node: NodeId) {
        let at = node.index() as u32;
        while self.blocks.last().is_some_and(|block| block.end <= at) {
            self.blocks.pop();
        }
        match self.tree.kind_name(node) {
            "function_definition" => {
                // The function's name belongs to the scope around it, its parameters to the
                // function.
                for leaf in self.declared_by(node) {
                    self.declare(leaf);
                }
                self.enter(node);
            }
            "declaration" | "parameter_declaration" | "field_declaration" | "type_definition" => {
                let leaves = self.declared_by(node);
                self.declaring.extend(leaves);
            }
            "enumerator"
            | "preproc_def"
            | "preproc_function_def"
            | "struct_specifier"
            | "union_specifier"
            | "enum_specifier" => self.declares(node, "name"),
            "labeled_statement" => self.declares(node, "label"),
            "compound_statement" | "for_statement" => self.enter(node),
            "parameter_list" | "preproc_params" => {
                // Parameters of old-style definitions and of macros are plain names.
                let names = self.tree.children(node).filter(|&child| self.namespace(child).is_some());
                self.declaring.extend(names.collect::<Vec<_>>());
                let mut around = self.tree.ancestors(node).map(|above| self.tree.kind_name(above));
                let is_defined =
                    around.find(|kind| !kind.ends_with("declarator")) == Some("function_definition");
                if !is_defined {
                    self.enter(node);
                }
            }
            _ => self.leaf(node),
        }
    }

    fn leaf(&mut self, node: NodeId) {
        if !self.tree.is_leaf(node) {
            return;
        }
        let Some(namespace) = self.namespace(node) else { return };
        if self.declaring.contains(&node) {
            self.declare(node);
            return;
        }
        let name = (namespace, self.tree.text_of(node));
        match namespace {
            Namespace::Member | Namespace::Label => {
                self.names.used_anywhere.insert(name);
            }
            Namespace::Ordinary | Namespace::Type => {
                let mut scopes = self.blocks.iter().chain([&self.outside]);
                if !scopes.any(|scope| scope.names.contains(&name)) {
                    self.names.missing.insert(name);
                }
            }
        }
    }

    fn namespace(&self, leaf: NodeId) -> Option<Namespace> {
        match self.tree.kind_name(leaf) {
            "identifier" => Some(Namespace::Ordinary),
            "type_identifier" => Some(Namespace::Type),
            "field_identifier" => Some(Namespace::Member),
            "statement_identifier" => Some(Namespace::Label),
            _ => None,
        }
    }

    fn enter(&mut self, node: NodeId) {
        self.blocks.push(Scope::new(self.tree.subtree(node).end));
    }

    fn declare(&mut self, leaf: NodeId) {
        let Some(namespace) = self.namespace(leaf) else { return };
        let name = (namespace, self.tree.text_of(leaf));
        match namespace {
            Namespace::Member | Namespace::Label => {
                self.names.anywhere.insert(name);
            }
            Namespace::Ordinary | Namespace::Type => {
                self.blocks.last_mut().unwrap_or(&mut self.outside).names.insert(name);
            }
        }
    }

    fn declares(&mut self, node: NodeId, field: &str) {
        let name = self.tree.children(node).find(|&child| self.tree.field_name(child) == Some(field));
        self.declaring.extend(name);
    }

    /// Returns the leaves that a declaration declares: through declarators, past pointers, arrays,
    /// parentheses and initializers.
    fn declared_by(&self, declaration: NodeId) -> Vec<NodeId> {
        let mut leaves = Vec::new();
        let mut rest: Vec<NodeId> = self.declarators(declaration).collect();
        while let Some(node) = rest.pop() {
            match self.namespace(node) {
                Some(_) => leaves.push(node),
                None if self.tree.kind_name(node) == "parenthesized_declarator" => {
                    rest.extend(self.tree.children(node).filter(|&child| self.tree.is_named(child)));
                }
                None => rest.extend(self.declarators(node)),
            }
        }
        leaves
    }

    fn declarators(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.tree.children(node).filter(|&child| self.tree.field_name(child) == Some("declarator"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn missing(text: &str) -> String {
        let language = dwindle_syntax::languages::by_name("c").unwrap();
        let tree = language.parse(text.as_bytes()).unwrap();
        assert!(!tree.has_error(tree.root()), "{text}");
        let mut found: Vec<String> =
            undeclared(&tree).iter().map(|(_, name)| String::from_utf8_lossy(name).into_owned()).collect();
        found.sort();
        found.join(" ")
    }

    #[test]
    fn declared_names_may_be_used() {
        for text in [
            "int a, *b = &a, c[3] = {1}; int d = c[0] + *b;",
            "int (*f)(int x), (*g[2])(void); int h(void) { return f(1) + g[0](); }",
            "typedef struct S { int x; struct S *next; } T; int f(T *t) { return t->next->x; }",
            "int f(int n) { again: for (int i = 0; i < n; i++) { if (i) goto again; } return f(n); }",
            "enum E { A, B = A }; int f(void) { return B; }",
            "int f(a, b) int a; int b; { return a + b; }",
            "struct P { int x; }; struct P p = { .x = 1 };",
            "#define MAX 3\nint a[MAX];",
            "int f(int), g(void); int h(void) { return f(g()); }",
        ] {
            assert_eq!(missing(text), "", "{text}");
        }
    }

    #[test]
    fn names_without_a_declaration_are_found() {
        assert_eq!(missing("int f(void) { return a + b(c); }"), "a b c");
        assert_eq!(missing("T x; int f(T *t) { return t->member; }"), "T member");
        assert_eq!(missing("int f(void) { goto out; return 0; }"), "out");
        assert_eq!(missing("int g(void) { return later; } int later;"), "later");
    }

    #[test]
    fn names_end_with_their_block() {
        assert_eq!(missing("int f(int n) { { int i = 1; } return i; }"), "i");
        assert_eq!(missing("int f(int n) { return n; } int g(void) { return n; }"), "n");
        assert_eq!(missing("int f(int n); int g(void) { return n; }"), "n");
        assert_eq!(missing("int f(void) { for (int i = 0; i < 3; i++) { } return i; }"), "i");
        assert_eq!(missing("int f(int n) { int n2 = n; return n2; }"), "");
    }
}
