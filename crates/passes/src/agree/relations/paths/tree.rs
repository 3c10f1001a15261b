//! Paths, and which of them are below others.

use dwindle_reduce::cost::is_word_byte;
use rustc_hash::FxHashMap;

use super::texts::Text;

/// Paths in a tree.
pub(super) struct Tree<'a> {
    /// By path: the longest path above it.
    pub(super) parents: Vec<Option<usize>>,
    /// Whether paths begin with their own names: `cn=Bob,ou=sales`.
    pub(super) is_reversed: bool,
    by_path: FxHashMap<&'a [u8], usize>,
    /// By what follows the path above, without a part with which all of these begin.
    by_name: FxHashMap<&'a [u8], Vec<usize>>,
}

/// What parts paths.
const MARKS: &[u8] = b"/.,:\\";
/// The fewest paths, and the fewest of them that are below others.
const FEWEST: usize = 5;
const FEWEST_NESTED: usize = 2;
/// In a complete tree, at least so many paths are below others.
const MANY_NESTED: usize = 8;

impl<'a> Tree<'a> {
    /// Returns the tree of texts; `None` if two are equal or too few are below others. O(bytes ·
    /// parts).
    pub(super) fn of(texts: &[&Text<'a>]) -> Option<Tree<'a>> {
        if texts.len() < FEWEST {
            return None;
        }
        let paths = || texts.iter().map(|text| text.bytes);
        let by_path: FxHashMap<&[u8], usize> = paths().enumerate().map(|(node, path)| (path, node)).collect();
        if by_path.len() < texts.len() {
            return None;
        }
        let kinds = MARKS.iter().flat_map(|&mark| [(mark, false), (mark, true)]);
        let parents = kinds.map(|(mark, is_reversed)| {
            let all = paths().map(|path| above(path, mark, is_reversed).find_map(|one| by_path.get(one)));
            (all.map(Option::<&usize>::copied).collect::<Vec<_>>(), mark, is_reversed)
        });
        let n_nested = |parents: &[Option<usize>]| parents.iter().flatten().count();
        // Of equal ones, the first.
        let best =
            parents.reduce(|best, next| if n_nested(&best.0) < n_nested(&next.0) { next } else { best });
        let (parents, mark, is_reversed) = best.filter(|(parents, ..)| FEWEST_NESTED <= n_nested(parents))?;
        let rest = |(path, parent): (&'a [u8], &Option<usize>)| {
            let n_above = parent.map_or(0, |parent| texts[parent].bytes.len() + 1);
            if is_reversed { &path[..path.len() - n_above] } else { &path[n_above..] }
        };
        let mut names: Vec<&[u8]> = paths().zip(&parents).map(rest).collect();
        let first = |name: &&'a [u8]| name.iter().position(|&byte| byte == mark).map(|end| &name[..end + 1]);
        let common = names.first().and_then(first).filter(|_| !is_reversed);
        if let Some(common) = common.filter(|common| names.iter().all(|name| name.starts_with(common))) {
            names.iter_mut().for_each(|name| *name = &name[common.len()..]);
        }
        let mut by_name: FxHashMap<&[u8], Vec<usize>> = FxHashMap::default();
        names.iter().enumerate().for_each(|(node, name)| by_name.entry(name).or_default().push(node));
        Some(Tree { parents, is_reversed, by_path, by_name })
    }

    /// Whether all paths but one are below others.
    pub(super) fn is_complete(&self) -> bool {
        let n_nested = self.parents.iter().flatten().count();
        MANY_NESTED <= n_nested && self.parents.len() == n_nested + 1
    }

    /// Returns the path that a text means which is used below `user`: the path itself, or the
    /// nearest one of that name which is below `user` or a path above it, or below none.
    pub(super) fn meant(&self, text: &[u8], user: Option<usize>) -> Option<usize> {
        if let Some(&node) = self.by_path.get(text) {
            return Some(node);
        }
        let named = self.by_name.get(text).filter(|_| text.iter().any(|&byte| is_word_byte(byte)))?;
        let mut scope = user;
        loop {
            if let Some(&node) = named.iter().find(|&&node| self.parents[node] == scope) {
                return Some(node);
            }
            scope = self.parents[scope?];
        }
    }
}

/// Returns what may be above a path, the longest first.
fn above(path: &[u8], mark: u8, is_reversed: bool) -> Box<dyn Iterator<Item = &[u8]> + '_> {
    let marks = move |at: &usize| path[*at] == mark;
    match is_reversed {
        false => Box::new((1..path.len()).rev().filter(marks).map(|at| &path[..at])),
        true => Box::new((0..path.len() - 1).filter(marks).map(|at| &path[at + 1..])),
    }
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::Document;

    use super::super::super::super::facts::DocumentFacts;
    use super::super::texts::texts;
    use super::*;

    /// Checks the parents of the texts behind `name:`, and what other texts mean below the first.
    fn check(names: &[&str], parents: &[Option<usize>], meant: &[(&str, Option<usize>)]) {
        let text: String = names.iter().map(|name| format!("name: {name}\n")).collect();
        let facts = DocumentFacts::of(&Document::single("a", text));
        let all = texts(&facts);
        let tree = Tree::of(&all.iter().collect::<Vec<_>>()).unwrap();
        assert_eq!(tree.parents, parents);
        for (text, node) in meant {
            assert_eq!(tree.meant(text.as_bytes(), Some(0)), *node, "{text}");
        }
    }

    #[test]
    fn the_nearest_path_of_a_name_is_meant() {
        let names = ["lib/a", "lib/a/lib/b", "lib/b", "lib/b/lib/c", "lib/d"];
        let parents = [None, Some(0), None, Some(2), None];
        let meant = [("b", Some(1)), ("d", Some(4)), ("c", None), ("lib/b/lib/c", Some(3)), ("lib", None)];
        check(&names, &parents, &meant);
    }

    #[test]
    fn paths_may_begin_with_their_own_names() {
        let names = ["dc=x", "ou=a,dc=x", "cn=Bo Li,ou=a,dc=x", "cn=Al,dc=x", "ou=b,ou=a,dc=x"];
        check(&names, &[None, Some(0), Some(1), Some(0), Some(1)], &[("cn=Al,dc=x", Some(3))]);
    }
}
