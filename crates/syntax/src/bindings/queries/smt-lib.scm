; SMT-LIB: names (functions, constants, sorts, constructors, selectors, named terms, bound
; variables).
;
; Approximations: sorts and functions share a namespace. A name is visible in its whole scope:
; `(pop)` hides nothing, `(reset)` everything. The bindings of a `let` are visible in each other.
; Arguments of constructors in `(par …)` are not seen.

; Scopes.
((list . (symbol) @_what) @scope
  (#any-of? @_what "let" "forall" "exists" "lambda" "match" "define-fun" "define-fun-rec" "define-sort" "define-funs-rec"))
((list . (symbol) @_what) @forgets (#eq? @_what "reset"))

; Not names.
(text (list . (symbol) @ignore))
((text (list . (symbol) @_what (symbol) @ignore)) (#any-of? @_what "set-info" "set-option" "set-logic" "get-info"))

; Definitions in the whole text.
((list . (symbol) @_what . (symbol) @definition.name)
  (#any-of? @_what
    "declare-const" "declare-fun" "declare-var" "declare-sort" "define-const" "define-fun" "define-fun-rec"
    "define-sort" "declare-datatype" "declare-rel"))
((list . (symbol) @_what . (list [(list . (symbol) @definition.name) (symbol) @definition.name]))
  (#any-of? @_what "declare-datatypes" "define-funs-rec" "declare-funs" "declare-sorts"))
((list . (symbol) @_what . (symbol) . (list [(symbol) @definition.name (list . (symbol) @definition.name)]))
  (#eq? @_what "declare-datatype"))
((list . (symbol) @_what . (symbol) . (list (list (list . (symbol) @definition.name))))
  (#eq? @_what "declare-datatype"))
((list . (symbol) @_what . (list) . (list (list [(symbol) @definition.name (list . (symbol) @definition.name)])))
  (#eq? @_what "declare-datatypes"))
((list . (symbol) @_what . (list) . (list (list (list (list . (symbol) @definition.name)))))
  (#eq? @_what "declare-datatypes"))
((list (symbol) @_what . (symbol) @definition.name) (#eq? @_what ":named") (#set! fixed) (#set! scope text))

; Bound variables and parameters.
((list . (symbol) @_what . (list (list . (symbol) @definition.name)))
  (#any-of? @_what "let" "forall" "exists" "lambda") (#set! fixed) (#set! inside))
((list . (symbol) @_what . (symbol) . (list (list . (symbol) @definition.name)))
  (#any-of? @_what "define-fun" "define-fun-rec") (#set! fixed) (#set! inside))
((list . (symbol) @_what . (symbol) . (list (symbol) @definition.name))
  (#eq? @_what "define-sort") (#set! fixed) (#set! inside))
((list . (symbol) @_what . (list (list . (symbol) . (list (list . (symbol) @definition.name)))))
  (#eq? @_what "define-funs-rec") (#set! fixed) (#set! inside))

; Uses.
(symbol) @reference.name

; Statements: commands, and the parts of commands that are sequences.
(text (list) @statement)
((list . (symbol) @_what (list) @statement) (#any-of? @_what "and" "or"))
