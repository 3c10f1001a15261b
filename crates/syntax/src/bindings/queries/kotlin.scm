; Kotlin: names (variables, functions, types, imports) and members (properties and functions of
; types, extensions, entries of enumerations).
;
; Approximations: a variable is visible in its whole scope, also before its declaration. Types and
; members are global, by name, overloaded or not. A function with `override` is a definition only
; if the text has another member of its name. Operators have no names here. Names of arguments are
; not uses. That `val` cannot be assigned to is not checked.

; Scopes.
[
  (function_declaration) (anonymous_function) (secondary_constructor) (anonymous_initializer)
] @scope.function
[
  (lambda_literal) (for_statement) (control_structure_body) (catch_block) (when_expression) (when_entry)
  (getter) (setter) (class_declaration) (object_declaration) (object_literal) (type_alias)
] @scope

; Not names of this text.
(package_header (identifier) @ignore)
(identifier (simple_identifier) @ignore)
(value_argument . (simple_identifier) @ignore "=")
[(this_expression (type_identifier) @ignore) (super_expression (type_identifier) @ignore)]

; Imports.
(import_header (identifier) (import_alias (type_identifier) @definition.name) (#set! scope text))
(import_header (identifier) @definition.path [(import_alias) (wildcard_import)] (#set! accompanies))
(import_header (identifier) @definition.name (#set! scope text))

; Types.
([
  (class_declaration (type_identifier) @definition.name)
  (object_declaration (type_identifier) @definition.name)
  (type_alias . (type_identifier) @definition.name)
] (#set! scope text))
(companion_object (type_identifier) @definition.name (#set! scope text) (#set! fixed))
(type_parameter (type_identifier) @definition.name (#set! fixed))

; Functions. Paths and operators are definitions in namespaces of their own, which nothing uses.
((function_declaration (modifiers (function_modifier) @_operator) (simple_identifier) @definition.operator)
  (#eq? @_operator "operator") (#set! accompanies))
((function_declaration
  (modifiers (member_modifier) @_override)
  (simple_identifier) @definition.member . (function_value_parameters))
  (#eq? @_override "override")
  (#set! scope text) (#set! member) (#set! body) (#set! accompanies))
([
  (class_body (function_declaration
    (simple_identifier) @definition.member . (function_value_parameters) (function_body)) @whole)
  (enum_class_body (function_declaration
    (simple_identifier) @definition.member . (function_value_parameters) (function_body)) @whole)
  (function_declaration
    receiver: (_) (simple_identifier) @definition.member . (function_value_parameters) (function_body))
] (#set! scope text) (#set! member) (#set! body))
((class_body (function_declaration
  (simple_identifier) @definition.member . (function_value_parameters)) @whole)
  (#set! scope text) (#set! member))
((function_declaration (simple_identifier) @definition.name . (function_value_parameters))
  (#eq? @definition.name "main") (#set! root) (#set! body))
((function_declaration (simple_identifier) @definition.name . (function_value_parameters)) (#set! body))

; Members.
([
  (class_body (property_declaration (variable_declaration . (simple_identifier) @definition.member)) @whole)
  (enum_class_body
    (property_declaration (variable_declaration . (simple_identifier) @definition.member)) @whole)
  (property_declaration receiver: (_) (variable_declaration . (simple_identifier) @definition.member))
  (enum_entry (simple_identifier) @definition.member)
] (#set! scope text) (#set! member))
((class_parameter
  (binding_pattern_kind)
  (simple_identifier) @definition.member . [(user_type) (nullable_type) (function_type) (parenthesized_type)])
  (#set! fixed) (#set! scope text))

; Variables.
(property_declaration (variable_declaration . (simple_identifier) @definition.name))
(property_declaration
  (multi_variable_declaration (variable_declaration . (simple_identifier) @definition.name)))
(class_parameter
  (simple_identifier) @definition.name . [(user_type) (nullable_type) (function_type) (parenthesized_type)]
  (#set! fixed))
([
  (parameter . (simple_identifier) @definition.name)
  (parameter_with_optional_type (simple_identifier) @definition.name)
  (lambda_parameters (variable_declaration . (simple_identifier) @definition.name))
  (lambda_parameters
    (multi_variable_declaration (variable_declaration . (simple_identifier) @definition.name)))
  (for_statement (variable_declaration . (simple_identifier) @definition.name))
  (for_statement (multi_variable_declaration (variable_declaration . (simple_identifier) @definition.name)))
  (when_subject (variable_declaration . (simple_identifier) @definition.name))
  (catch_block (simple_identifier) @definition.name)
] (#set! fixed) (#set! inside))

; Uses.
((navigation_suffix (simple_identifier) @reference.member) (#set! else name))
((callable_reference (simple_identifier) @reference.member) (#set! else name))
(type_identifier) @reference.name
([(simple_identifier) (interpolated_identifier)] @reference.name (#set! else member))

; Functions that return a value.
((function_declaration
  (function_value_parameters) . [(user_type) (nullable_type) (function_type)] @_type (function_body "{")) @returns
  (#not-eq? @_type "Unit"))
((jump_expression (_)) @return (#match? @return "^return"))

; Statements.
[
  (source_file [
    (package_header) (property_declaration) (function_declaration) (class_declaration) (object_declaration)
    (type_alias) (call_expression) (assignment) (if_expression) (when_expression) (try_expression)
    (for_statement) (while_statement) (do_while_statement)
  ] @statement)
  (statements (_) @statement) (class_body (_) @statement)
  (enum_class_body (_) @statement) (import_list (_) @statement) (when_entry) @statement
  (catch_block) @statement (finally_block) @statement
]
