//! Tests of the use graph on functional languages.

use crate::{check, uses};

/// Returns the first line of each removal that is weighed, in order of their weights.
fn weighed(language: &str, text: &str) -> Vec<String> {
    let uses = uses(language, text);
    let first = |text: &[u8]| String::from_utf8_lossy(text).lines().next().unwrap_or_default().to_owned();
    uses.weigh(&[]).heaviest().iter().map(|heavy| first(uses.tree().text_of(heavy.nodes[0]))).collect()
}

#[test]
fn haskell_signatures_equations_and_exports_are_one() {
    let text = "module M (f, g) where\nimport Data.List (sort, nub)\nf :: [Int] -> [Int]\nf [] = []\nf xs = h (sort xs)\nh :: [Int] -> [Int]\nh = nub\ng :: Int\ng = 1\n";
    check(
        "haskell",
        text,
        &["f :: [Int] -> [Int]", "f [] = []", "f xs = h (sort xs)"],
        &["f", "import Data.List (sort, nub)", "h :: [Int] -> [Int]", "h = nub"],
    );
}

#[test]
fn haskell_instances_go_with_their_type() {
    let text = "module M where\ndata T = A | B\ninstance Show T where\n  show _ = help\nhelp :: String\nhelp = \"\"\nf :: Int\nf = 1\n";
    check(
        "haskell",
        text,
        &["data T = A | B"],
        &["instance Show T where show _ = help", "help :: String", "help = \"\""],
    );
}

#[test]
fn haskell_operators_go_with_their_equations_and_fixity() {
    let text = "module M where\ninfixr 5 <+>, <->\n(<+>) :: Int -> Int -> Int\na <+> b = a\n(<->) :: Int -> Int -> Int\na <-> b = b\nf :: Int\nf = 1 <+> 2\ng :: Int\ng = 1 <-> 2\n";
    check(
        "haskell",
        text,
        &["g :: Int", "g = 1 <-> 2"],
        &["<->", "(<->) :: Int -> Int -> Int", "a <-> b = b"],
    );
}

#[test]
fn ocaml_helpers_go_with_the_step_that_needs_them() {
    let text = "open Printf\nlet help x = x + 1\nlet twice x = help x * 2\nlet () =\n  let n = twice 1 in\n  printf \"%d\" n;\n  print_int 3\n";
    check(
        "ocaml",
        text,
        &["printf \"%d\" n"],
        &["let help x = x + 1", "let twice x = help x * 2", "let n = twice 1"],
    );
}

#[test]
fn ocaml_constructors_go_with_their_cases() {
    let text = "type t = A of int | B of int | C\nlet f x = match x with\n  | A n -> n\n  | B n -> n + 1\n  | C -> 0\nlet () = print_int (f (A 1))\n";
    check("ocaml", text, &["B of int |"], &["B n -> n + 1"]);
}

#[test]
fn a_haskell_signature_goes_with_its_equations() {
    let text = "f :: Int -> Int\nf x = x\n\ng :: Int\ng = 2\n\nmain :: IO ()\nmain = print g\n";
    check("haskell", text, &["f x = x\n"], &["f :: Int -> Int"]);
}

#[test]
fn steps_of_ocaml_are_parts() {
    let text = "let g a = print_int a\nlet f a =\n  g a;\n  print_int a;\n  print_newline ()\nlet () = f 1\n";
    check("ocaml", text, &["let g a = print_int a"], &["g a"]);
}

#[test]
fn haskell_pragmas_go_with_what_they_name() {
    let text = "module M where\nf :: Int\nf = 1\n{-# INLINE f #-}\n\ng' :: Int\ng' = 2\n{-# INLINE g' #-}\n{-# INLINE h #-}\nh :: Int\nh = 3\n";
    check("haskell", text, &["g' :: Int", "g' = 2"], &["{-# INLINE g' #-}"]);
    check("haskell", text, &["h :: Int", "h = 3"], &["{-# INLINE h #-}"]);
    check("haskell", text, &["f :: Int", "f = 1"], &["{-# INLINE f #-}"]);
}

#[test]
fn a_haskell_instance_goes_with_the_import_of_its_class() {
    let text = "import Data.Data (Data(..), mkConstr)\nimport Data.Bifunctor\nimport Text.Read\ndata T = A deriving Read\ninstance Data T where\n  gfoldl = f\nf :: Int\nf = 1\nmain :: IO ()\nmain = print A\n";
    check("haskell", text, &["instance Data T where\n  gfoldl = f"], &["Data(..)", "f :: Int", "f = 1"]);
    let text = "import Data.Bifunctor\nimport Data.List\ndata T a b = A a b\ninstance Bifunctor T where\n  bimap f g (A a b) = A (f a) (g b)\nmain :: IO ()\nmain = print 1\n";
    check(
        "haskell",
        text,
        &["instance Bifunctor T where\n  bimap f g (A a b) = A (f a) (g b)"],
        &["import Data.Bifunctor", "data T a b = A a b"],
    );
}

#[test]
fn a_method_of_a_haskell_instance_stays_with_it() {
    // Nothing but `g` uses the name, and the class asks for the method.
    let text = "data T = A\ninstance Ord T where\n  compare A A = EQ\n  compare A _ = LT\ng :: Ordering\ng = compare A A\nmain :: IO ()\nmain = print 1\n";
    check("haskell", text, &["g :: Ordering", "g = compare A A"], &[]);
    assert!(weighed("haskell", text).iter().all(|first| !first.starts_with("compare")));
    // What is imported for it stays, too.
    let text = "import Data.Foldable (Foldable(foldMap), toList)\ndata T a = A\ninstance Foldable T where\n  foldMap _ _ = mempty\ng :: [Int]\ng = toList (foldMap id A)\nmain :: IO ()\nmain = print (length (A :: T Int))\n";
    check("haskell", text, &["g :: [Int]", "g = toList (foldMap id A)"], &["toList"]);
}

#[test]
fn one_haskell_equation_is_not_weighed_without_the_others() {
    let text = "f :: Int -> Int\nf 0 = 1\nf x = g x\n  where\n    g 1 = 2\n    g y = y + y\nh :: Int\nh = 1\nmain :: IO ()\nmain = print (f 2 + h)\n";
    let weighed = weighed("haskell", text);
    let n_of = |start: &str| weighed.iter().filter(|first| first.starts_with(start)).count();
    // Signature and equations are one removal.
    assert_eq!([n_of("f"), n_of("g"), n_of("h")], [1, 1, 1], "{weighed:?}");
}

#[test]
fn the_last_statement_of_a_do_and_single_patterns_are_no_parts() {
    let text =
        "main :: IO ()\nmain = do\n  print (f 1 2)\n  print 3\nf :: Int -> Int -> Int\nf a b = a + b\n";
    let weighed = weighed("haskell", text);
    assert!(weighed.contains(&"print (f 1 2)".to_owned()), "{weighed:?}");
    assert!(["print 3", "a", "b"].iter().all(|text| !weighed.contains(&(*text).to_owned())), "{weighed:?}");
}

#[test]
fn variables_in_a_haskell_pattern_are_defined_there() {
    let text = "data T = A Int Int\nf :: T -> Int\nf t = h x\n  where\n    (A x y, z) = g t\nh :: Int -> Int\nh a = a\ng :: T -> (T, Int)\ng t = (t, 1)\nmain :: IO ()\nmain = print 1\n";
    check(
        "haskell",
        text,
        &["(A x y, z) = g t"],
        &[
            "data T = A Int Int",
            "f :: T -> Int",
            "f t = h x where (A x y, z) = g t",
            "h :: Int -> Int",
            "h a = a",
            "g :: T -> (T, Int)",
            "g t = (t, 1)",
        ],
    );
}

#[test]
fn a_view_pattern_uses_a_function() {
    let text = "f :: Int -> Int\nf (g -> x) = x\ng :: Int -> Int\ng a = a\nmain :: IO ()\nmain = print 1\n";
    check("haskell", text, &["f :: Int -> Int", "f (g -> x) = x"], &["g :: Int -> Int", "g a = a"]);
}

const ERLANG: &str = "\
-module(m).
-export([f/1, g/1]).
-import(lists, [nth/2, seq/2]).
-define(LIMIT, 10).
-record(entry, {key, value = 0}).
-type item() :: atom() | integer().

-spec f(integer()) -> item().
f(1) -> help(2);
f(X) when X > 1 -> nth(X, [1]).

-spec help(item()) -> item().
help(A) when A > ?LIMIT -> 1;
help(_) -> 2.

g(R) ->
    {ok, N} = size(R),
    K = R#entry.key,
    io:put_chars(K),
    seq(1, 2).

size(_) -> {ok, 1}.
";

#[test]
fn erlang_clauses_specs_exports_and_imports_are_one() {
    check(
        "erlang",
        ERLANG,
        &["f(1) -> help(2);\nf(X) when X > 1 -> nth(X, [1])."],
        &[
            "f/1",
            "nth/2",
            "-define(LIMIT, 10).",
            "-type item() :: atom() | integer().",
            "-spec f(integer()) -> item().",
            "-spec help(item()) -> item().",
            "help(A) when A > ?LIMIT -> 1;",
            "help(_) -> 2.",
        ],
    );
}

#[test]
fn erlang_variables_go_with_their_last_use() {
    check("erlang", ERLANG, &["io:put_chars(K)"], &["-record(entry, {key, value = 0}).", "K = R#entry.key"]);
    let text = "-module(m).\n-export([f/2]).\nf(A, {ok, B}) ->\n    g(A),\n    case g(B) of\n        {a, C} -> g(C), 1\n    end.\n";
    let spare = |gone: &str| {
        let uses = uses("erlang", text);
        let names = uses.spare(&[], &crate::places(text, &[gone])).names;
        names
            .into_iter()
            .map(|name| String::from_utf8_lossy(uses.tree().text_of(name)).into_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(spare("g(A),"), ["A"]);
    assert_eq!(spare("g(C),"), ["C"]);
}

const ELIXIR: &str = "\
defmodule M do
  alias Foo.Bar
  alias Foo.Baz
  @limit 10

  @doc \"Pushes.\"
  @spec push(integer) :: integer
  def push(1), do: help(2)
  def push(x) when x > 1 do
    y = Bar.go(x)
    z = Baz.go(x)
    send(self(), y)
    {:ok, w} = z
    w
  end

  @spec help(integer) :: integer
  defp help(x) when x > @limit, do: x
  defp help(x), do: x + 1

  def run(), do: push(3)
end
";

#[test]
fn elixir_clauses_specs_and_attributes_are_one() {
    check(
        "elixir",
        ELIXIR,
        &["def push(1), do: help(2)"],
        &[
            "@limit 10",
            "@spec help(integer) :: integer",
            "defp help(x) when x > @limit, do: x",
            "defp help(x), do: x + 1",
        ],
    );
    check("elixir", ELIXIR, &["send(self(), y)"], &["alias Foo.Bar", "y = Bar.go(x)"]);
    let text = "defmodule M do\n  @doc \"F.\"\n  @spec f() :: 1\n  def f(), do: 1\n\n  def g(), do: 2\nend\n";
    check("elixir", text, &["def f(), do: 1"], &["@doc \"F.\"", "@spec f() :: 1"]);
}
