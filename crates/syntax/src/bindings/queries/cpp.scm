; C++: names (variables, functions, types, templates, namespaces, macros), members and labels.
;
; Approximations: a name is visible in its whole scope, also before its definition. Types, and
; names in a namespace, are visible in the block around them or in the whole text. Members are
; global, by name; a member that is defined outside of its class is removed with it.
; Specializations are removed with their template, constructors with their class. Operators and
; destructors have no names here. Overloads are one entity. Words in the bodies of macros may be
; uses.

; Scopes.
(function_definition) @scope.block @scope.function
[(compound_statement) (for_statement) (for_range_loop) (lambda_expression) (catch_clause) (if_statement) (while_statement)] @scope.block
[
  (template_declaration) (declaration) (field_declaration) (type_definition) (parameter_declaration) (type_descriptor)
  (requires_expression)
] @scope
(template_declaration) @wraps

; Macros.
(preproc_def name: (identifier) @definition.name)
(preproc_function_def name: (identifier) @definition.name)
(preproc_ifdef name: (identifier) @reference.name (#set! weak))
(preproc_defined (identifier) @reference.name (#set! weak))
(preproc_if condition: (identifier) @reference.name (#set! weak))
(preproc_params (identifier) @ignore)
(preproc_arg) @words

; Constructors, destructors and operators, and functions that are defined outside of their class.
([
  (field_declaration_list
    (function_definition !type declarator: (function_declarator declarator: (identifier) @definition.name)) @whole)
  (field_declaration_list
    (declaration !type declarator: (function_declarator declarator: (identifier) @definition.name)) @whole)
] (#set! scope text) (#set! accompanies))
((function_definition declarator: (function_declarator declarator: (qualified_identifier
    scope: (namespace_identifier) @definition.name name: (identifier) @_constructor)))
  (#eq? @definition.name @_constructor) (#set! scope text) (#set! accompanies))
(function_definition declarator: (function_declarator declarator: (qualified_identifier
    scope: (namespace_identifier) @definition.name name: [(destructor_name) (operator_name)]))
  (#set! scope text) (#set! accompanies))
([
  (function_definition declarator: (function_declarator
    declarator: (qualified_identifier name: (identifier) @definition.member)))
  (function_definition declarator: (_ declarator: (function_declarator
    declarator: (qualified_identifier name: (identifier) @definition.member))))
  (function_definition declarator: (reference_declarator (function_declarator
    declarator: (qualified_identifier name: (identifier) @definition.member))))
] (#set! scope text) (#set! accompanies) (#set! body))

; Members.
((field_declaration_list (function_definition declarator: (_) @definition.member) @whole)
  (#follow! @definition.member declarator) (#set! scope text) (#set! member) (#set! body))
((field_declaration declarator: (_) @definition.member @part)
  (#follow! @definition.member declarator) (#set! scope text) (#set! member))

; Functions and variables.
((function_definition declarator: (_) @definition.name)
  (#follow! @definition.name declarator) (#eq? @definition.name "main") (#set! scope block) (#set! body) (#set! root))
((function_definition declarator: (_) @definition.name)
  (#follow! @definition.name declarator) (#set! scope block) (#set! body))
((declaration declarator: (_) @definition.name @part) (#follow! @definition.name declarator) (#set! scope block))
((type_definition declarator: (_) @definition.name @part)
  (#follow! @definition.name declarator) (#set! scope block) (#set! member))
([
  (parameter_declaration declarator: (_) @definition.name)
  (optional_parameter_declaration declarator: (_) @definition.name)
  (variadic_parameter_declaration declarator: (variadic_declarator (identifier) @definition.name))
] (#follow! @definition.name declarator) (#set! fixed))
((for_range_loop declarator: (_) @definition.name) (#follow! @definition.name declarator) (#set! fixed) (#set! inside))
(structured_binding_declarator (identifier) @definition.name (#set! fixed) (#set! scope block))
(lambda_capture_initializer left: (identifier) @definition.name (#set! fixed))

; Parameters of templates.
([
  (type_parameter_declaration (type_identifier) @definition.name)
  (optional_type_parameter_declaration name: (type_identifier) @definition.name)
  (variadic_type_parameter_declaration (type_identifier) @definition.name)
] (#set! fixed))

; Types: alone in their declaration, or within another one; then specializations.
([
  (translation_unit [
    (class_specifier name: (type_identifier) @definition.name) (struct_specifier name: (type_identifier) @definition.name)
    (union_specifier name: (type_identifier) @definition.name) (enum_specifier name: (type_identifier) @definition.name)
  ] @whole)
  (declaration_list [
    (class_specifier name: (type_identifier) @definition.name) (struct_specifier name: (type_identifier) @definition.name)
    (union_specifier name: (type_identifier) @definition.name) (enum_specifier name: (type_identifier) @definition.name)
  ] @whole)
  (template_declaration [
    (class_specifier name: (type_identifier) @definition.name) (struct_specifier name: (type_identifier) @definition.name)
    (union_specifier name: (type_identifier) @definition.name)
  ])
] (#set! scope block))
((field_declaration_list (field_declaration !declarator type: [
    (class_specifier name: (type_identifier) @definition.name body: (_))
    (struct_specifier name: (type_identifier) @definition.name body: (_))
    (union_specifier name: (type_identifier) @definition.name body: (_))
    (enum_specifier name: (type_identifier) @definition.name body: (_))
  ]) @whole) (#set! scope block) (#set! member))
([
  (class_specifier name: (type_identifier) @definition.name body: (_))
  (struct_specifier name: (type_identifier) @definition.name body: (_))
  (union_specifier name: (type_identifier) @definition.name body: (_))
  (enum_specifier name: (type_identifier) @definition.name body: (_))
] (#set! fixed) (#set! scope block))
([
  (class_specifier name: (template_type name: (type_identifier) @definition.name) body: (_))
  (struct_specifier name: (template_type name: (type_identifier) @definition.name) body: (_))
] (#set! scope block) (#set! accompanies))
(enumerator name: (identifier) @definition.name (#set! fixed) (#set! scope block))
(alias_declaration name: (type_identifier) @definition.name (#set! scope block) (#set! member))
(concept_definition name: (identifier) @definition.name (#set! scope block))
(using_declaration (qualified_identifier name: (identifier) @definition.name) (#set! scope block) (#set! accompanies))
(namespace_definition name: (namespace_identifier) @definition.name (#set! fixed))
(namespace_alias_definition name: (namespace_identifier) @definition.name)

; Labels.
(labeled_statement label: (statement_identifier) @definition.label (#set! fixed) (#set! scope function))
(goto_statement label: (statement_identifier) @reference.label)

; Uses.
(qualified_identifier name: (identifier) @reference.member (#set! else name))
((field_identifier) @reference.member (#set! else name))
([(identifier) (namespace_identifier) (type_identifier)] @reference.name (#set! else member))

; Functions that return a value.
((function_definition type: (_) @_type declarator: (function_declarator)) @returns (#not-any-of? @_type "void" "auto"))
((function_definition type: (_) declarator: [(pointer_declarator) (reference_declarator)]) @returns)
(return_statement (_)) @return

; Statements.
[
  (translation_unit (_) @statement) (declaration_list (_) @statement) (field_declaration_list (_) @statement)
  (compound_statement (_) @statement) (case_statement) @statement
]
