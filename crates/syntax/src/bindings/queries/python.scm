; Python: names (variables, functions, classes, imports) and members (names defined in a class or
; assigned to an attribute).
;
; Approximations: a name is visible in its whole function, also before its definition, and every
; assignment defines it. Members are global, by name. Methods that start with two underscores are
; called by the language and are not members. `global` and `nonlocal` are ignored. Keywords of
; calls are not uses; elements of `__all__` are removed with the definition that they name. In
; patterns, a capitalized name is a use.

; Scopes.
[
  (function_definition) (lambda) (list_comprehension) (set_comprehension) (dictionary_comprehension)
  (generator_expression)
] @scope
(decorated_definition) @wraps

; Not names.
[(keyword_argument name: (identifier) @ignore) (global_statement (identifier) @ignore) (nonlocal_statement (identifier) @ignore)]
(future_import_statement name: (dotted_name (identifier) @ignore))
(import_from_statement module_name: (dotted_name (identifier) @ignore))
(aliased_import name: (dotted_name (identifier) @ignore))

; Imports.
(import_statement
  [
    (dotted_name . (identifier) @definition.name) @part
    (aliased_import alias: (identifier) @definition.name) @part
  ])
(import_from_statement
  name: [
    (dotted_name . (identifier) @definition.name) @part
    (aliased_import alias: (identifier) @definition.name) @part
  ])

; Members.
([
  (class_definition body: (block (function_definition name: (identifier) @definition.member) @whole))
  (class_definition
    body: (block (decorated_definition definition: (function_definition name: (identifier) @definition.member) @whole)))
] (#not-match? @definition.member "^__") (#set! scope text) (#set! member) (#set! body))
(class_definition
  body: (block (expression_statement (assignment left: (identifier) @definition.member)) @whole)
  (#set! scope text) (#set! member))
(expression_statement
  (assignment left: (attribute attribute: (identifier) @definition.member)) (#set! scope text) (#set! member))

; Functions and classes.
(class_definition body: (block (function_definition name: (identifier) @ignore)))
(class_definition body: (block (decorated_definition definition: (function_definition name: (identifier) @ignore))))
((function_definition name: (identifier) @definition.name) (#not-match? @definition.name "^__") (#set! body))
(class_definition name: (identifier) @definition.name)

; Variables.
(expression_statement (assignment left: (identifier) @definition.name))
([
  (expression_statement (assignment left: (pattern_list (identifier) @definition.name)))
  (expression_statement (assignment left: (tuple_pattern (identifier) @definition.name)))
])
(type_alias_statement left: (type (identifier) @definition.name))
([
  (for_statement left: (identifier) @definition.name)
  (for_statement left: (pattern_list (identifier) @definition.name))
  (for_statement left: (tuple_pattern (identifier) @definition.name))
  (for_in_clause left: (identifier) @definition.name)
  (for_in_clause left: (pattern_list (identifier) @definition.name))
  (for_in_clause left: (tuple_pattern (identifier) @definition.name))
  (as_pattern alias: (as_pattern_target (identifier) @definition.name))
  (named_expression name: (identifier) @definition.name)
  (parameters (identifier) @definition.name)
  (lambda_parameters (identifier) @definition.name)
  (default_parameter name: (identifier) @definition.name)
  (typed_parameter . (identifier) @definition.name)
  (typed_default_parameter name: (identifier) @definition.name)
  (list_splat_pattern (identifier) @definition.name)
  (dictionary_splat_pattern (identifier) @definition.name)
  (type_parameter (type (identifier) @definition.name))
] (#set! fixed))
((case_pattern (dotted_name . (identifier) @definition.name)) (#not-match? @definition.name "^[A-Z]") (#set! fixed))

; Exports of a module.
([
  (expression_statement (assignment left: (identifier) @_all right: (list (string (string_content) @definition.name) @part)))
  (expression_statement (assignment left: (identifier) @_all right: (tuple (string (string_content) @definition.name) @part)))
] (#eq? @_all "__all__") (#set! scope text) (#set! accompanies))
([
  (expression_statement (assignment left: (identifier) @_all right: (list (string (string_content) @reference.name))))
  (expression_statement (assignment left: (identifier) @_all right: (tuple (string (string_content) @reference.name))))
] (#eq? @_all "__all__"))

; Uses.
(attribute attribute: (identifier) @reference.member)
((identifier) @reference.name (#set! else member))

; Statements.
[
  (module (_) @statement) (block (_) @statement) (elif_clause) @statement (else_clause) @statement
  (except_clause) @statement (finally_clause) @statement (case_clause) @statement
]
