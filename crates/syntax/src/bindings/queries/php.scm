; PHP: variables, names (functions, classes, constants, imports) and members (methods, properties,
; constants of classes).
;
; Approximations: a variable is visible in its whole function, also before its assignment, and every
; assignment defines it; a closure sees the variables around it. Names and members are global, by
; name, in upper and lower case as they are written. Methods that start with two underscores are
; called by the language and are not members.

; Scopes.
[(program) (function_definition) (method_declaration) (anonymous_function)] @scope.function
[(arrow_function)] @scope

; Not names of this text.
((variable_name (name) @ignore) (#eq? @ignore "this"))
[
  (argument name: (name) @ignore) (namespace_name (name) @ignore)
  (namespace_use_clause (qualified_name (name) @ignore) alias: (name))
  (namespace_use_clause . (name) @ignore alias: (name))
]

; Imports.
(namespace_use_declaration [
  (namespace_use_clause alias: (name) @definition.name) @part
  (namespace_use_clause !alias (qualified_name (name) @definition.name)) @part
  (namespace_use_clause !alias . (name) @definition.name) @part
] (#set! scope text))
(namespace_use_declaration (namespace_use_group [
  (namespace_use_clause alias: (name) @definition.name) @part
  (namespace_use_clause !alias (qualified_name (name) @definition.name)) @part
  (namespace_use_clause !alias . (name) @definition.name) @part
]) (#set! scope text))

; Functions, classes and constants.
(function_definition name: (name) @definition.name (#set! scope text) (#set! body))
([
  (class_declaration name: (name) @definition.name)
  (interface_declaration name: (name) @definition.name)
  (trait_declaration name: (name) @definition.name)
  (enum_declaration name: (name) @definition.name)
] (#set! scope text))

; Members.
(method_declaration name: (name) @ignore)
((method_declaration name: (name) @definition.member body: (_))
  (#not-match? @definition.member "^__") (#set! scope text) (#set! member) (#set! body))
((method_declaration name: (name) @definition.member)
  (#not-match? @definition.member "^__") (#set! scope text) (#set! member))
(property_declaration
  (property_element name: (variable_name (name) @definition.member)) @part (#set! scope text) (#set! member))
((declaration_list (const_declaration (const_element . (name) @definition.member) @part) @whole)
  (#set! scope text) (#set! member))
(const_declaration (const_element . (name) @definition.name) @part (#set! scope text))
(enum_case name: (name) @definition.member (#set! scope text) (#set! member))
(expression_statement
  (assignment_expression left: (member_access_expression name: (name) @definition.member))
  (#set! scope text) (#set! member))

; Variables.
(expression_statement
  (assignment_expression left: (variable_name (name) @definition.variable)) (#set! scope function))
(expression_statement
  (assignment_expression left: (list_literal (variable_name (name) @definition.variable)))
  (#set! scope function))
(global_declaration (variable_name (name) @definition.variable) @part (#set! scope function))
(function_static_declaration
  (static_variable_declaration name: (variable_name (name) @definition.variable)) @part
  (#set! scope function))
([
  (assignment_expression left: (variable_name (name) @definition.variable))
  (list_literal (variable_name (name) @definition.variable))
  (foreach_statement . (_) . (variable_name (name) @definition.variable))
  (foreach_statement . (_) . (pair (variable_name (name) @definition.variable)))
  (foreach_statement (by_ref (variable_name (name) @definition.variable)))
  (foreach_statement . (_) . (pair (by_ref (variable_name (name) @definition.variable))))
  (catch_clause name: (variable_name (name) @definition.variable))
] (#set! fixed) (#set! scope function))
([
  (simple_parameter name: (variable_name (name) @definition.variable))
  (variadic_parameter name: (variable_name (name) @definition.variable))
  (property_promotion_parameter name: (variable_name (name) @definition.variable))
] (#set! fixed))
; Such a parameter is also a member.
(property_promotion_parameter name: (variable_name (name) @definition.member)
  (#set! scope text) (#set! member) (#set! fixed) (#set! also))

; Labels.
(named_label_statement (name) @definition.label (#set! fixed) (#set! scope function))
(goto_statement (name) @reference.label)

; Uses.
([
  (member_access_expression name: (name) @reference.member)
  (nullsafe_member_access_expression name: (name) @reference.member)
  (member_call_expression name: (name) @reference.member)
  (nullsafe_member_call_expression name: (name) @reference.member)
  (scoped_call_expression name: (name) @reference.member)
  (scoped_property_access_expression name: (variable_name (name) @reference.member))
  (class_constant_access_expression . (_) . (name) @reference.member)
] (#set! else name))
(variable_name (name) @reference.variable)
((name) @reference.name (#set! else member))

; Statements.
[
  (program (_) @statement) (compound_statement (_) @statement) (declaration_list (_) @statement)
  (enum_declaration_list (_) @statement) (colon_block (_) @statement) (switch_block (_) @statement)
  (case_statement (_) @statement) (default_statement (_) @statement) (else_clause) @statement
  (else_if_clause) @statement (catch_clause) @statement (finally_clause) @statement
]
