; Java: names (variables, types, imports), members (fields and constants), methods and labels.
;
; Approximations: a variable is visible in its whole scope, also before its declaration; a
; pattern variable in the block around it. Types, fields and methods are global, by name,
; overloaded or not. A method with `@Override` is a definition only if the text has another
; method of its name. Constructors belong to their type.

; Scopes.
[
  (method_declaration) (constructor_declaration) (compact_constructor_declaration) (lambda_expression) (static_initializer)
] @scope.block @scope.function
[
  (block) (constructor_body) (for_statement) (enhanced_for_statement) (catch_clause) (try_with_resources_statement)
  (switch_block_statement_group) (switch_rule)
] @scope.block
[
  (class_declaration) (interface_declaration) (enum_declaration) (record_declaration) (annotation_type_declaration)
] @scope

; Not names of this text.
(package_declaration (_) @ignore)
(element_value_pair key: (identifier) @ignore)
(scoped_identifier scope: (identifier) @reference.name (#set! weak))

; Imports.
(import_declaration (scoped_identifier name: (identifier) @definition.name) . ";" (#set! scope text))
(import_declaration (identifier) @definition.name . ";" (#set! scope text))

; Types.
([
  (class_declaration name: (identifier) @definition.name)
  (interface_declaration name: (identifier) @definition.name)
  (enum_declaration name: (identifier) @definition.name)
  (record_declaration name: (identifier) @definition.name)
  (annotation_type_declaration name: (identifier) @definition.name)
] (#set! scope text))
([
  (constructor_declaration name: (identifier) @definition.name)
  (compact_constructor_declaration name: (identifier) @definition.name)
] (#set! scope text) (#set! accompanies) (#set! body))
(type_parameter . (type_identifier) @definition.name (#set! fixed))

; Members and methods.
(record_declaration
  parameters: (formal_parameters (formal_parameter name: (identifier) @definition.member))
  (#set! fixed) (#set! scope text))
(enum_constant name: (identifier) @definition.member (#set! scope text) (#set! member))
([
  (field_declaration declarator: (variable_declarator name: (identifier) @definition.member) @part)
  (constant_declaration declarator: (variable_declarator name: (identifier) @definition.member) @part)
] (#set! scope text) (#set! member))
((method_declaration (modifiers (marker_annotation name: (identifier) @_override)) name: (identifier) @definition.method)
  (#eq? @_override "Override") (#set! scope text) (#set! member) (#set! body) (#set! accompanies))
((method_declaration name: (identifier) @definition.method)
  (#eq? @definition.method "main") (#set! scope text) (#set! body) (#set! root))
(method_declaration
  name: (identifier) @definition.method body: (_) (#set! scope text) (#set! member) (#set! body))
(method_declaration name: (identifier) @definition.method (#set! scope text) (#set! member))
(annotation_type_element_declaration
  name: (identifier) @definition.method (#set! scope text) (#set! member))

; Variables.
(local_variable_declaration declarator: (variable_declarator name: (identifier) @definition.name) @part)
([
  (formal_parameter name: (identifier) @definition.name)
  (spread_parameter (variable_declarator name: (identifier) @definition.name))
  (catch_formal_parameter name: (identifier) @definition.name)
  (resource name: (identifier) @definition.name)
  (inferred_parameters (identifier) @definition.name)
  (type_pattern (identifier) @definition.name)
  (record_pattern_component (identifier) @definition.name)
  (instanceof_expression name: (identifier) @definition.name)
] (#set! fixed))
([
  (lambda_expression parameters: (identifier) @definition.name)
  (enhanced_for_statement name: (identifier) @definition.name)
] (#set! fixed) (#set! inside))

; Labels.
(labeled_statement . (identifier) @definition.label (#set! fixed) (#set! scope function))
[(break_statement (identifier) @reference.label) (continue_statement (identifier) @reference.label)]

; Uses.
(method_invocation name: (identifier) @reference.method (#set! else name))
(method_reference . (_) . (identifier) @reference.method (#set! weak))
(field_access field: (identifier) @reference.member (#set! else name))
(type_identifier) @reference.name
((identifier) @reference.name (#set! else member))

; Methods that return a value.
((method_declaration type: (_) @_type body: (_)) @returns (#not-eq? @_type "void"))
(return_statement (_)) @return

; Statements.
[
  (program (_) @statement) (class_body (_) @statement) (interface_body (_) @statement) (enum_body_declarations (_) @statement)
  (block (_) @statement) (constructor_body (_) @statement) (switch_block_statement_group) @statement (switch_rule) @statement
]
