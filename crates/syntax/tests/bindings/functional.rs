//! What parts of texts lack in functional languages, and what is not used there.

use crate::languages::{check, check_dead};

#[test]
fn ocaml_knows_where_a_name_is_visible() {
    let text = "type t = A of int | B\nlet f x = let x = x + 1 in let y = A x in g y\nlet () = f 1\n";
    check("ocaml", text, &["A of int |"], &["definition"]);
    check("ocaml", text, &["let y = A x in"], &["definition"]);
    // The parameter has the same name.
    check("ocaml", text, &["let x = x + 1 in"], &[]);
    check("ocaml", text, &["let f x = let x = x + 1 in let y = A x in g y"], &["definition"]);
    check_dead(
        "ocaml",
        "module M = struct let a = 1 let b = a end\nlet c = 2\nlet () = f M.a\n",
        &["let b = a", "let c = 2"],
    );
}

#[test]
fn haskell_equations_signatures_and_exports_are_one() {
    let text = "module M (f) where\nf :: Int -> Int\nf 0 = g 0\nf n | even n, let m = n = g m\n    | otherwise = k\n  where\n    k = h n\n\
                g x = case x of { 0 -> 1; y -> y }\nh :: Int -> Int\nh = g\n";
    check("haskell", text, &["f :: Int -> Int"], &[]);
    check("haskell", text, &["f 0 = g 0"], &[]);
    check("haskell", text, &["let m = n"], &["definition"]);
    check("haskell", text, &["k = h n"], &["definition"]);
    check("haskell", text, &["g x = case x of { 0 -> 1; y -> y }"], &["definition"]);
    check("haskell", text, &["h = g\n"], &["body"]);
    check_dead("haskell", text, &[]);
    // Nothing but the list of exports is used elsewhere.
    check_dead("haskell", &text.replace("= k\n", "= n\n"), &["k = h n", "h :: Int -> Int", "h = g"]);
    check_dead(
        "haskell",
        "main :: IO ()\nmain = g\n  where\n    g = h\n    h = k\nk = print 1\nl = 2\n",
        &["l = 2"],
    );
}

#[test]
fn haskell_instances_go_with_types_and_classes() {
    let text = "import Data.Map (Map, insert)\nclass C a where { c :: a -> Int; d :: a }\ndata T = A Int | B { b :: Map Int Int }\n\
                data U = D\ninstance C T where { c (A n) = n; c t = b t Map.! 1; d = insert 1 }\ninstance C U where { c D = 1; d = D }\n\
                main :: IO ()\nmain = print (c (A 1))\n";
    check("haskell", text, &["A Int |"], &["definition"]);
    check("haskell", text, &["b :: Map Int Int"], &["definition"]);
    check("haskell", text, &["insert"], &["definition"]);
    check("haskell", text, &["c :: a -> Int;"], &["definition"]);
    check_dead("haskell", text, &["insert", "d :: a", "d = insert 1", "d = D"]);
    // A method may be without the value that it has where an instance has none.
    let text = "class C a where { c :: a -> Int; c _ = 1 }\nf :: C a => a -> Int\nf = c\n";
    check("haskell", text, &["c _ = 1"], &[]);
    check("haskell", text, &["c :: a -> Int;"], &["definition"]);
}
