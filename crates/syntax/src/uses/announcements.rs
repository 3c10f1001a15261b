//! Definitions without a body, and the bodies that they announce.

use std::collections::HashMap;

use crate::bindings::{Bindings, DefinitionId};
use crate::tree::{NodeId, Tree};

/// Returns the definitions without a body of what has one, and those with one. Of several bodies,
/// only those of the same type, and with the same parameters, are returned if there are any; of a
/// method of a trait or interface all, whatever they call their parameters.
/// O(names · depth + definitions · bodies of the same name).
pub(super) fn announcements(bindings: &Bindings) -> Vec<(DefinitionId, Vec<DefinitionId>)> {
    let announced = bindings.numbered_definitions();
    let announced = announced.filter(|(_, found)| !found.has_body && !found.accompanies);
    let heads = Heads { bindings, owners: owners(bindings) };
    let mut known = HashMap::new();
    let with_bodies = announced.map(|(id, found)| {
        let all = bindings.entity(found.entity).definitions.iter().copied();
        let mut bodies: Vec<DefinitionId> = all.filter(|&id| bindings.definition(id).has_body).collect();
        let is_implemented = bodies.iter().any(|&id| bindings.definition(id).accompanies);
        if 1 < bodies.len() && !is_implemented {
            let head = heads.around(id);
            let mut of = |id: DefinitionId| known.entry(id).or_insert_with(|| heads.of_body(id)).clone();
            let owned = bodies.iter().copied().filter(|&body| of(body).owner == head.owner).collect();
            bodies = unless_empty(owned, bodies);
            let alike = bodies.iter().copied().filter(|&body| of(body).profile == head.profile).collect();
            bodies = unless_empty(alike, bodies);
        }
        (id, bodies)
    });
    with_bodies.filter(|(_, bodies)| !bodies.is_empty()).collect()
}

fn unless_empty(some: Vec<DefinitionId>, all: Vec<DefinitionId>) -> Vec<DefinitionId> {
    if some.is_empty() { all } else { some }
}

/// What tells definitions of the same name apart, in lower case.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Head {
    /// The type whose member it is.
    owner: Option<Vec<u8>>,
    /// The tokens between its name and its body or end.
    profile: Vec<Vec<u8>>,
}

struct Heads<'a> {
    bindings: &'a Bindings,
    /// By node that is removed with a definition: the definition's name.
    owners: HashMap<NodeId, NodeId>,
}

fn owners(bindings: &Bindings) -> HashMap<NodeId, NodeId> {
    bindings.definitions().iter().rev().filter_map(|found| Some((found.node?, found.name))).collect()
}

impl Heads<'_> {
    fn tree(&self) -> &Tree {
        self.bindings.tree()
    }

    /// Returns the head of a definition that belongs to the definition around it.
    fn around(&self, id: DefinitionId) -> Head {
        let name = self.bindings.definition(id).name;
        let holders = self.tree().ancestors(name).filter_map(|above| self.owners.get(&above));
        let owner = holders.copied().find(|&other| other != name);
        Head { owner: owner.map(|owner| self.text(owner)), profile: self.profile(name) }
    }

    /// Returns the head of a definition whose name may have a path: `T.f`, `T::f`.
    fn of_body(&self, id: DefinitionId) -> Head {
        let name = self.bindings.definition(id).name;
        let before: Vec<NodeId> = self.tokens_before(name).take(3).collect();
        let text = |at: usize| before.get(at).map_or(&b""[..], |&token| self.tree().text_of(token));
        let owner = match (text(0), text(1)) {
            (b"." | b"::", _) => before.get(1),
            (b":", b":") => before.get(2),
            _ => return self.around(id),
        };
        Head { owner: owner.map(|&owner| self.text(owner)), profile: self.profile(name) }
    }

    fn text(&self, node: NodeId) -> Vec<u8> {
        self.tree().text_of(node).to_ascii_lowercase()
    }

    fn tokens_before(&self, name: NodeId) -> impl Iterator<Item = NodeId> {
        let tokens = self.tree().tokens();
        tokens[..self.tree().token_range(name).start as usize].iter().rev().copied()
    }

    /// Returns the tokens behind a name, up to a body or the end of a declaration.
    fn profile(&self, name: NodeId) -> Vec<Vec<u8>> {
        const MOST: usize = 256;
        let tree = self.tree();
        let behind = &tree.tokens()[tree.token_range(name).end as usize..];
        let mut depth = 0_usize;
        let mut profile = Vec::new();
        for &token in behind.iter().take(MOST) {
            let text = self.text(token);
            match &*text {
                b";" | b"{" | b"is" | b"begin" | b"=" | b")" | b"]" if depth == 0 => break,
                b"(" | b"[" => depth += 1,
                b")" | b"]" => depth -= 1,
                _ => {}
            }
            profile.push(text);
        }
        profile
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::languages::by_name;

    /// Returns the lines of announcements, with those of their bodies.
    fn announced(text: &str) -> Vec<(usize, Vec<usize>)> {
        let outline = by_name("outline").unwrap();
        let tree = outline.parse(text.as_bytes()).unwrap();
        let bindings = Bindings::guessed(outline, &tree);
        let line_of = |id: DefinitionId| {
            let start = tree.range(bindings.definition(id).name).start;
            1 + text[..start].matches('\n').count()
        };
        let all = announcements(&bindings);
        all.into_iter().map(|(id, bodies)| (line_of(id), bodies.into_iter().map(line_of).collect())).collect()
    }

    #[test]
    fn overloaded_functions_are_told_apart_by_their_parameters() {
        let text = "\
procedure A (X : T := (1));
procedure A (X : S;
             Y : S);
procedure A (X : T := (1)) is
begin
end A;
procedure A (X : S; Y : S) is
begin
end A;
";
        assert_eq!(announced(text), [(1, vec![4]), (2, vec![7])]);
    }

    #[cfg(feature = "rust")]
    #[test]
    fn a_method_of_a_trait_announces_all_that_implement_it() {
        let text = "trait T { fn f(&self, a: u8); }\nstruct A;\nstruct B;\n\
            impl T for A { fn f(&self, a: u8) { g(a) } }\nimpl T for B { fn f(&self, _: u8) {} }\n";
        let rust = by_name("rust").unwrap();
        let tree = rust.parse(text.as_bytes()).unwrap();
        let bindings = Bindings::of(rust, &tree).unwrap();
        let n_bodies: Vec<usize> = announcements(&bindings).iter().map(|(_, bodies)| bodies.len()).collect();
        assert_eq!(n_bodies, [2]);
    }

    #[test]
    fn methods_are_told_apart_by_their_types() {
        let text = "\
TA = class
  procedure Go;
end;
TB = class
  procedure Go;
  procedure Other;
end;
procedure TB.Go;
begin
end;
procedure TA.Go;
begin
end;
";
        assert_eq!(announced(text), [(2, vec![11]), (5, vec![8])]);
    }
}
