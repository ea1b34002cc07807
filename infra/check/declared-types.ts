import { type Decorator, type Expression, plainString, type TypeExpression } from './bicep-ast.ts';
import type { Model } from './project.ts';
import { ANY, arrayOf, fieldOf, OBJECT, STRING, type Type, unionOf } from './types.ts';

/** The type that a `param`, `output` or `type` declares in its own words. */
export function declaredType(model: Model, type: TypeExpression, depth = 0): Type {
  const inner = (one: TypeExpression) => declaredType(model, one, depth + 1);
  switch (type.kind) {
    case 'primitive':
      return primitive(type.name);
    case 'literal':
      return literal(type.value);
    case 'array': {
      const of = type.of;
      return { is: 'array', of: () => inner(of) };
    }
    case 'nullable':
      return unionOf([inner(type.of), { is: 'null' }]);
    case 'union':
      return unionOf(type.of.map(inner));
    case 'object':
      return {
        is: 'object',
        fields: new Map(
          type.properties.map(({ name, type: of }) => [name, fieldOf(inner(of), of.kind !== 'nullable')]),
        ),
        ...(type.open ? { more: () => ANY } : {}),
      };
    case 'reference': {
      const found = model.symbols.get(type.name);
      return found?.kind === 'type' && depth < 20 ? inner(found.type) : ANY;
    }
    default:
      return ANY;
  }
}

function primitive(name: string): Type {
  switch (name) {
    case 'string':
    case 'secureString':
      return STRING;
    case 'int':
      return { is: 'int' };
    case 'bool':
      return { is: 'bool' };
    case 'array':
      return arrayOf(ANY);
    case 'object':
    case 'secureObject':
      return OBJECT;
    default:
      return ANY;
  }
}

function literal(value: string | number | boolean | null): Type {
  if (value === null) return { is: 'null' };
  if (typeof value === 'string') return { is: 'string', values: [value] };
  return typeof value === 'number' ? { is: 'int', value } : { is: 'bool', value };
}

const numberIn = (decorators: readonly Decorator[], name: string): number | undefined => {
  const value = decorators.find((one) => one.name === name)?.args[0];
  if (value?.kind === 'unary' && value.operator === '-' && value.operand.kind === 'number') return -value.operand.value;
  return value?.kind === 'number' ? value.value : undefined;
};

function allowedTypes(items: readonly Expression[]): Type[] {
  return items.flatMap((one): Type[] => {
    const text = plainString(one);
    if (text !== undefined) return [literal(text)];
    return one.kind === 'number' || one.kind === 'boolean' ? [literal(one.value)] : [];
  });
}

/** A declared type within what its decorators say. */
export function narrowed(type: Type, decorators: readonly Decorator[]): Type {
  if (type.is === 'union')
    return { is: 'union', of: type.of.map((one) => (one.is === 'null' ? one : narrowed(one, decorators))) };
  const allowed = decorators.find((one) => one.name === 'allowed')?.args[0];
  if (allowed?.kind === 'array' && type.is !== 'array') return unionOf(allowedTypes(allowed.items));
  const bounds = (least: string, most: string) => {
    const min = numberIn(decorators, least);
    const max = numberIn(decorators, most);
    return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
  };
  if (type.is === 'string' || type.is === 'array') return { ...type, ...bounds('minLength', 'maxLength') };
  if (type.is === 'int') return { ...type, ...bounds('minValue', 'maxValue') };
  return type;
}
