; Ruby: names (local and global variables, constants, classes, functions of the text) and members
; (methods, attributes, instance and class variables).
;
; Approximations: a local variable is visible in its whole method, also before its assignment and
; within blocks, and every assignment defines it. Constants and members are global, by name,
; whatever class they belong to. Methods that Ruby calls by itself, such as `initialize`, are not
; members. A symbol names a method only in calls that look methods up.

; Scopes.
[(program) (method) (singleton_method) (class) (module) (singleton_class)] @scope.function
[(block) (do_block) (lambda)] @scope

; Not names of this text.
([
  (method name: (_) @ignore) (singleton_method name: (_) @ignore)
] (#any-of? @ignore
  "initialize" "method_missing" "respond_to_missing?" "inherited" "included" "extended" "prepended"
  "to_s" "to_str" "to_a" "to_ary" "to_proc" "inspect" "hash" "eql?" "each" "call" "coerce"))

; Methods.
((call
  method: (identifier) @_what
  arguments: (argument_list . [
    (method name: [(identifier) (constant)] @definition.member)
    (method name: (setter name: (identifier) @definition.member))
    (singleton_method name: (identifier) @definition.member)
  ]))
  (#any-of? @_what
    "private" "protected" "public" "module_function" "private_class_method" "memoize" "ruby2_keywords")
  (#set! scope text) (#set! member) (#set! body))
((program (method name: [(identifier) (constant)] @definition.name) @whole) (#set! scope text) (#set! body))
([
  (method name: [(identifier) (constant)] @definition.member)
  (method name: (setter name: (identifier) @definition.member))
  (singleton_method name: [(identifier) (constant)] @definition.member)
] (#not-any-of? @definition.member
    "initialize" "method_missing" "respond_to_missing?" "inherited" "included" "extended" "prepended"
    "to_s" "to_str" "to_a" "to_ary" "to_proc" "inspect" "hash" "eql?" "each" "call" "coerce")
  (#set! scope text) (#set! member) (#set! body))
(alias name: (identifier) @definition.member (#set! scope text) (#set! member))
((call
  method: (identifier) @_what
  arguments: (argument_list (simple_symbol) @definition.member @part))
  (#any-of? @_what "attr_reader" "attr_writer" "attr_accessor") (#set! scope text) (#set! member))

; Classes and constants.
([
  (class name: (constant) @definition.name)
  (class name: (scope_resolution name: (constant) @definition.name))
  (module name: (constant) @definition.name)
  (module name: (scope_resolution name: (constant) @definition.name))
  (assignment left: (constant) @definition.name)
] (#set! scope text))

; Variables that are assigned in a statement.
([
  (program (assignment left: (identifier) @definition.name) @whole)
  (body_statement (assignment left: (identifier) @definition.name) @whole)
  (block_body (assignment left: (identifier) @definition.name) @whole)
  (then (assignment left: (identifier) @definition.name) @whole)
  (else (assignment left: (identifier) @definition.name) @whole)
  (do (assignment left: (identifier) @definition.name) @whole)
  (begin (assignment left: (identifier) @definition.name) @whole)
  (program (assignment left: (left_assignment_list (identifier) @definition.name)) @whole)
  (body_statement (assignment left: (left_assignment_list (identifier) @definition.name)) @whole)
  (block_body (assignment left: (left_assignment_list (identifier) @definition.name)) @whole)
  (then (assignment left: (left_assignment_list (identifier) @definition.name)) @whole)
] (#set! scope function))
([
  (program (assignment left: (global_variable) @definition.name) @whole)
  (body_statement (assignment left: (global_variable) @definition.name) @whole)
] (#set! scope text))
([
  (body_statement (assignment left: [(instance_variable) (class_variable)] @definition.member) @whole)
  (block_body (assignment left: [(instance_variable) (class_variable)] @definition.member) @whole)
  (then (assignment left: [(instance_variable) (class_variable)] @definition.member) @whole)
  (else (assignment left: [(instance_variable) (class_variable)] @definition.member) @whole)
] (#set! scope text) (#set! member))
([
  (assignment left: [(instance_variable) (class_variable)] @definition.member)
  (operator_assignment left: [(instance_variable) (class_variable)] @definition.member "||=")
] (#set! fixed) (#set! scope text) (#set! member))

; Variables of expressions, parameters and patterns.
([
  (assignment left: (identifier) @definition.name)
  (assignment left: (left_assignment_list (identifier) @definition.name))
  (operator_assignment left: (identifier) @definition.name "||=")
  (destructured_left_assignment (identifier) @definition.name)
  (rest_assignment (identifier) @definition.name)
  (for pattern: (identifier) @definition.name)
  (for pattern: (left_assignment_list (identifier) @definition.name))
  (exception_variable (identifier) @definition.name)
  (in_clause pattern: (identifier) @definition.name)
  (as_pattern name: (identifier) @definition.name)
  (array_pattern (identifier) @definition.name)
  (find_pattern (identifier) @definition.name)
  (keyword_pattern value: (identifier) @definition.name)
] (#set! fixed) (#set! scope function))
([
  (method_parameters (identifier) @definition.name)
  (block_parameters (identifier) @definition.name)
  (lambda_parameters (identifier) @definition.name)
  (destructured_parameter (identifier) @definition.name)
  (optional_parameter name: (identifier) @definition.name)
  (keyword_parameter name: (identifier) @definition.name)
  (splat_parameter name: (identifier) @definition.name)
  (hash_splat_parameter name: (identifier) @definition.name)
  (block_parameter name: (identifier) @definition.name)
] (#set! fixed))

; Uses.
((call
  method: (identifier) @_what
  arguments: (argument_list (simple_symbol) @reference.member))
  (#any-of? @_what
    "send" "__send__" "public_send" "method" "instance_method" "public_method" "respond_to?" "private"
    "protected" "public" "module_function" "private_class_method" "alias_method" "define_method"
    "undef_method" "remove_method")
  (#set! else name))
(block_argument (simple_symbol) @reference.member (#set! weak) (#set! else name))
(call receiver: (_) method: (_) @reference.member (#set! else name))
(alias alias: (identifier) @reference.member (#set! else name))
[(instance_variable) (class_variable)] @reference.member
((identifier) @reference.name (#set! else member))
[(constant) (global_variable)] @reference.name

; Statements.
[
  (program (_) @statement) (body_statement (_) @statement) (block_body (_) @statement) (then (_) @statement)
  (do (_) @statement) (begin (_) @statement) (else (_) @statement) (ensure (_) @statement)
  (elsif) @statement (else) @statement (when) @statement (in_clause) @statement (rescue) @statement
  (ensure) @statement
]
