; Swift: names (variables, functions, types) and members (functions and properties of types, cases of
; enumerations).
;
; Approximations: a variable is visible in its whole scope, also before its declaration. Types and
; members are global, by name, overloaded or not. A member with `override` is a definition only if
; the text has another member of its name; an extension belongs to its type. Initializers,
; subscripts and operators have no names. Labels of arguments are not uses. What a module brings is
; unknown. Elements are guessed, as in languages without a query.

; Scopes.
[
  (function_declaration) (protocol_function_declaration) (init_declaration) (subscript_declaration)
  (lambda_literal) (statements) (for_statement) (if_statement) (while_statement) (switch_entry) (catch_block)
  (class_declaration) (protocol_declaration) (typealias_declaration) (computed_property)
] @scope

; Not names of this text.
(import_declaration (identifier (simple_identifier) @ignore))
(attribute (simple_identifier) @ignore)
(directive (simple_identifier) @ignore)
(parameter external_name: (simple_identifier) @ignore)
(value_argument_label (simple_identifier) @ignore)
(tuple_expression name: (simple_identifier) @ignore)
(tuple_type_item name: (simple_identifier) @ignore)
(enum_type_parameters (simple_identifier) @ignore)

; Types.
((class_declaration "extension" name: (user_type (type_identifier) @definition.path . (type_identifier)))
  (#set! accompanies))
(class_declaration "extension" name: (user_type (type_identifier) @definition.name)
  (#set! scope text) (#set! accompanies))
([
  (class_declaration name: (type_identifier) @definition.name)
  (protocol_declaration name: (type_identifier) @definition.name)
] (#set! scope text))
(typealias_declaration name: (type_identifier) @definition.name (#set! scope text))
(associatedtype_declaration name: (type_identifier) @definition.name (#set! scope text) (#set! member))
(type_parameter . (type_identifier) @definition.name (#set! fixed))

; Functions.
([
  (function_declaration (modifiers (member_modifier "override")) name: (simple_identifier) @definition.member)
  (property_declaration
    (modifiers (member_modifier "override")) name: (pattern bound_identifier: (simple_identifier) @definition.member))
] (#set! scope text) (#set! member) (#set! body) (#set! accompanies))
([
  (class_body (function_declaration name: (simple_identifier) @definition.member) @whole)
  (enum_class_body (function_declaration name: (simple_identifier) @definition.member) @whole)
] (#set! scope text) (#set! member) (#set! body))
(protocol_function_declaration name: (simple_identifier) @definition.member (#set! scope text) (#set! member))
(function_declaration name: (simple_identifier) @definition.name (#set! body))

; Members.
([
  (class_body
    (property_declaration name: (pattern bound_identifier: (simple_identifier) @definition.member)) @whole)
  (enum_class_body
    (property_declaration name: (pattern bound_identifier: (simple_identifier) @definition.member)) @whole)
  (protocol_property_declaration name: (pattern bound_identifier: (simple_identifier) @definition.member))
  (enum_entry name: (simple_identifier) @definition.member @part)
] (#set! scope text) (#set! member))

; Variables.
(property_declaration (pattern) @binds.name)
([
  (parameter name: (simple_identifier) @definition.name)
  (lambda_parameter name: (simple_identifier) @definition.name)
  (guard_statement bound_identifier: (simple_identifier) @definition.name)
  (guard_statement (pattern) @binds.name)
] (#set! fixed))
([
  (if_statement bound_identifier: (simple_identifier) @definition.name)
  (if_statement (pattern) @binds.name)
  (while_statement bound_identifier: (simple_identifier) @definition.name)
  (while_statement (pattern) @binds.name)
  (for_statement item: (pattern) @binds.name)
  (catch_block error: (pattern) @binds.name)
] (#set! fixed) (#set! inside))
(pattern name: (_) @plain)
(pattern "." . (simple_identifier) @reference.member)
(pattern (simple_identifier) @ignore ":")
(switch_pattern (pattern (value_binding_pattern)) @binds.name (#set! fixed))
(switch_pattern (pattern (pattern (value_binding_pattern)) @binds.name) (#set! fixed))
(pattern (value_binding_pattern) bound_identifier: (simple_identifier) @definition.name (#set! fixed))

; Uses.
((navigation_suffix suffix: (simple_identifier) @reference.member) (#set! else name))
((prefix_expression "." target: (simple_identifier) @reference.member) (#set! else name))
((simple_identifier) @reference.name (#set! else member))
(type_identifier) @reference.name
