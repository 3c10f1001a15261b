; C#: names (variables, types, aliases), members (fields, properties, methods, events) and labels.
;
; Approximations: a variable is visible in its whole scope, also before its declaration; a variable
; of a pattern in the block around it. Types and members are global, by name, overloaded or not. A
; member with `override` is a definition only if the text has another one of its name.
; Constructors belong to their type. Operators and indexers have no names. Names of arguments and
; of namespaces are not uses.

; Scopes.
[
  (method_declaration) (constructor_declaration) (local_function_statement) (lambda_expression)
  (anonymous_method_expression) (operator_declaration) (accessor_declaration) (indexer_declaration)
] @scope.block @scope.function
[
  (block) (for_statement) (foreach_statement) (using_statement) (catch_clause) (switch_section)
  (switch_expression_arm) (query_expression)
] @scope.block
[
  (class_declaration) (struct_declaration) (interface_declaration) (record_declaration)
  (delegate_declaration)
] @scope

; Not names of this text.
[
  (namespace_declaration name: (identifier) @ignore) (file_scoped_namespace_declaration name: (identifier) @ignore)
  (argument name: (identifier) @ignore) (attribute_argument name: (identifier) @ignore)
  (using_directive !name (identifier) @ignore)
]

; Types.
([
  (class_declaration name: (identifier) @definition.name)
  (struct_declaration name: (identifier) @definition.name)
  (interface_declaration name: (identifier) @definition.name)
  (enum_declaration name: (identifier) @definition.name)
  (record_declaration name: (identifier) @definition.name)
  (delegate_declaration name: (identifier) @definition.name)
  (using_directive name: (identifier) @definition.name)
] (#set! scope text))
([
  (constructor_declaration name: (identifier) @definition.name)
  (destructor_declaration name: (identifier) @definition.name)
] (#set! scope text) (#set! accompanies) (#set! body))
(type_parameter name: (identifier) @definition.name (#set! fixed))
(type_parameter_constraints_clause . (identifier) @definition.name (#set! accompanies))

; Members.
(record_declaration
  (parameter_list (parameter name: (identifier) @definition.member)) (#set! fixed) (#set! scope text))
(enum_member_declaration name: (identifier) @definition.member (#set! scope text) (#set! member))
([
  (field_declaration (variable_declaration (variable_declarator name: (identifier) @definition.member) @part))
  (event_field_declaration
    (variable_declaration (variable_declarator name: (identifier) @definition.member) @part))
] (#set! scope text) (#set! member))
([
  (method_declaration (modifier) @_override name: (identifier) @definition.member)
  (property_declaration (modifier) @_override name: (identifier) @definition.member)
] (#eq? @_override "override") (#set! scope text) (#set! member) (#set! body) (#set! accompanies))
((method_declaration name: (identifier) @definition.member)
  (#eq? @definition.member "Main") (#set! scope text) (#set! body) (#set! root))
(method_declaration
  name: (identifier) @definition.member body: (_) (#set! scope text) (#set! member) (#set! body))
; A property needs no body elsewhere.
(property_declaration name: (identifier) @definition.member (#set! scope text) (#set! member) (#set! body))
([
  (method_declaration name: (identifier) @definition.member)
  (event_declaration name: (identifier) @definition.member)
] (#set! scope text) (#set! member))

; Variables and local functions.
(local_declaration_statement
  (variable_declaration (variable_declarator name: (identifier) @definition.name) @part))
(local_function_statement name: (identifier) @definition.name (#set! body))
(for_statement
  initializer: (variable_declaration (variable_declarator name: (identifier) @definition.name) @part) @whole)
([
  (variable_declarator name: (identifier) @definition.name)
  (parameter name: (identifier) @definition.name)
  (parameter_list name: (identifier) @definition.name)
  (implicit_parameter) @definition.name
  (catch_declaration name: (identifier) @definition.name)
  (declaration_expression name: (identifier) @definition.name)
  (declaration_pattern name: (identifier) @definition.name)
  (recursive_pattern name: (identifier) @definition.name)
  (var_pattern name: (identifier) @definition.name)
  (parenthesized_variable_designation name: (identifier) @definition.name)
  (tuple_pattern name: (identifier) @definition.name)
  (from_clause name: (identifier) @definition.name)
  (let_clause . (identifier) @definition.name)
] (#set! fixed))
(foreach_statement left: (identifier) @definition.name (#set! fixed) (#set! inside))

; Labels.
(labeled_statement . (identifier) @definition.label (#set! fixed) (#set! scope function))
(goto_statement (identifier) @reference.label)

; Uses.
([
  (member_access_expression name: (identifier) @reference.member)
  (member_access_expression name: (generic_name . (identifier) @reference.member))
  (member_binding_expression name: (identifier) @reference.member)
  (member_binding_expression name: (generic_name . (identifier) @reference.member))
  (initializer_expression (assignment_expression left: (identifier) @reference.member))
  (subpattern . (identifier) @reference.member)
  (qualified_name name: (identifier) @reference.member)
] (#set! else name))
((identifier) @reference.name (#set! else member))

; Methods that return a value.
((method_declaration returns: (_) @_type body: (block)) @returns (#not-any-of? @_type "void" "Task"))
((local_function_statement type: (_) @_type body: (block)) @returns (#not-any-of? @_type "void" "Task"))
(return_statement (_)) @return

; Statements.
[
  (compilation_unit (_) @statement) (declaration_list (_) @statement) (block (_) @statement)
  (enum_member_declaration_list (_) @statement) (switch_section) @statement (switch_expression_arm) @statement
  (catch_clause) @statement (finally_clause) @statement (accessor_declaration) @statement
]
