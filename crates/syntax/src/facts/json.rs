//! Parsing tree-sitter's `grammar.json`.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};

/// A `grammar.json`, without the parts that matching does not need.
#[derive(Debug, Deserialize)]
pub(super) struct GrammarFile {
    pub(super) name: String,
    #[serde(deserialize_with = "in_order")]
    pub(super) rules: Vec<(String, RawRule)>,
    #[serde(default)]
    pub(super) extras: Vec<RawRule>,
    #[serde(default)]
    pub(super) externals: Vec<RawRule>,
    #[serde(default)]
    pub(super) inline: Vec<String>,
    #[serde(default)]
    pub(super) supertypes: Vec<String>,
}

impl GrammarFile {
    /// Returns the body of the rule that a symbol refers to; any other rule itself.
    pub(super) fn definition_of<'a>(&'a self, rule: &'a RawRule) -> &'a RawRule {
        let RawRule::Symbol { name: wanted } = rule else { return rule };
        self.rules.iter().find(|(name, _)| name == wanted).map_or(rule, |(_, body)| body)
    }
}

/// A rule as written in `grammar.json`.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub(super) enum RawRule {
    Blank,
    Symbol { name: String },
    String { value: String },
    Pattern { value: String, flags: Option<String> },
    Seq { members: Vec<RawRule> },
    Choice { members: Vec<RawRule> },
    Repeat { content: Box<RawRule> },
    Repeat1 { content: Box<RawRule> },
    Token { content: Box<RawRule> },
    ImmediateToken { content: Box<RawRule> },
    Alias { content: Box<RawRule>, named: bool, value: String },
    Field { content: Box<RawRule> },
    Reserved { content: Box<RawRule> },
    Prec { value: serde_json::Value, content: Box<RawRule> },
    PrecLeft { value: serde_json::Value, content: Box<RawRule> },
    PrecRight { value: serde_json::Value, content: Box<RawRule> },
    PrecDynamic { value: serde_json::Value, content: Box<RawRule> },
}

impl RawRule {
    /// Returns the rule inside precedences.
    pub(super) fn without_precedence(&self) -> &RawRule {
        let mut rule = self;
        while let RawRule::Prec { content, .. }
        | RawRule::PrecLeft { content, .. }
        | RawRule::PrecRight { content, .. }
        | RawRule::PrecDynamic { content, .. } = rule
        {
            rule = content;
        }
        rule
    }
}

/// Deserializes a map as a list: the first rule is the start rule.
fn in_order<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<(String, RawRule)>, D::Error> {
    struct InOrder;

    impl<'de> Visitor<'de> for InOrder {
        type Value = Vec<(String, RawRule)>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("rules by name")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut rules = Vec::new();
            while let Some(entry) = map.next_entry()? {
                rules.push(entry);
            }
            Ok(rules)
        }
    }

    deserializer.deserialize_map(InOrder)
}
