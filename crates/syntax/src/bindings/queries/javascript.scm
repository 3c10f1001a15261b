; JavaScript only.
(class_declaration name: (identifier) @definition.name)
(class name: (identifier) @definition.name (#set! fixed) (#set! inside))
(field_definition property: (_) @definition.member (#set! scope text) (#set! member))
(formal_parameters (identifier) @definition.name (#set! fixed))
