; Elixir: names (variables, functions, macros, types), modules and attributes of modules.
;
; Approximations: a function is visible in the whole text, whatever its arity. A variable is visible
; in the innermost function, clause or comprehension. Patterns are followed three levels deep. Names
; that `import` and `use` bring are unknown; an alias with `as:` counts by both of its names.

; Scopes.
((call target: (identifier) @_def) @scope
  (#any-of? @_def
    "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate" "defimpl" "defprotocol" "for" "with"
    "test" "setup"))
[(anonymous_function) (stab_clause)] @scope

; Functions, with a body or without, with a guard or without.
((call target: (identifier) @_def (arguments . (call target: (identifier) @definition.name)))
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate")
  (#set! scope text) (#set! body))
((call target: (identifier) @_def (arguments . (identifier) @definition.name))
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop")
  (#set! scope text) (#set! body))
((call
    target: (identifier) @_def
    (arguments . (binary_operator left: (call target: (identifier) @definition.name) operator: "when")))
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp")
  (#set! scope text) (#set! body))
((unary_operator
    operand: (call
      target: (identifier) @_spec
      (arguments . (binary_operator left: (call target: (identifier) @definition.name)))))
  (#eq? @_spec "spec") (#set! scope text))
((unary_operator
    operand: (call
      target: (identifier) @_spec
      (arguments
        .
        (binary_operator left: (binary_operator left: (call target: (identifier) @definition.name)) operator: "when"))))
  (#eq? @_spec "spec") (#set! scope text))

; Types.
([
  (unary_operator
    operand: (call target: (identifier) @_type (arguments . (binary_operator left: (identifier) @definition.name))))
  (unary_operator
    operand: (call
      target: (identifier) @_type
      (arguments . (binary_operator left: (call target: (identifier) @definition.name)))))
] (#any-of? @_type "type" "typep" "opaque") (#set! scope text))

; Attributes of modules.
((unary_operator operator: "@" operand: (call target: (identifier) @definition.attribute (arguments)))
  (#not-any-of? @definition.attribute
    "spec" "type" "typep" "opaque" "doc" "moduledoc" "typedoc" "impl" "behaviour" "callback" "macrocallback"
    "optional_callbacks" "derive" "dialyzer" "compile" "deprecated" "since" "enforce_keys" "before_compile"
    "after_compile" "on_load" "external_resource" "tag" "moduletag" "describetag")
  (#set! scope text))
(unary_operator operator: "@" operand: (call target: (identifier) @ignore))
(unary_operator operator: "@" operand: (identifier) @reference.attribute)

; Modules.
((call target: (identifier) @_def (arguments . (alias) @definition.module))
  (#any-of? @_def "defmodule" "defprotocol") (#set! scope text))
((call target: (identifier) @_def (arguments . (alias) @definition.module))
  (#eq? @_def "alias") (#set! scope text))
((call
    target: (identifier) @_def
    (arguments (keywords (pair value: (alias) @definition.module))))
  (#eq? @_def "alias") (#set! scope text))
((call target: (identifier) @_def (arguments (dot right: (tuple (alias) @definition.module))))
  (#eq? @_def "alias") (#set! scope text))
(alias) @reference.module

; Parameters.
([
  (call target: (identifier) @_def (arguments . (call (arguments (identifier) @definition.name))))
  (call target: (identifier) @_def (arguments . (call (arguments (tuple (identifier) @definition.name)))))
  (call target: (identifier) @_def (arguments . (call (arguments (list (identifier) @definition.name)))))
  (call
    target: (identifier) @_def
    (arguments . (call (arguments (list (binary_operator operator: "|" (identifier) @definition.name))))))
  (call
    target: (identifier) @_def
    (arguments
      .
      (call
        (arguments (map (map_content (keywords (pair value: (identifier) @definition.name))))))))
  (call
    target: (identifier) @_def
    (arguments . (call (arguments (binary_operator operator: "=" (identifier) @definition.name)))))
  (call
    target: (identifier) @_def
    (arguments
      .
      (call
        (arguments
          (binary_operator
            operator: "="
            (map (map_content (keywords (pair value: (identifier) @definition.name)))))))))
  (call
    target: (identifier) @_def
    (arguments . (call (arguments (binary_operator left: (identifier) @definition.name operator: "\\\\")))))
  (call
    target: (identifier) @_def
    (arguments . (binary_operator left: (call (arguments (identifier) @definition.name)) operator: "when")))
  (call
    target: (identifier) @_def
    (arguments . (binary_operator left: (call (arguments (tuple (identifier) @definition.name))) operator: "when")))
  (call
    target: (identifier) @_def
    (arguments
      .
      (binary_operator
        left: (call (arguments (binary_operator operator: "=" (identifier) @definition.name)))
        operator: "when")))
] (#any-of? @_def "def" "defp" "defmacro" "defmacrop") (#set! inside) (#set! fixed))

; Variables.
(binary_operator left: (identifier) @definition.name operator: "=")
([
  (binary_operator left: (tuple (identifier) @definition.name) operator: "=")
  (binary_operator left: (tuple (tuple (identifier) @definition.name)) operator: "=")
  (binary_operator left: (list (identifier) @definition.name) operator: "=")
  (binary_operator left: (list (binary_operator operator: "|" (identifier) @definition.name)) operator: "=")
  (binary_operator
    left: (map (map_content (keywords (pair value: (identifier) @definition.name))))
    operator: "=")
  (binary_operator left: (identifier) @definition.name operator: "<-")
  (binary_operator left: (tuple (identifier) @definition.name) operator: "<-")
  (binary_operator left: (tuple (tuple (identifier) @definition.name)) operator: "<-")
] (#set! fixed))
([
  (stab_clause left: (arguments (identifier) @definition.name))
  (stab_clause left: (arguments (tuple (identifier) @definition.name)))
  (stab_clause left: (arguments (tuple (tuple (identifier) @definition.name))))
  (stab_clause left: (arguments (list (identifier) @definition.name)))
  (stab_clause left: (arguments (list (binary_operator operator: "|" (identifier) @definition.name))))
  (stab_clause left: (arguments (binary_operator operator: "=" (identifier) @definition.name)))
  (stab_clause left: (arguments (map (map_content (keywords (pair value: (identifier) @definition.name))))))
  (stab_clause left: (binary_operator left: (arguments (identifier) @definition.name) operator: "when"))
  (stab_clause left: (binary_operator left: (arguments (tuple (identifier) @definition.name)) operator: "when"))
] (#set! inside) (#set! fixed))

; Uses.
(identifier) @reference.name

; Statements.
[
  (source (_) @statement) (do_block (_) @statement) (body (_) @statement) (else_block (_) @statement)
  (rescue_block (_) @statement) (after_block (_) @statement)
]
