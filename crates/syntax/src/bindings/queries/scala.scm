; Scala 2 and 3: names (variables, functions, classes, objects, imports), members (functions, values
; and types of classes and objects, cases of enumerations) and types (members and parameters).
;
; Approximations: a variable is visible in its whole scope, also before its declaration. Classes and
; members are global, by name, overloaded or not. A member with `override` is a definition only if
; the text has another member of its name. In patterns, a capitalized name is a use. What is
; implicit or given is used only by its name. Names of arguments need no definition. Elements are
; guessed, as in languages without a query.

; Scopes.
[
  (function_definition) (function_declaration) (lambda_expression) (block) (indented_block) (case_clause)
  (for_expression) (class_definition) (trait_definition) (object_definition) (enum_definition)
  (full_enum_case) (given_definition) (extension_definition) (type_definition) (instance_expression)
  (catch_clause)
] @scope

; Not names of this text.
(package_identifier (identifier) @ignore)
(access_qualifier (identifier) @ignore)
(interpolated_string_expression interpolator: (identifier) @ignore)
((identifier) @ignore (#any-of? @ignore "this" "super"))

; Imports.
((import_declaration (identifier) @definition.path . (identifier)) (#set! accompanies))
([
  (import_declaration (identifier) @definition.path (namespace_selectors))
  (import_declaration (identifier) @definition.path (namespace_wildcard))
  (namespace_selectors (arrow_renamed_identifier name: (identifier) @definition.path))
  (namespace_selectors (as_renamed_identifier name: (identifier) @definition.path))
] (#set! accompanies))
(import_declaration (identifier) @definition.name)
([
  (namespace_selectors (identifier) @definition.name @whole)
  (namespace_selectors (arrow_renamed_identifier alias: (identifier) @definition.name) @whole)
  (namespace_selectors (as_renamed_identifier alias: (identifier) @definition.name) @whole)
] (#set! scope text))
(import_declaration . (identifier) @reference.name (#set! also) (#set! else member))
(import_declaration . (identifier) . (identifier) @reference.member (#set! also))
(namespace_selectors (identifier) @reference.member (#set! also))

; Classes, objects and types.
([
  (class_definition name: (identifier) @definition.name)
  (trait_definition name: (identifier) @definition.name)
  (object_definition name: (identifier) @definition.name)
  (enum_definition name: (identifier) @definition.name)
  (package_object name: (identifier) @definition.name)
] (#set! scope text))
(template_body (type_definition name: (type_identifier) @definition.type) @whole (#set! scope text) (#set! member))
(type_definition name: (type_identifier) @definition.type)
([
  (type_parameters name: (_) @definition.type)
  (covariant_type_parameter name: (_) @definition.type)
  (contravariant_type_parameter name: (_) @definition.type)
] (#set! fixed))

; Functions.
((function_definition name: (identifier) @definition.path)
  (#eq? @definition.path "this") (#set! accompanies))
((function_definition name: (identifier) @definition.member)
  (#eq? @definition.member "main") (#set! scope text) (#set! body) (#set! root))
((function_definition (annotation name: (type_identifier) @_main) name: (identifier) @definition.member)
  (#eq? @_main "main") (#set! scope text) (#set! body) (#set! root))
([
  (function_definition (modifiers "override") name: (_) @definition.member)
  (val_definition (modifiers "override") pattern: (identifier) @definition.member)
  (var_definition (modifiers "override") pattern: (identifier) @definition.member)
  (class_parameter (modifiers "override") name: (identifier) @definition.member)
] (#set! scope text) (#set! member) (#set! body) (#set! accompanies))
([
  (template_body (function_definition name: (_) @definition.member) @whole)
  (with_template_body (function_definition name: (_) @definition.member) @whole)
  (enum_body (function_definition name: (_) @definition.member) @whole)
  (extension_definition (function_definition name: (_) @definition.member) @whole)
] (#set! scope text) (#set! member) (#set! body))
(function_declaration name: (_) @definition.member (#set! scope text) (#set! member))
(function_definition name: (_) @definition.name (#set! body))

; Members.
([
  (template_body (val_definition pattern: (identifier) @definition.member) @whole)
  (template_body (var_definition pattern: (identifier) @definition.member) @whole)
  (with_template_body (val_definition pattern: (identifier) @definition.member) @whole)
  (enum_body (val_definition pattern: (identifier) @definition.member) @whole)
  (val_declaration name: (identifier) @definition.member)
  (var_declaration name: (identifier) @definition.member)
] (#set! scope text) (#set! member))
([
  (template_body (val_definition pattern: (_) @binds.member) @whole)
  (template_body (var_definition pattern: (_) @binds.member) @whole)
] (#set! of name) (#set! scope text) (#set! member))
([
  (enum_case_definitions (simple_enum_case name: (identifier) @definition.member) @part)
  (enum_case_definitions (full_enum_case name: (identifier) @definition.member) @part)
] (#set! scope text) (#set! member))
([
  (class_parameter "val" name: (identifier) @definition.member)
  (class_parameter "var" name: (identifier) @definition.member)
  (class_definition "case" (class_parameters (class_parameter name: (identifier) @definition.member)))
  (full_enum_case (class_parameters (class_parameter name: (identifier) @definition.member)))
] (#set! fixed) (#set! scope text))

; Variables.
(val_definition pattern: (identifier) @definition.name)
(var_definition pattern: (identifier) @definition.name)
(val_definition pattern: (_) @binds.name)
(var_definition pattern: (_) @binds.name)
(given_definition name: (identifier) @definition.name)
([
  (class_parameter name: (identifier) @definition.name)
  (parameter name: (identifier) @definition.name)
  (binding name: (identifier) @definition.name)
  (self_type . (identifier) @definition.name)
  (enumerator . [
    (identifier) @binds.name (tuple_pattern) @binds.name (case_class_pattern) @binds.name (typed_pattern) @binds.name
    (infix_pattern) @binds.name (capture_pattern) @binds.name
  ])
] (#set! fixed))
([
  (lambda_expression parameters: (identifier) @definition.name)
  (case_clause pattern: (_) @binds.name)
] (#set! fixed) (#set! inside))

; Uses.
(arguments (assignment_expression left: (identifier) @reference.member) (#set! weak))
(field_expression field: (_) @reference.member (#set! else name))
(stable_identifier (identifier) @reference.member (#set! else name))
(stable_type_identifier (type_identifier) @reference.type (#set! else name))
(infix_expression operator: (_) @reference.member (#set! else name))
(infix_pattern operator: (_) @reference.member (#set! else name))
(stable_type_identifier (identifier) @reference.member (#set! else name))
((identifier) @reference.member (#match? @reference.member "^[A-Z]") (#set! else name))
((identifier) @reference.name (#set! else member))
((operator_identifier) @reference.member (#set! else name))
((type_identifier) @reference.type (#set! else name))
