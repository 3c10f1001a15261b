//! Claims about the facts, on toy grammars.

use proptest::prelude::*;

use super::role::Role;
use super::shortest::ShortestTexts;
use super::toy::{
    Toy, alias, choice, comma_list, optional, pattern, repeat, repeat1, seq, symbol, text, token,
};

fn name() -> (&'static str, String) {
    ("name", pattern("[a-z]+"))
}

#[test]
fn repetitions_and_hidden_rules_belong_to_the_parent() {
    let toy = Toy::with(
        &[
            ("file", repeat(&symbol("_item"))),
            (
                "_item",
                choice(&[symbol("name"), symbol("value"), seq(&[text("("), symbol("_item"), text(")")])]),
            ),
            name(),
            ("value", choice(&[symbol("number"), symbol("word")])),
            ("number", pattern("[0-9]+")),
            ("word", seq(&[text("@"), symbol("name")])),
        ],
        "[]",
        "[]",
        r#"["value"]"#,
    );
    toy.check_matches(
        "file",
        &["", "name", "name number word name", "'(' name ')' name", "'(' '(' word ')' ')'"],
    );
    toy.check_refuses("file", &["'('", "'(' ')'", "'@'"]);
}

#[test]
fn a_literal_makes_a_node_and_a_pattern_none() {
    let toy = Toy::new(&[
        ("file", seq(&[text("<"), pattern("[^>]+"), text(">"), symbol("flag"), symbol("word")])),
        ("flag", text("on")),
        ("word", choice(&[text("on"), token(&choice(&[text("x"), text("y")]))])),
    ]);
    toy.check_matches("file", &["'<' '>' flag word"]);
    // `on` is used twice, so that `flag` is no token of its own.
    toy.check_matches("flag", &["'on'"]);
    toy.check_refuses("flag", &[""]);
    toy.check_matches("word", &["'on'", ""]);
}

#[test]
fn a_rule_that_is_one_token_of_its_own_is_a_leaf() {
    let toy = Toy::new(&[
        ("file", seq(&[symbol("this"), symbol("_end"), symbol("_stop")])),
        ("this", text("this")),
        ("_end", pattern("\\\\n")),
        ("_stop", text(";")),
    ]);
    toy.check_matches("this", &[""]);
    toy.check_refuses("this", &["'this'"]);
    toy.check_matches("file", &["this ';'"]);
}

#[test]
fn lists_written_as_recursion_are_exact() {
    let toy = Toy::new(&[
        ("file", choice(&[symbol("left"), symbol("right")])),
        ("left", symbol("_left")),
        ("_left", choice(&[seq(&[symbol("_left"), text(","), symbol("name")]), symbol("name")])),
        ("right", symbol("_right")),
        ("_right", choice(&[seq(&[symbol("name"), text(","), symbol("_right")]), symbol("name")])),
        name(),
    ]);
    for kind in ["left", "right"] {
        toy.check_matches(kind, &["name", "name ',' name", "name ',' name ',' name"]);
        toy.check_refuses(kind, &["", "','", "name ','", "',' name", "name name"]);
        assert_eq!(toy.shape(kind, "name ',' name ',' name").without(&[2]), Some(vec![1, 2]));
    }
}

#[test]
fn aliases_are_kinds_of_their_own() {
    let toy = Toy::with(
        &[
            ("file", seq(&[alias(&symbol("_pair"), "couple"), alias(&symbol("either"), "thing")])),
            ("_pair", seq(&[symbol("name"), symbol("name")])),
            ("either", choice(&[symbol("name"), symbol("number")])),
            name(),
            ("number", pattern("[0-9]+")),
            ("other", seq(&[alias(&repeat1(&symbol("name")), "names"), alias(&symbol("number"), "couple")])),
        ],
        "[]",
        r#"["either"]"#,
        "[]",
    );
    toy.check_matches("file", &["couple thing"]);
    toy.check_matches("couple", &["name name", ""]);
    toy.check_matches("thing", &[""]);
    toy.check_matches("other", &["names couple"]);
    toy.check_matches("names", &["name name name"]);
}

#[test]
fn external_tokens_are_leaves_or_nothing() {
    let externals = format!("[{}, {}]", symbol("heredoc"), symbol("_newline"));
    let toy = Toy::with(
        &[("file", seq(&[symbol("heredoc"), symbol("_newline"), symbol("name")])), name()],
        &externals,
        "[]",
        "[]",
    );
    toy.check_matches("file", &["heredoc name"]);
    assert_eq!(ShortestTexts::new(&toy.rules).of(toy.kind("file")), None);
}

#[test]
fn text_without_a_node_is_required_where_the_rule_wants_it() {
    let spaces = pattern("[ ]+");
    let toy = Toy::new(&[
        ("file", seq(&[symbol("type"), spaces.clone(), symbol("type")])),
        ("type", choice(&[text("int"), text("float"), pattern("u[0-9]+"), pattern("s[0-9]+")])),
        ("pair", seq(&[pattern("u[0-9]+"), pattern("s[0-9]+"), spaces, text(";")])),
    ]);
    assert_eq!(toy.shape("type", "'int'").roles(), [Role::Required]);
    assert_eq!(toy.shape("type", "HIDDEN").roles(), [Role::Required]);
    assert_eq!(toy.shape("file", "type type").roles(), [Role::Required, Role::Required]);
    // Several pieces of such text are one node.
    assert_eq!(toy.shape("pair", "HIDDEN ';'").roles(), [Role::Required, Role::Required]);
    toy.check_matches("pair", &["';'"]);
}

#[test]
fn a_separator_goes_with_its_element() {
    let toy = Toy::new(&[("list", seq(&[text("("), optional(comma_list("name")), text(")")])), name()]);
    let shape = toy.shape("list", "'(' name ',' name ',' name ')'");
    let element = Role::Element(0);
    let separator = Role::Separator(0);
    let required = Role::Required;
    assert_eq!(shape.roles(), [required, element, separator, element, separator, element, required]);
    assert_eq!(shape.lists()[0].elements, [1..2, 3..4, 5..6]);
    assert_eq!(shape.lists()[0].min, 0);
    assert_eq!(shape.without(&[1]), Some(vec![1, 2]));
    assert_eq!(shape.without(&[3]), Some(vec![2, 3]));
    assert_eq!(shape.without(&[5]), Some(vec![4, 5]));
    assert_eq!(shape.without(&[1, 5]), Some(vec![1, 2, 4, 5]));
    assert_eq!(shape.without(&[1, 3, 5]), Some(vec![1, 2, 3, 4, 5]));
    assert_eq!(shape.without(&[0]), None);
}

#[test]
fn a_trailing_separator_may_stay_or_go() {
    let list = seq(&[repeat(&seq(&[symbol("name"), text(",")])), optional(symbol("name"))]);
    let toy = Toy::new(&[("list", seq(&[text("["), list, text("]")])), name()]);
    let shape = toy.shape("list", "'[' name ',' name ',' name ']'");
    assert_eq!(shape.lists()[0].elements, [1..2, 3..4, 5..6]);
    assert_eq!(shape.without(&[5]), Some(vec![5]));
    assert_eq!(shape.without(&[1]), Some(vec![1, 2]));
}

#[test]
fn a_repetition_may_want_to_keep_one() {
    let toy = Toy::new(&[
        ("file", seq(&[text("{"), repeat1(&seq(&[symbol("name"), text(";")])), text("}")])),
        ("group", seq(&[symbol("name"), optional(seq(&[text("<"), repeat1(&symbol("name")), text(">")]))])),
        name(),
    ]);
    let shape = toy.shape("file", "'{' name ';' name ';' '}'");
    assert_eq!(shape.lists()[0].min, 1);
    assert_eq!(shape.without(&[1]), Some(vec![1, 2]));
    assert_eq!(shape.without(&[1, 3]), None);
    // Where the whole group may go, the last one takes it along.
    let shape = toy.shape("group", "name '<' name name '>'");
    assert_eq!(shape.without(&[2]), Some(vec![2]));
    assert_eq!(shape.without(&[2, 3]), Some(vec![1, 2, 3, 4]));
    assert_eq!(shape.roles()[0], Role::Required);
    assert_eq!(shape.lists()[0].min, 0);
}

#[test]
fn children_that_belong_together_go_together() {
    let value = seq(&[text("="), symbol("name")]);
    let range = seq(&[symbol("number"), text(".."), symbol("number")]);
    let toy = Toy::new(&[
        ("binding", seq(&[symbol("name"), optional(value), optional(range)])),
        name(),
        ("number", pattern("[0-9]")),
    ]);
    let shape = toy.shape("binding", "name '=' name number '..' number");
    assert_eq!(shape.without(&[2]), Some(vec![1, 2]));
    assert_eq!(shape.without(&[3]), Some(vec![3, 4, 5]));
    assert_eq!(shape.roles()[2], Role::Grouped);
    assert_eq!(shape.without(&[0]), None);
}

#[test]
fn repetitions_inside_of_elements_are_lists_too() {
    let item = seq(&[repeat(&symbol("mark")), symbol("name"), text(";")]);
    let toy = Toy::new(&[("file", repeat(&item)), name(), ("mark", pattern("@[a-z]"))]);
    let shape = toy.shape("file", "mark mark name ';' name ';'");
    let elements: Vec<_> = shape.lists().iter().map(|list| list.elements.clone()).collect();
    assert_eq!(elements, [vec![0..3, 4..5], vec![0..1, 1..2]]);
    assert_eq!(shape.roles()[0], Role::Element(1));
    assert_eq!(shape.roles()[2], Role::Element(0));
    // The marks stay, for the next item.
    assert_eq!(shape.without(&[2]), Some(vec![2, 3]));
}

#[test]
fn compatible_kinds_are_those_the_rule_takes_there() {
    let toy = Toy::with(
        &[
            ("sum", seq(&[symbol("value"), text("+"), symbol("value")])),
            ("value", choice(&[symbol("name"), symbol("number"), symbol("sum")])),
            name(),
            ("number", pattern("[0-9]+")),
            ("file", symbol("sum")),
        ],
        "[]",
        "[]",
        r#"["value"]"#,
    );
    let shape = toy.shape("sum", "name '+' sum");
    assert!(shape.may_replace(0, toy.kind("number")));
    assert!(!shape.may_replace(1, toy.kind("number")));
    assert!(!shape.may_replace(0, toy.kind("file")));
    let names: Vec<&str> = shape.kinds_at(2).into_iter().map(|kind| toy.rules.name_of(kind)).collect();
    assert_eq!(names.len(), 3);
    assert!(["name", "number", "sum"].iter().all(|kind| names.contains(kind)));
}

#[test]
fn shortest_texts_are_put_together_from_tokens() {
    let toy = Toy::with(
        &[
            ("block", seq(&[text("{"), repeat(&symbol("statement")), text("}")])),
            ("statement", choice(&[symbol("loop"), symbol("let")])),
            ("loop", seq(&[text("while"), symbol("value"), symbol("block")])),
            ("let", seq(&[text("let"), symbol("name"), text("="), symbol("value"), text(";")])),
            (
                "value",
                choice(&[
                    symbol("name"),
                    symbol("number"),
                    seq(&[symbol("value"), text("+"), symbol("value")]),
                ]),
            ),
            name(),
            ("number", pattern("[1-9][0-9]")),
        ],
        "[]",
        "[]",
        r#"["statement", "value"]"#,
    );
    let shortest = ShortestTexts::new(&toy.rules);
    assert_eq!(shortest.of(toy.kind("block")), Some("{}"));
    assert_eq!(shortest.of(toy.kind("loop")), Some("while a{}"));
    assert_eq!(shortest.of(toy.kind("let")), Some("let a=a;"));
    assert_eq!(shortest.of(toy.kind("number")), Some("10"));
    assert_eq!(shortest.of(toy.kind("'let'")), Some("let"));
}

#[test]
fn rules_survive_being_stored() {
    let toy = Toy::new(&[("list", comma_list("name")), name()]);
    let stored = toy.rules.encode().unwrap();
    assert_eq!(super::Rules::decode(&stored).unwrap(), toy.rules);
    assert!(super::Rules::decode(&stored[..stored.len() / 2]).is_err());
}

#[test]
fn what_is_no_grammar_is_refused() {
    let read = |json: &str| super::Rules::from_json(json, super::Origin::default()).unwrap_err().to_string();
    assert!(read("{").starts_with("not the JSON of a grammar"));
    let undefined = format!(r#"{{"name": "x", "rules": {{"a": {}}}}}"#, symbol("b"));
    assert_eq!(read(&undefined), "the rule a uses b, which is not defined");
}

/// A grammar with what removals have to cope with: separators, groups, brackets, nested
/// repetitions.
fn busy() -> Toy {
    let arguments = seq(&[text("("), optional(comma_list("name")), text(")")]);
    let item = seq(&[
        repeat(&symbol("mark")),
        symbol("name"),
        optional(seq(&[text("="), symbol("name")])),
        text(";"),
    ]);
    Toy::new(&[
        ("file", seq(&[optional(arguments), repeat1(&item), optional(text(","))])),
        name(),
        ("mark", pattern("@[a-z]")),
    ])
}

/// Children of a `file`, as words.
fn any_file() -> impl Strategy<Value = String> {
    let arguments = (0usize..5).prop_map(|n| format!("'(' {} ')' ", vec!["name"; n].join(" ',' ")));
    let item = (0usize..3, any::<bool>()).prop_map(|(n, value)| {
        format!("{}name {}';' ", "mark ".repeat(n), if value { "'=' name " } else { "" })
    });
    (proptest::option::of(arguments), proptest::collection::vec(item, 1..6), any::<bool>()).prop_map(
        |(arguments, items, comma)| {
            format!("{}{}{}", arguments.unwrap_or_default(), items.concat(), if comma { "','" } else { "" })
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_left_follows_the_rule(file in any_file(), picks in proptest::collection::vec(0usize..40, 0..6)) {
        let toy = busy();
        let children: Vec<&str> = file.split_whitespace().collect();
        let shape = toy.shape("file", &file);
        prop_assert!(shape.is_known());
        let mut removed: Vec<u32> = picks.iter().map(|pick| (pick % children.len()) as u32).collect();
        removed.sort_unstable();
        removed.dedup();
        if let Some(gone) = shape.without(&removed) {
            prop_assert!(removed.iter().all(|child| gone.contains(child)));
            prop_assert!(gone.is_sorted());
            let left: Vec<&str> =
                (0u32..).zip(&children).filter(|(child, _)| !gone.contains(child)).map(|(_, name)| *name).collect();
            prop_assert!(toy.shape("file", &left.join(" ")).is_known(), "{:?} without {:?}: {:?}", children, gone, left);
        }
        for (child, role) in shape.roles().iter().enumerate() {
            let gone = shape.without(&[child as u32]);
            match role {
                Role::Required => prop_assert_eq!(gone, None),
                Role::Optional => prop_assert_eq!(gone, Some(vec![child as u32])),
                Role::Grouped => prop_assert!(1 < gone.unwrap().len()),
                Role::Element(_) | Role::Separator(_) => {}
                Role::Extra | Role::Unknown => prop_assert!(false, "{role:?}"),
            }
        }
        for list in shape.lists() {
            let elements = &list.elements[list.min as usize..];
            let all: Vec<u32> = elements.iter().flat_map(Clone::clone).collect();
            prop_assert!(shape.without(&all).is_some(), "{:?} of {:?}", list, children);
        }
    }
}
