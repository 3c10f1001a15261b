; Go: names (variables, constants, functions, types, packages), members (fields and methods) and
; labels.
;
; Approximations: a name is visible in its whole scope, also before its definition, and `:=`
; redefines its names. Members are global, by name; that a method implements an interface is not
; recognized. A package is known by the last part of its path. Type parameters of a receiver are
; looked up outside of the method. That Go rejects unused variables, labels and imports is not
; checked.

; Scopes.
[(function_declaration) (method_declaration) (func_literal)] @scope.block @scope.function
[
  (block) (if_statement) (for_statement) (expression_switch_statement) (type_switch_statement) (select_statement)
  (expression_case) (type_case) (default_case) (communication_case)
] @scope.block
[(function_type) (method_elem) (type_spec) (type_alias)] @scope

; Not names of this text.
(package_clause (package_identifier) @ignore)
(qualified_type name: (type_identifier) @ignore)
(blank_identifier) @ignore

; Imports.
(import_declaration
  [
    (import_spec name: (package_identifier) @definition.name) @part
    (import_spec !name path: (interpreted_string_literal) @definition.name) @part
    (import_spec_list (import_spec name: (package_identifier) @definition.name) @part)
    (import_spec_list (import_spec !name path: (interpreted_string_literal) @definition.name) @part)
  ])

; Functions and methods.
((function_declaration name: (identifier) @definition.name)
  (#any-of? @definition.name "main" "init") (#set! body) (#set! root))
(function_declaration name: (identifier) @definition.name (#set! body))
(method_declaration name: (field_identifier) @definition.member (#set! body))
(method_elem name: (field_identifier) @definition.member (#set! scope text) (#set! member))

; Constants, variables, types.
(const_declaration (const_spec name: (identifier) @definition.name) @part)
(var_declaration (var_spec name: (identifier) @definition.name))
(var_spec_list (var_spec name: (identifier) @definition.name) @whole)
(type_declaration [(type_spec) (type_alias)] @part)
(type_declaration (type_spec name: (type_identifier) @definition.name) @part)
(type_declaration (type_alias name: (type_identifier) @definition.name) @part)
(type_parameter_declaration name: (identifier) @definition.name (#set! fixed))
(field_declaration name: (field_identifier) @definition.member @part (#set! scope text) (#set! member))

; Parameters and variables of statements.
(parameter_declaration name: (identifier) @definition.name (#set! fixed))
(variadic_parameter_declaration name: (identifier) @definition.name (#set! fixed))
(short_var_declaration left: (expression_list (identifier) @definition.name))
(range_clause left: (expression_list (identifier) @definition.name) ":=" (#set! fixed))
(receive_statement left: (expression_list (identifier) @definition.name) ":=" (#set! fixed))
(type_switch_statement alias: (expression_list (identifier) @definition.name) (#set! fixed) (#set! inside))

; Labels.
(labeled_statement label: (label_name) @definition.label (#set! fixed) (#set! scope function))
(label_name) @reference.label

; Uses. A key in a literal may be a field of a struct or a variable (key of a map).
(keyed_element key: (literal_element (identifier) @reference.member) (#set! else name))
[(identifier) (type_identifier) (package_identifier)] @reference.name
(field_identifier) @reference.member

; Functions that return a value.
[
  (function_declaration result: (_)) (method_declaration result: (_)) (func_literal result: (_))
] @returns
(return_statement (_)) @return

; Statements.
(statement_list (_) @statement)
[(expression_case) (type_case) (default_case) (communication_case)] @statement
