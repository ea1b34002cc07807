import type { Node } from 'web-tree-sitter';
import type { TypeExpression } from './bicep-ast.ts';
import type { Report } from './faults.ts';
import { childrenNamed, placeOf, stringOf } from './read-expression.ts';

const PRIMITIVES = ['array', 'bool', 'int', 'object', 'secureObject', 'secureString', 'string', 'any'];

/** The type that a param, an output or a `type` declares. */
export function typeOf(node: Node | undefined, report: Report): TypeExpression {
  if (node === undefined) throw new Error('a type was expected in the syntax tree');
  const at = placeOf(node);
  const named = childrenNamed(node);
  const inner = () => typeOf(named[0], report);
  switch (node.type) {
    case 'type':
    case 'parenthesized_type':
    case 'parenthesized_expression':
      return inner();
    case 'primitive_type':
    case 'identifier':
    case 'keyword_identifier':
      return PRIMITIVES.includes(node.text)
        ? { kind: 'primitive', name: node.text, at }
        : { kind: 'reference', name: node.text, at };
    case 'string':
      return { kind: 'literal', value: stringOf(node, report) ?? '', at };
    case 'number':
      return { kind: 'literal', value: Number(node.text), at };
    case 'boolean':
      return { kind: 'literal', value: node.text === 'true', at };
    case 'null':
      return { kind: 'literal', value: null, at };
    case 'array_type':
      return { kind: 'array', of: inner(), at };
    case 'nullable_type':
      return { kind: 'nullable', of: inner(), at };
    case 'union_type':
    case 'binary_expression':
      return { kind: 'union', of: named.map((one) => typeOf(one, report)), at };
    case 'object':
      return objectTypeOf(node, report);
    default:
      return { kind: 'other', at };
  }
}

function objectTypeOf(node: Node, report: Report): TypeExpression {
  const properties = childrenNamed(node).filter((one) => one.type === 'object_property');
  const pairs = properties.map((one) => ({ property: one, parts: childrenNamed(one) }));
  return {
    kind: 'object',
    properties: pairs
      .filter(({ parts }) => parts.length === 2)
      .map(({ property, parts: [key, type] }) => ({
        name: key?.type === 'string' ? (stringOf(key, report) ?? '') : (key?.text ?? ''),
        type: typeOf(type, report),
        at: placeOf(property),
      })),
    open: pairs.some(({ parts }) => parts.length < 2),
    at: placeOf(node),
  };
}
