import type { Node } from 'web-tree-sitter';
import type { Decorator, Expression, Place, Property, ResourceDeclaration } from './bicep-ast.ts';
import { plainString } from './bicep-ast.ts';
import type { Report } from './faults.ts';

export const placeOf = (node: Node): Place => ({
  line: node.startPosition.row + 1,
  column: node.startPosition.column + 1,
});

export const childrenNamed = (node: Node | null | undefined): Node[] =>
  node?.namedChildren.filter((one) => one.type !== 'comment' && one.type !== 'diagnostic_comment') ?? [];

/** The text of a string without interpolation; with it, a fault. */
export function stringOf(node: Node | undefined, report: Report): string | undefined {
  if (node === undefined) return undefined;
  const text = plainString(expressionOf(node, report));
  if (text === undefined) report(placeOf(node), 'a plain string is wanted here, without interpolation');
  return text;
}

/** @param node undefined where the grammar promised one, which is a fault of the checker */
export function expressionOf(node: Node | undefined, report: Report): Expression {
  if (node === undefined) throw new Error('an expression was expected in the syntax tree');
  const at = placeOf(node);
  const named = childrenNamed(node);
  const child = (index: number) => expressionOf(named[index], report);
  switch (node.type) {
    case 'string':
      return { kind: 'string', parts: partsOf(node, report), at };
    case 'number':
      return { kind: 'number', value: Number(node.text), at };
    case 'boolean':
      return { kind: 'boolean', value: node.text === 'true', at };
    case 'null':
      return { kind: 'null', at };
    case 'identifier':
    case 'keyword_identifier':
    case 'primitive_type':
      return { kind: 'name', name: node.text, at };
    case 'parenthesized_expression':
      // Only where the grammar took a call in an array for two items, which checkSeparated reports.
      return named.length === 0 ? { kind: 'null', at } : { ...child(0), grouped: true };
    case 'expression':
    // `value!`: that it is not null.
    case 'nullable_type':
      return child(0);
    case 'member_expression': {
      const property = named.at(-1);
      const safe = node.children.some((one) => one.type === '.?');
      const where = property === undefined ? at : placeOf(property);
      return ofOperand(child(0), (object) => ({
        kind: 'member',
        object,
        property: property?.text ?? '',
        safe,
        at: where,
      }));
    }
    case 'subscript_expression':
      return ofOperand(child(0), (object) => ({ kind: 'index', object, index: child(1), at }));
    case 'resource_expression':
      return ofOperand(child(0), (object) => ({ kind: 'nested', object, name: named.at(-1)?.text ?? '', at }));
    case 'call_expression':
      return callOf(node, at, report);
    case 'object':
      return objectOf(node, at, report);
    case 'array':
      checkSeparated(node, report);
      return { kind: 'array', items: named.map((one) => expressionOf(one, report)), at };
    case 'for_statement':
      return loopOf(node, at, report);
    case 'if_statement':
      return { kind: 'if', condition: child(0), body: child(1), at };
    case 'ternary_expression':
      return pastLambda(child(0), (condition) => ({ kind: 'ternary', condition, yes: child(1), no: child(2), at }));
    case 'binary_expression': {
      const operator = node.childForFieldName('operator')?.text ?? '';
      return pastLambda(child(0), (left) => ({ kind: 'binary', operator, left, right: child(1), at }));
    }
    case 'unary_expression':
      return { kind: 'unary', operator: node.children[0]?.text ?? '', operand: child(0), at };
    case 'lambda_expression':
      return { kind: 'lambda', parameters: lambdaParameters(named[0]), body: child(1), at };
    default:
      report(at, `\`${node.text.split('\n')[0]?.slice(0, 40)}\` is no value`);
      return { kind: 'null', at };
  }
}

/** The grammar ends a lambda before an operator; in Bicep its body goes on. */
function pastLambda(left: Expression, make: (left: Expression) => Expression): Expression {
  if (left.kind !== 'lambda' || left.grouped) return make(left);
  return { ...left, body: pastLambda(left.body, make) };
}

/** To the grammar `a ? b : c.d` is `(a ? b : c).d`; in Bicep what is read of a value belongs to the last operand. */
function ofOperand(object: Expression, make: (object: Expression) => Expression): Expression {
  if (object.grouped) return make(object);
  switch (object.kind) {
    case 'lambda':
      return { ...object, body: ofOperand(object.body, make) };
    case 'ternary':
      return { ...object, no: ofOperand(object.no, make) };
    case 'binary':
      return { ...object, right: ofOperand(object.right, make) };
    case 'unary':
      return { ...object, operand: ofOperand(object.operand, make) };
    default:
      return make(object);
  }
}

const lambdaParameters = (node: Node | undefined): string[] =>
  node?.type === 'parenthesized_expression' ? childrenNamed(node).map((one) => one.text) : [node?.text ?? ''];

function callOf(node: Node, at: Place, report: Report): Expression {
  const [callee, list] = childrenNamed(node);
  const args = childrenNamed(list).map((one) => expressionOf(one, report));
  if (callee?.type === 'member_expression') {
    const parts = childrenNamed(callee);
    const on = expressionOf(parts[0], report);
    const name = parts.at(-1)?.text ?? '';
    return ofOperand(on, (object) => {
      const isNamespace = object.kind === 'name' && (object.name === 'sys' || object.name === 'az');
      return { kind: 'call', name, on: isNamespace ? undefined : object, args, at };
    });
  }
  return { kind: 'call', name: callee?.text ?? '', on: undefined, args, at };
}

function loopOf(node: Node, at: Place, report: Report): Expression {
  const named = childrenNamed(node);
  const parameters = named.find((one) => one.type === 'for_loop_parameters');
  const [item, index] = parameters === undefined ? [named[0]?.text] : childrenNamed(parameters).map((one) => one.text);
  return {
    kind: 'for',
    item,
    index,
    over: expressionOf(named.at(-2), report),
    body: expressionOf(named.at(-1), report),
    at,
  };
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', '\\': '\\', "'": "'", $: '$' };

/** In Bicep `\n`, `\r`, `\t`, `\\`, `\'`, `\${` and `\u{…}` are all there is. */
function unescaped(node: Node, report: Report): string {
  const text = node.text.slice(1);
  const unicode = /^u\{([0-9a-fA-F]{1,6})\}$/.exec(text)?.[1];
  if (unicode !== undefined) return String.fromCodePoint(Number.parseInt(unicode, 16));
  const known = ESCAPES[text];
  if (known === undefined)
    report(placeOf(node), `\\${text} is no escape of Bicep; there are \\n \\r \\t \\\\ \\' \\$ \\u{…}`);
  return known ?? text;
}

function partsOf(node: Node, report: Report): (string | Expression)[] {
  const isMultiline = node.children[0]?.type === "'''";
  const parts: (string | Expression)[] = [];
  const add = (text: string) => {
    const last = parts.at(-1);
    if (typeof last === 'string') parts[parts.length - 1] = last + text;
    else parts.push(text);
  };
  // An escape that the grammar does not name leaves no node: what lies between two nodes is taken as text.
  let end = (node.children[0]?.endIndex ?? node.startIndex) - node.startIndex;
  for (const child of node.namedChildren) {
    const start = child.startIndex - node.startIndex;
    if (start > end) add(node.text.slice(end, start));
    end = child.endIndex - node.startIndex;
    if (child.type === 'interpolation') parts.push(expressionOf(childrenNamed(child)[0], report));
    else if (child.type === 'escape_sequence') add(unescaped(child, report));
    else add(isMultiline ? child.text.replace(/^\r?\n/, '') : child.text);
  }
  if (!isMultiline && node.text.includes('\n') && !parts.some((part) => typeof part !== 'string'))
    report(placeOf(node), "syntax: a string ends on its line; for more lines there is '''");
  const quote = isMultiline ? 3 : 1;
  const rest = node.text.slice(end, node.text.length - quote);
  if (rest !== '') add(rest);
  return parts;
}

/** A resource, of a file or within another. */
export function resourceOf(node: Node, decorators: Decorator[], report: Report): ResourceDeclaration {
  const [identifier, type, ...rest] = childrenNamed(node);
  return {
    kind: 'resource',
    name: identifier?.text ?? '',
    at: placeOf(identifier ?? node),
    decorators,
    type: stringOf(type, report) ?? '',
    typeAt: placeOf(type ?? node),
    existing: node.children.some((one) => one.type === 'existing'),
    body: expressionOf(rest.at(-1), report),
  };
}

function objectOf(node: Node, at: Place, report: Report): Expression {
  checkSeparated(node, report);
  const properties: Property[] = [];
  const resources: ResourceDeclaration[] = [];
  const seen = new Map<string, Place>();
  for (const one of childrenNamed(node).filter((child) => child.type === 'object_property')) {
    const [key, value] = childrenNamed(one);
    if (key?.type === 'resource_declaration') {
      resources.push(resourceOf(key, [], report));
      continue;
    }
    if (key === undefined) continue;
    const made = key.type === 'string' ? expressionOf(key, report) : undefined;
    const name = made === undefined ? key.text : plainString(made);
    if (name !== undefined && seen.has(name))
      report(placeOf(key), `"${name}" is set twice; it is on line ${seen.get(name)?.line} already`);
    if (name !== undefined) seen.set(name, placeOf(key));
    const shared = { value: expressionOf(value, report), at: placeOf(key) };
    properties.push(name === undefined && made !== undefined ? { name, key: made, ...shared } : { name, ...shared });
  }
  return { kind: 'object', properties, resources, at };
}

const SPLIT =
  'syntax: tree-sitter-bicep takes a call or an index that more is read of, within [ ], for several items; make it a var';

/** The grammar takes items side by side; Bicep wants a comma or a new line between them. */
function checkSeparated(node: Node, report: Report): void {
  let last: Node | undefined;
  for (const child of node.children) {
    if (child.type === 'comment' || child.type === 'diagnostic_comment') continue;
    const isItem = child.isNamed && child.type !== 'decorators';
    const touches = last?.isNamed && last.type !== 'decorators' && last.endPosition.row === child.startPosition.row;
    if (isItem && touches)
      report(
        placeOf(child),
        last?.endIndex === child.startIndex ? SPLIT : 'syntax: a comma or a new line is missing before this',
      );
    last = child;
  }
}
