/** Line and column count from 1, the column in UTF-16 units, as editors show them. */
export interface Place {
  line: number;
  column: number;
}

export interface Property {
  /** Undefined where the name is made by interpolation. */
  name: string | undefined;
  /** The name as an expression, where it is made by interpolation. */
  key?: Expression;
  value: Expression;
  at: Place;
}

/** `grouped` where it stands in parentheses. */
export type Expression = { at: Place; grouped?: true } & (
  | { kind: 'string'; parts: (string | Expression)[] }
  | { kind: 'number'; value: number }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'null' }
  | { kind: 'name'; name: string }
  /** `at` is the place of the property; `safe` for `.?`. */
  | { kind: 'member'; object: Expression; property: string; safe: boolean }
  | { kind: 'index'; object: Expression; index: Expression }
  /** `parent::child`. */
  | { kind: 'nested'; object: Expression; name: string }
  /** `on` where a method of a symbol is called: `account.listKeys()`. */
  | { kind: 'call'; name: string; on: Expression | undefined; args: Expression[] }
  | { kind: 'object'; properties: Property[]; resources: ResourceDeclaration[] }
  | { kind: 'array'; items: Expression[] }
  | { kind: 'for'; item: string | undefined; index: string | undefined; over: Expression; body: Expression }
  | { kind: 'if'; condition: Expression; body: Expression }
  | { kind: 'ternary'; condition: Expression; yes: Expression; no: Expression }
  | { kind: 'binary'; operator: string; left: Expression; right: Expression }
  | { kind: 'unary'; operator: string; operand: Expression }
  | { kind: 'lambda'; parameters: string[]; body: Expression }
);

export type TypeExpression = { at: Place } & (
  | { kind: 'primitive'; name: string }
  | { kind: 'literal'; value: string | number | boolean | null }
  | { kind: 'reference'; name: string }
  | { kind: 'array'; of: TypeExpression }
  | { kind: 'nullable'; of: TypeExpression }
  | { kind: 'union'; of: TypeExpression[] }
  | { kind: 'object'; properties: { name: string; type: TypeExpression; at: Place }[]; open: boolean }
  /** What this checker has no rules for. */
  | { kind: 'other' }
);

export interface Decorator {
  name: string;
  args: Expression[];
  at: Place;
}

interface Declared {
  name: string;
  at: Place;
  decorators: Decorator[];
}

export type ParameterDeclaration = Declared & { kind: 'param'; type: TypeExpression; value: Expression | undefined };
export type VariableDeclaration = Declared & { kind: 'var'; value: Expression };
export type OutputDeclaration = Declared & { kind: 'output'; type: TypeExpression; value: Expression };
export type TypeDeclaration = Declared & { kind: 'type'; type: TypeExpression };
export type FunctionDeclaration = Declared & {
  kind: 'func';
  parameters: { name: string; type: TypeExpression }[];
  returns: TypeExpression;
  body: Expression;
};
export type ResourceDeclaration = Declared & {
  kind: 'resource';
  /** As written: `Microsoft.Web/sites@2024-04-01`, or within another resource `config`. */
  type: string;
  typeAt: Place;
  existing: boolean;
  body: Expression;
};
export type ModuleDeclaration = Declared & { kind: 'module'; path: string; pathAt: Place; body: Expression };
/** `param name = value` of a .bicepparam file. */
export type Assignment = Declared & { kind: 'assign'; value: Expression };

export type Declaration =
  | ParameterDeclaration
  | VariableDeclaration
  | OutputDeclaration
  | TypeDeclaration
  | FunctionDeclaration
  | ResourceDeclaration
  | ModuleDeclaration
  | Assignment;

export interface BicepFile {
  /** Relative to the root of the repository, with `/`. */
  path: string;
  text: string;
  targetScope: string;
  using: { path: string; at: Place } | undefined;
  /** Names that `import` brings. */
  imported: { name: string; at: Place }[];
  declarations: Declaration[];
}

/** The text of a string without interpolation. */
export function plainString(expression: Expression | undefined): string | undefined {
  if (expression?.kind !== 'string' || expression.parts.some((part) => typeof part !== 'string')) return undefined;
  return expression.parts.join('');
}

/** The expressions directly within one. */
export function childrenOf(expression: Expression): Expression[] {
  switch (expression.kind) {
    case 'string':
      return expression.parts.filter((part) => typeof part !== 'string');
    case 'member':
    case 'nested':
      return [expression.object];
    case 'index':
      return [expression.object, expression.index];
    case 'call':
      return [...(expression.on === undefined ? [] : [expression.on]), ...expression.args];
    case 'object':
      return [
        ...expression.properties.flatMap(({ key, value }) => (key === undefined ? [value] : [key, value])),
        ...expression.resources.map(({ body }) => body),
      ];
    case 'array':
      return expression.items;
    case 'for':
      return [expression.over, expression.body];
    case 'if':
      return [expression.condition, expression.body];
    case 'ternary':
      return [expression.condition, expression.yes, expression.no];
    case 'binary':
      return [expression.left, expression.right];
    case 'unary':
      return [expression.operand];
    case 'lambda':
      return [expression.body];
    default:
      return [];
  }
}

/** The object of a resource or module, past its loop and condition. */
export function bodyOf(expression: Expression): Extract<Expression, { kind: 'object' }> | undefined {
  if (expression.kind === 'for' || expression.kind === 'if') return bodyOf(expression.body);
  return expression.kind === 'object' ? expression : undefined;
}

export function propertyOf(expression: Expression | undefined, name: string): Property | undefined {
  return expression?.kind === 'object' ? expression.properties.find((one) => one.name === name) : undefined;
}
