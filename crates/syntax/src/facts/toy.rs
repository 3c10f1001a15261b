//! Small grammars for tests.

use super::automata::{Automata, HiddenText};
use super::rules::{Kind, Origin, Rules};
use super::shape::Shape;

/// The rules of a small grammar, read from JSON that the functions below write.
pub(super) struct Toy {
    pub(super) rules: Rules,
    shown: Automata,
    unseen: Automata,
}

impl Toy {
    /// Creates a grammar without externals and supertypes; the start rule comes first.
    pub(super) fn new(rules: &[(&str, String)]) -> Toy {
        Toy::with(rules, "[]", "[]", "[]")
    }

    pub(super) fn with(rules: &[(&str, String)], externals: &str, inline: &str, supertypes: &str) -> Toy {
        let rules: Vec<String> = rules.iter().map(|(name, rule)| format!(r#""{name}": {rule}"#)).collect();
        let rules = rules.join(",");
        let json = format!(
            r#"{{"name": "toy", "extras": [{{"type": "PATTERN", "value": "\\s"}}], "rules": {{{rules}}}, "externals": {externals}, "inline": {inline}, "supertypes": {supertypes}}}"#
        );
        let rules = Rules::from_json(&json, Origin::default()).unwrap();
        Toy {
            shown: Automata::new(&rules, HiddenText::Shown),
            unseen: Automata::new(&rules, HiddenText::Unseen),
            rules,
        }
    }

    /// Returns a kind by its name, or by its literal in quotes.
    pub(super) fn kind(&self, name: &str) -> Kind {
        if name == "HIDDEN" {
            return Kind::HIDDEN;
        }
        let literal = name.strip_prefix('\'').and_then(|name| name.strip_suffix('\''));
        let kind = self.rules.kind(literal.unwrap_or(name), literal.is_none());
        kind.unwrap_or_else(|| panic!("{name} is not in the grammar"))
    }

    /// Matches children, given as words, with the rule of a kind.
    pub(super) fn shape(&self, kind: &str, children: &str) -> Shape {
        let children: Vec<Kind> = children.split_whitespace().map(|child| self.kind(child)).collect();
        let shape = Shape::new(&self.shown, &self.rules, self.kind(kind), &children);
        if shape.is_known() {
            shape
        } else {
            Shape::new(&self.unseen, &self.rules, self.kind(kind), &children)
        }
    }

    #[track_caller]
    pub(super) fn check_matches(&self, kind: &str, children: &[&str]) {
        for children in children {
            assert!(self.shape(kind, children).is_known(), "{kind} should take {children}");
        }
    }

    #[track_caller]
    pub(super) fn check_refuses(&self, kind: &str, children: &[&str]) {
        for children in children {
            assert!(!self.shape(kind, children).is_known(), "{kind} should not take {children}");
        }
    }
}

pub(super) fn symbol(name: &str) -> String {
    format!(r#"{{"type": "SYMBOL", "name": "{name}"}}"#)
}

pub(super) fn text(value: &str) -> String {
    format!(r#"{{"type": "STRING", "value": "{value}"}}"#)
}

pub(super) fn pattern(value: &str) -> String {
    format!(r#"{{"type": "PATTERN", "value": "{value}"}}"#)
}

pub(super) fn seq(members: &[String]) -> String {
    format!(r#"{{"type": "SEQ", "members": [{}]}}"#, members.join(","))
}

pub(super) fn choice(members: &[String]) -> String {
    format!(r#"{{"type": "CHOICE", "members": [{}]}}"#, members.join(","))
}

pub(super) fn optional(member: String) -> String {
    choice(&[member, r#"{"type": "BLANK"}"#.to_owned()])
}

pub(super) fn repeat(content: &str) -> String {
    format!(r#"{{"type": "REPEAT", "content": {content}}}"#)
}

pub(super) fn repeat1(content: &str) -> String {
    format!(r#"{{"type": "REPEAT1", "content": {content}}}"#)
}

pub(super) fn alias(content: &str, value: &str) -> String {
    format!(r#"{{"type": "ALIAS", "content": {content}, "named": true, "value": "{value}"}}"#)
}

pub(super) fn token(content: &str) -> String {
    format!(r#"{{"type": "TOKEN", "content": {content}}}"#)
}

/// Writes `a (, a)*`.
pub(super) fn comma_list(element: &str) -> String {
    seq(&[symbol(element), repeat(&seq(&[text(","), symbol(element)]))])
}
