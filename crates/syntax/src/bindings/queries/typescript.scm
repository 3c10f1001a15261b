; What TypeScript adds: types, which share a namespace with variables. Function signatures only
; declare. Everything in an ambient declaration is removed with it. Exports of a namespace are
; not found by their path.

; Scopes.
[(interface_declaration) (type_alias_declaration) (abstract_class_declaration) (function_signature)] @scope.block
[(function_type) (constructor_type) (method_signature) (call_signature) (construct_signature)] @scope
(ambient_declaration) @wraps

; Types.
([
  (class_declaration name: (type_identifier) @definition.name)
  (abstract_class_declaration name: (type_identifier) @definition.name)
  (interface_declaration name: (type_identifier) @definition.name)
  (type_alias_declaration name: (type_identifier) @definition.name)
  (enum_declaration name: (identifier) @definition.name)
  (function_signature name: (identifier) @definition.name)
  (import_alias . (identifier) @definition.name)
])
(internal_module name: (identifier) @definition.name (#set! fixed))
(class name: (type_identifier) @definition.name (#set! fixed) (#set! inside))
(type_parameter name: (type_identifier) @definition.name (#set! fixed))
(infer_type (type_identifier) @definition.name (#set! fixed))
(mapped_type_clause name: (type_identifier) @definition.name (#set! fixed))

; Parameters.
([
  (required_parameter pattern: (identifier) @definition.name)
  (optional_parameter pattern: (identifier) @definition.name)
] (#set! fixed))

; Members; parameters of a constructor may be members, too.
([
  (required_parameter (accessibility_modifier) pattern: (identifier) @definition.member)
  (required_parameter "readonly" pattern: (identifier) @definition.member)
] (#set! scope text) (#set! member) (#set! fixed) (#set! also))
([
  (public_field_definition name: (_) @definition.member)
  (property_signature name: (property_identifier) @definition.member)
  (method_signature name: (property_identifier) @definition.member)
  (abstract_method_signature name: (property_identifier) @definition.member)
  (enum_body name: (property_identifier) @definition.member @whole)
  (enum_assignment name: (property_identifier) @definition.member)
] (#set! scope text) (#set! member))

; Uses. A key in a literal or a pattern may be a member.
(pair key: (property_identifier) @reference.member)
(pair_pattern key: (property_identifier) @reference.member)
([(shorthand_property_identifier) (shorthand_property_identifier_pattern)] @reference.member (#set! also))
(nested_type_identifier name: (type_identifier) @ignore)
(type_identifier) @reference.name

; Statements.
[(interface_body (_) @statement) (object_type (_) @statement)]
