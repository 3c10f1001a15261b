; OCaml: names (values, parameters, modules of the text), fields, constructors, types, modules,
; classes and their methods.
;
; Approximations: what a structure defines is visible in the whole text, with or without its path,
; and if it is defined again, all definitions are one. A name in a pattern is visible in the case,
; function or `let` around it. Fields, constructors and methods are global, by name. What `open` and
; `include` bring is unknown. A specification in a signature only declares; what a functor is given
; is known in the functor, by its path. Elements are guessed, as in languages without a query.

; Scopes.
[(let_expression) (let_open_class_expression) (let_class_expression)] @scope.let
[
  (let_binding) (fun_expression) (match_case) (for_expression) (method_definition) (class_binding) (class_function)
  (functor) (module_binding) (functor_type) (object_expression) (comprehension)
] @scope

; Values.
((let_expression (value_definition "rec" (let_binding pattern: (value_name) @definition.name) @part) @whole)
  (#set! inside) (#set! body))
((let_expression
  (value_definition (let_binding pattern: (value_name) @definition.name) @part) @whole body: (_) @visible)
  (#set! body))
([
  (structure (value_definition (let_binding pattern: (value_name) @definition.member) @part) @whole)
  (structure
    (value_definition (let_binding pattern: (parenthesized_operator (_) @definition.member)) @part) @whole)
  (structure (external . (value_name) @definition.member) @whole)
  (structure (external . (parenthesized_operator (_) @definition.member)) @whole)
] (#set! scope nowhere) (#set! member) (#set! body))
([
  (value_definition (let_binding pattern: (value_name) @definition.name) @part)
  (value_definition (let_binding pattern: (parenthesized_operator (_) @definition.name)) @part)
  (external . (value_name) @definition.name)
  (external . (parenthesized_operator (_) @definition.name))
] (#set! scope let) (#set! body))
(module_parameter module_type: (signature (value_specification . (value_name) @definition.given) @whole))
([
  (value_specification . (value_name) @definition.member)
  (value_specification . (parenthesized_operator (_) @definition.member))
] (#set! scope nowhere) (#set! member))

; Types with their parts, and exceptions.
(module_parameter module_type: (signature
  (type_definition (type_binding name: (type_constructor) @definition.given-type) @part) @whole))
(type_definition (type_binding name: (type_constructor) @definition.type) @part (#set! scope nowhere) (#set! body))
(field_declaration (field_name) @definition.field (#set! scope nowhere) (#set! member))
((exception_definition (constructor_declaration (constructor_name) @definition.constructor))
  (#set! scope nowhere) (#set! body))
(constructor_declaration (constructor_name) @definition.constructor (#set! scope nowhere) (#set! member))

; Modules.
(module_definition (module_binding (module_name) @definition.module) @part (#set! scope let) (#set! body))
(module_type_definition (module_type_name) @definition.signature (#set! scope let) (#set! body))
(module_parameter (module_name) @definition.module (#set! fixed))
(package_pattern (module_name) @definition.module (#set! fixed))

; Classes.
(class_definition (class_binding (class_name) @definition.class) @part (#set! scope nowhere) (#set! body))
(method_definition (method_name) @definition.method (#set! scope nowhere) (#set! member) (#set! body))
(instance_variable_definition (instance_variable_name) @definition.name (#set! member))

; Parameters and patterns.
(parameter !pattern (label_name) @definition.name (#set! fixed))
((value_pattern) @definition.name (#set! fixed))
([
  (value_definition (let_binding pattern: (tuple_pattern (value_name) @definition.name)) @part)
  (value_definition
    (let_binding pattern: (parenthesized_pattern (tuple_pattern (value_name) @definition.name))) @part)
] (#set! scope let))
([
  (tuple_pattern (value_name) @definition.name)
  (constructor_pattern (value_name) @definition.name)
  (alias_pattern alias: (value_name) @definition.name)
  (typed_pattern pattern: (value_name) @definition.name)
  (field_pattern pattern: (value_name) @definition.name)
  (parenthesized_pattern (value_name) @definition.name)
  (cons_pattern (value_name) @definition.name)
  (list_pattern (value_name) @definition.name)
  (array_pattern (value_name) @definition.name)
  (lazy_pattern (value_name) @definition.name)
  (or_pattern (value_name) @definition.name)
] (#set! fixed) (#set! scope let))
(field_pattern !pattern (field_path (field_name) @definition.name) (#set! fixed))

; Uses.
(field_pattern !pattern (field_path (field_name) @reference.field) (#set! also))
(field_name) @reference.field
(field_expression !body (field_path (field_name) @reference.name (#set! also) (#set! else member)))
(constructor_name) @reference.constructor
((type_constructor_path (extended_module_path) (type_constructor) @reference.given-type) (#set! else type))
(type_constructor) @reference.type
(module_name) @reference.module
(module_type_name) @reference.signature
(class_name) @reference.class
(method_name) @reference.method
(instance_variable_name) @reference.name
(labeled_argument !expression (label_name) @reference.name (#set! else member))
((value_path (module_path) (value_name) @reference.given) (#set! else member))
((value_name) @reference.name (#set! else member))
([
  (parenthesized_operator (_) @reference.name)
  (infix_expression operator: (_) @reference.name)
  (prefix_expression operator: (_) @reference.name)
] (#set! else member))
