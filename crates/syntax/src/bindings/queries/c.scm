; C: names (variables, functions, types, enumerators, macros), tags, members and labels.
;
; Approximations: a name is visible in its whole scope, also before its definition. Members are
; global, by name. A tag may lack its body behind a pointer, so such a use needs no definition. A
; function that is called needs its declaration if there is one, although old C does not require
; it. Words in the bodies of macros may be uses.

; Scopes. Names declared within a declaration, a parameter or a type, such as the parameters of a
; prototype, are visible only there.
(function_definition) @scope.block @scope.function
[(compound_statement) (for_statement)] @scope.block
[
  (declaration) (field_declaration) (type_definition) (parameter_declaration) (type_descriptor)
] @scope

; Definitions of names.
((function_definition declarator: (_) @definition.name)
  (#follow! @definition.name declarator) (#eq? @definition.name "main") (#set! body) (#set! root))
((function_definition declarator: (_) @definition.name)
  (#follow! @definition.name declarator) (#set! body))
((declaration declarator: (_) @definition.name @part) (#follow! @definition.name declarator))
((type_definition declarator: (_) @definition.name @part) (#follow! @definition.name declarator))
((parameter_declaration declarator: (_) @definition.name)
  (#follow! @definition.name declarator) (#set! fixed))
(parameter_list (identifier) @definition.name (#set! fixed))
(preproc_def name: (identifier) @definition.name)
(preproc_function_def name: (identifier) @definition.name)
(translation_unit
  (enum_specifier body: (enumerator_list (enumerator name: (identifier) @definition.name))) @whole)
(enumerator name: (identifier) @definition.name (#set! fixed) (#set! scope block))

; Definitions of tags: alone in their declaration, or within another one.
(translation_unit
  [
    (struct_specifier name: (type_identifier) @definition.tag body: (_))
    (union_specifier name: (type_identifier) @definition.tag body: (_))
    (enum_specifier name: (type_identifier) @definition.tag body: (_))
  ] @whole)
([
  (struct_specifier name: (type_identifier) @definition.tag body: (_))
  (union_specifier name: (type_identifier) @definition.tag body: (_))
  (enum_specifier name: (type_identifier) @definition.tag body: (_))
] (#set! fixed) (#set! scope block))

; Definitions of members and labels.
((field_declaration declarator: (_) @definition.member @part)
  (#follow! @definition.member declarator) (#set! scope text) (#set! member))
(labeled_statement label: (statement_identifier) @definition.label (expression_statement) @_nothing
  (#eq? @_nothing ";") (#set! scope function))
(labeled_statement label: (statement_identifier) @definition.label (#set! fixed) (#set! scope function))

; Uses.
(goto_statement label: (statement_identifier) @reference.label)
(preproc_ifdef name: (identifier) @reference.name (#set! weak))
(preproc_defined (identifier) @reference.name (#set! weak))
(preproc_if condition: (identifier) @reference.name (#set! weak))
(preproc_params (identifier) @ignore)
(struct_specifier name: (type_identifier) @reference.tag (#set! weak))
(union_specifier name: (type_identifier) @reference.tag (#set! weak))
(enum_specifier name: (type_identifier) @reference.tag)
(type_identifier) @reference.name
; Types of the standard library that the grammar knows, but that need a definition.
((primitive_type) @reference.name
  (#not-eq? @reference.name "int") (#not-eq? @reference.name "char") (#not-eq? @reference.name "void")
  (#not-eq? @reference.name "float") (#not-eq? @reference.name "double") (#not-eq? @reference.name "bool"))
(field_identifier) @reference.member
(identifier) @reference.name
(preproc_arg) @words

; Functions that return a value.
((function_definition type: (_) @_type) @returns (#not-eq? @_type "void"))
((function_definition type: (primitive_type) @_type declarator: (pointer_declarator)) @returns (#eq? @_type "void"))
(return_statement (_)) @return

; Statements.
[
  (declaration) (expression_statement) (if_statement) (while_statement) (do_statement) (for_statement)
  (switch_statement) (case_statement) (labeled_statement) (goto_statement) (return_statement)
  (break_statement) (continue_statement) (compound_statement) (type_definition)
] @statement
