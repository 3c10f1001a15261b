//! Tests of the use graph on functional languages.

use crate::check;

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
