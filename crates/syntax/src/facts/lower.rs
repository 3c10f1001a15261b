//! Lowers `grammar.json` to [`Rules`].
//!
//! It follows tree-sitter's generator in deciding which nodes a tree shows: names that begin with
//! `_`, supertypes and inlined rules make no nodes; a literal makes an anonymous node, a pattern
//! none; a rule that is one token, which nothing else uses, is that token.

use std::collections::HashMap;

use super::external::{External, external};
use super::json::{GrammarFile, RawRule};
use super::pattern::{may_be_blank, may_be_spaces, shortest_text};
use super::rules::{Expr, Kind, KindName, Origin, Precision, Rule, RuleRole, Rules, Token};

/// Why a `grammar.json` or `node-types.json` could not be read.
#[derive(Debug, thiserror::Error)]
pub enum RulesError {
    /// It is not the JSON of a grammar.
    #[error("not the JSON of a grammar: {0}")]
    Json(#[from] serde_json::Error),
    /// A rule uses a name that is neither a rule nor an external token.
    #[error("the rule {rule} uses {used}, which is not defined")]
    Undefined {
        /// The rule.
        rule: String,
        /// The undefined name.
        used: String,
    },
    /// There are more than 65,535 rules, tokens or kinds.
    #[error("the grammar is too large")]
    TooLarge,
}

impl Rules {
    /// Parses a `grammar.json`, which every tree-sitter grammar ships.
    ///
    /// # Errors
    /// When the text is not a valid `grammar.json`.
    pub fn from_json(json: &str, origin: Origin) -> Result<Rules, RulesError> {
        let file: GrammarFile = serde_json::from_str(json)?;
        let mut lowering = Lowering::new(&file);
        let mut rules = Vec::with_capacity(file.rules.len());
        for (index, (name, raw)) in file.rules.iter().enumerate() {
            rules.push(lowering.rule(index, name, raw)?);
        }
        for external in &file.externals {
            if let RawRule::Symbol { name } = external {
                lowering.symbol(name, name)?;
            }
        }
        let Lowering { kinds, tokens, .. } = lowering;
        if [kinds.len(), tokens.len(), rules.len()].iter().any(|n| usize::from(u16::MAX) <= *n) {
            return Err(RulesError::TooLarge);
        }
        let spaces = file.extras.iter().any(|extra| may_be_spaces(file.definition_of(extra)));
        Ok(Rules { name: file.name, origin, kinds, rules, tokens, spaces, precision: Precision::Exact })
    }
}

struct Lowering<'a> {
    file: &'a GrammarFile,
    rule_of: HashMap<&'a str, u16>,
    kinds: Vec<KindName>,
    kind_of: HashMap<KindName, Kind>,
    tokens: Vec<Token>,
    /// Every token of the rules, with its number of uses.
    uses: Vec<(TokenKey<'a>, u16, usize)>,
    externals: HashMap<&'a str, u16>,
}

/// The identity of a token for the generator.
#[derive(Clone, Copy, PartialEq)]
enum TokenKey<'a> {
    Plain(&'a RawRule),
    Marked(&'a RawRule),
}

impl<'a> Lowering<'a> {
    fn new(file: &'a GrammarFile) -> Lowering<'a> {
        let rule_of = (0u16..).zip(&file.rules).map(|(index, (name, _))| (name.as_str(), index)).collect();
        let mut lowering = Lowering {
            file,
            rule_of,
            kinds: Vec::new(),
            kind_of: HashMap::new(),
            tokens: Vec::new(),
            uses: Vec::new(),
            externals: HashMap::new(),
        };
        for (_, raw) in &file.rules {
            lowering.find_tokens(raw);
        }
        for external in &file.externals {
            lowering.find_tokens(external);
        }
        lowering
    }

    fn kind(&mut self, name: &str, named: bool) -> Kind {
        let key = KindName { name: name.into(), named };
        if let Some(kind) = self.kind_of.get(&key) {
            return *kind;
        }
        let kind = Kind(u16::try_from(self.kinds.len()).unwrap_or(u16::MAX));
        self.kinds.push(key.clone());
        self.kind_of.insert(key, kind);
        kind
    }

    fn add_token(&mut self, token: Token) -> u16 {
        self.tokens.push(token);
        u16::try_from(self.tokens.len() - 1).unwrap_or(u16::MAX)
    }

    fn find_tokens(&mut self, raw: &'a RawRule) {
        if let Some((key, literal)) = as_token(raw) {
            if let Some(use_) = self.uses.iter_mut().find(|(known, ..)| *known == key) {
                use_.2 += 1;
                return;
            }
            let kind = literal.map(|text| self.kind(text, false));
            let immediate = matches!(raw.without_precedence(), RawRule::ImmediateToken { .. });
            let sample = shortest_text(raw).map(String::into_boxed_str);
            let token = self.add_token(Token { kind, sample, immediate, may_be_blank: may_be_blank(raw) });
            self.uses.push((key, token, 1));
            return;
        }
        match raw {
            RawRule::Seq { members } | RawRule::Choice { members } => {
                members.iter().for_each(|member| self.find_tokens(member));
            }
            RawRule::Repeat { content }
            | RawRule::Repeat1 { content }
            | RawRule::Alias { content, .. }
            | RawRule::Field { content }
            | RawRule::Reserved { content }
            | RawRule::Prec { content, .. }
            | RawRule::PrecLeft { content, .. }
            | RawRule::PrecRight { content, .. }
            | RawRule::PrecDynamic { content, .. } => self.find_tokens(content),
            _ => {}
        }
    }

    fn is_hidden(&self, name: &str) -> bool {
        let listed = |list: &[String]| list.iter().any(|listed| listed == name);
        name.starts_with('_') || listed(&self.file.supertypes) || listed(&self.file.inline)
    }

    fn rule(&mut self, index: usize, name: &str, raw: &'a RawRule) -> Result<Rule, RulesError> {
        let kind = (!self.is_hidden(name)).then(|| self.kind(name, true));
        let inlined = self.file.inline.iter().any(|inlined| inlined == name);
        let role = if 0 < index && self.is_lexical(raw, kind) {
            RuleRole::Lexical
        } else if inlined {
            RuleRole::Inlined
        } else {
            RuleRole::Syntactic
        };
        Ok(Rule { kind, role, body: self.expr(name, raw)? })
    }

    /// Whether a rule is a token of its own: it consists of one token that nothing else uses. A
    /// literal keeps its own node if the rule is hidden.
    fn is_lexical(&self, raw: &RawRule, kind: Option<Kind>) -> bool {
        let Some((key, literal)) = as_token(raw) else { return false };
        let used_once = self.uses.iter().any(|(known, _, uses)| *known == key && *uses == 1);
        used_once && (literal.is_none() || kind.is_some())
    }

    fn expr(&mut self, rule: &str, raw: &'a RawRule) -> Result<Expr, RulesError> {
        if let Some((key, _)) = as_token(raw) {
            let token = self.uses.iter().find(|(known, ..)| *known == key).map_or(0, |(_, token, _)| *token);
            return Ok(Expr::Token(token));
        }
        let all = |lowering: &mut Self, members: &'a [RawRule]| {
            members.iter().map(|member| lowering.expr(rule, member)).collect::<Result<Vec<_>, _>>()
        };
        Ok(match raw {
            RawRule::Symbol { name } => self.symbol(rule, name)?,
            RawRule::Seq { members } => Expr::Seq(all(self, members)?),
            RawRule::Choice { members } => Expr::Choice(all(self, members)?),
            RawRule::Repeat { content } => Expr::Repeat(Box::new(self.expr(rule, content)?)),
            RawRule::Repeat1 { content } => Expr::Repeat1(Box::new(self.expr(rule, content)?)),
            RawRule::Alias { content, named, value } => {
                let kind = self.kind(value, *named);
                Expr::Alias(kind, Box::new(self.expr(rule, content)?))
            }
            RawRule::Field { content }
            | RawRule::Reserved { content }
            | RawRule::Prec { content, .. }
            | RawRule::PrecLeft { content, .. }
            | RawRule::PrecRight { content, .. }
            | RawRule::PrecDynamic { content, .. } => self.expr(rule, content)?,
            RawRule::Blank
            | RawRule::String { .. }
            | RawRule::Pattern { .. }
            | RawRule::Token { .. }
            | RawRule::ImmediateToken { .. } => Expr::Seq(Vec::new()),
        })
    }

    fn symbol(&mut self, rule: &str, name: &'a str) -> Result<Expr, RulesError> {
        if let Some(index) = self.rule_of.get(name) {
            return Ok(Expr::Rule(*index));
        }
        if let Some(token) = self.externals.get(name) {
            return Ok(Expr::Token(*token));
        }
        let is_external =
            |raw: &RawRule| matches!(raw, RawRule::Symbol { name: external } if external == name);
        if !self.file.externals.iter().any(is_external) {
            return Err(RulesError::Undefined { rule: rule.to_owned(), used: name.to_owned() });
        }
        let kind = (!self.is_hidden(name)).then(|| self.kind(name, true));
        let known = external(&self.file.name, name);
        let sample = match known {
            Some(External::Text(text)) => Some(Box::from(text)),
            Some(External::Condition) | None => None,
        };
        let may_be_blank = known != Some(External::Condition);
        let token = self.add_token(Token { kind, sample, immediate: false, may_be_blank });
        self.externals.insert(name, token);
        Ok(Expr::Token(token))
    }
}

/// If a rule is one token, returns its identity, and its text if it is a literal.
fn as_token(raw: &RawRule) -> Option<(TokenKey<'_>, Option<&str>)> {
    let literal = |raw: &RawRule| matches!(raw, RawRule::String { .. });
    match raw {
        RawRule::String { value } => Some((TokenKey::Plain(raw), Some(value))),
        RawRule::Pattern { .. } => Some((TokenKey::Plain(raw), None)),
        RawRule::Token { content } if literal(content) => as_token(content),
        RawRule::Token { content } | RawRule::ImmediateToken { content } => {
            let text = match content.without_precedence() {
                RawRule::String { value } => Some(value.as_str()),
                _ => None,
            };
            Some((TokenKey::Marked(raw), text))
        }
        RawRule::Prec { .. }
        | RawRule::PrecLeft { .. }
        | RawRule::PrecRight { .. }
        | RawRule::PrecDynamic { .. } => match raw.without_precedence() {
            inner @ (RawRule::Token { .. } | RawRule::ImmediateToken { .. }) => {
                Some((TokenKey::Marked(raw), as_token(inner)?.1))
            }
            _ => None,
        },
        _ => None,
    }
}
