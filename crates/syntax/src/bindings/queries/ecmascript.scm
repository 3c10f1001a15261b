; What JavaScript and TypeScript share: names (variables, functions, classes, imports), members
; (methods, fields and assigned properties) and labels.
;
; Approximations: a name is visible in its whole scope, also before its definition. Names in
; patterns are defined in the block around them, even if the pattern only assigns to them.
; Members are global, by name, whatever type they belong to; keys of object literals are not
; members. Exports are needed.

; Scopes.
[
  (function_declaration) (function_expression) (generator_function) (generator_function_declaration) (arrow_function)
  (method_definition) (class_static_block)
] @scope.block @scope.function
[
  (statement_block) (for_statement) (for_in_statement) (catch_clause) (switch_body) (class_declaration) (class)
] @scope.block
((export_statement) @wraps (#set! root))

; Not names of this text.
(import_specifier name: (identifier) @ignore alias: (_))
(export_specifier alias: (identifier) @ignore)

; Imports.
(import_statement
  (import_clause
    [
      (identifier) @definition.name @part
      (namespace_import (identifier) @definition.name) @part
      (named_imports (import_specifier !alias name: (identifier) @definition.name) @part)
      (named_imports (import_specifier alias: (identifier) @definition.name) @part)
    ]))

; Functions and variables.
([
  (function_declaration name: (identifier) @definition.name)
  (generator_function_declaration name: (identifier) @definition.name)
] (#set! body))
([
  (function_expression name: (identifier) @definition.name)
  (generator_function name: (identifier) @definition.name)
] (#set! fixed) (#set! inside))
(for_statement (lexical_declaration (variable_declarator name: (identifier) @definition.name) @part) @whole)
(lexical_declaration (variable_declarator name: (identifier) @definition.name) @part)
(variable_declaration (variable_declarator name: (identifier) @definition.name) @part (#set! scope function))
([
  (arrow_function parameter: (identifier) @definition.name)
  (catch_clause parameter: (identifier) @definition.name)
  (for_in_statement kind: _ left: (identifier) @definition.name)
] (#set! fixed) (#set! inside))
([(lexical_declaration (variable_declarator name: (object_pattern [
    (shorthand_property_identifier_pattern) @definition.name @part
    (pair_pattern value: (identifier) @definition.name) @part
    (object_assignment_pattern left: (shorthand_property_identifier_pattern) @definition.name) @part
  ])))] @whole)
(object_pattern [
  (shorthand_property_identifier_pattern) @definition.name @part
  (pair_pattern value: (identifier) @definition.name) @part
  (object_assignment_pattern left: (shorthand_property_identifier_pattern) @definition.name) @part
])
([
  (array_pattern (identifier) @definition.name)
  (rest_pattern (identifier) @definition.name)
  (assignment_pattern left: (identifier) @definition.name)
  (pair_pattern value: (identifier) @definition.name)
  (shorthand_property_identifier_pattern) @definition.name
] (#set! fixed))

; Members.
((method_definition name: [(property_identifier) (private_property_identifier)] @definition.member)
  (#not-eq? @definition.member "constructor") (#set! scope text) (#set! member) (#set! body))
(expression_statement
  (assignment_expression left: (member_expression property: (property_identifier) @definition.member))
  (#set! scope text) (#set! member))

; Labels.
(labeled_statement label: (statement_identifier) @definition.label (#set! fixed) (#set! scope function))
(statement_identifier) @reference.label

; Uses.
(member_expression property: (_) @reference.member)
[(identifier) (shorthand_property_identifier)] @reference.name

; Statements.
[
  (program (_) @statement) (statement_block (_) @statement) (class_body (_) @statement)
  (switch_case) @statement (switch_default) @statement
]
