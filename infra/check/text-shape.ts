import type { Expression } from './bicep-ast.ts';
import { bodyOf, plainString, propertyOf } from './bicep-ast.ts';
import { declaredType, narrowed } from './declared-types.ts';
import { resourceNamed } from './resource-names.ts';
import type { Inferer, Scope } from './scope.ts';
import { scopeOf } from './scope.ts';
import { argumentsFor, outputRead } from './trace.ts';
import type { Type } from './types.ts';

/** How long a text can be, and of which characters. */
export interface Shape {
  min: number;
  max: number;
  /** Undefined where it can be any. */
  chars: string | undefined;
}

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
const UNKNOWN: Shape = { min: 0, max: Number.POSITIVE_INFINITY, chars: undefined };
const ofText = (text: string): Shape => ({ min: text.length, max: text.length, chars: text });
const both = (a: string | undefined, b: string | undefined) => (a === undefined || b === undefined ? undefined : a + b);
const joined = (a: Shape, b: Shape): Shape => ({
  min: a.min + b.min,
  max: a.max + b.max,
  chars: both(a.chars, b.chars),
});
const either = (a: Shape, b: Shape): Shape => ({
  min: Math.min(a.min, b.min),
  max: Math.max(a.max, b.max),
  chars: both(a.chars, b.chars),
});

/** The shape of a text for every value that parameters can have, through variables, modules and functions. */
export function shapeOf(inferer: Inferer, expression: Expression, scope: Scope, depth = 0): Shape {
  if (depth > 20) return UNKNOWN;
  const on = (next: Expression, of = scope) => shapeOf(inferer, next, of, depth + 1);
  const type = inferer.infer(expression, scope);
  const known = shapeOfType(type);
  if (known !== undefined && (type.is !== 'string' || type.values !== undefined)) return known;
  switch (expression.kind) {
    case 'string':
      return expression.parts
        .map((one) => (typeof one === 'string' ? ofText(one) : on(one)))
        .reduce(joined, ofText(''));
    case 'ternary':
      return either(on(expression.yes), on(expression.no));
    case 'call':
      return shapeOfCall(expression, on) ?? known ?? UNKNOWN;
    case 'name':
      return scope.locals.has(expression.name)
        ? (known ?? UNKNOWN)
        : shapeOfSymbol(inferer, expression.name, scope, on);
    case 'member': {
      const output = outputRead(inferer.project, { expression, model: scope.model });
      if (output !== undefined) return on(output.expression, scopeOf(output.model));
      const resource = expression.property === 'name' ? resourceNamed(expression.object, scope.model) : undefined;
      const name = propertyOf(resource && bodyOf(resource.body), 'name');
      return name === undefined ? UNKNOWN : on(name.value);
    }
    default:
      return known ?? UNKNOWN;
  }
}

function shapeOfType(type: Type): Shape | undefined {
  if (type.is === 'union') {
    const shapes = type.of.filter((one) => one.is !== 'null').map(shapeOfType);
    return shapes.includes(undefined) ? undefined : shapes.filter((one) => one !== undefined).reduce(either);
  }
  if (type.is === 'int')
    return type.value === undefined ? { min: 1, max: 20, chars: `${DIGITS}-` } : ofText(String(type.value));
  if (type.is !== 'string') return undefined;
  if (type.values !== undefined && type.values.length > 0) return type.values.map(ofText).reduce(either);
  return { min: type.min ?? 0, max: type.max ?? Number.POSITIVE_INFINITY, chars: undefined };
}

function shapeOfSymbol(
  inferer: Inferer,
  name: string,
  scope: Scope,
  on: (next: Expression, of?: Scope) => Shape,
): Shape {
  const declared = scope.model.symbols.get(name);
  if (declared?.kind === 'var') return on(declared.value, scopeOf(scope.model));
  if (declared?.kind !== 'param') return UNKNOWN;
  const given = argumentsFor(inferer.project, scope.model, name);
  if (given.length > 0) return given.map((one) => on(one.expression, scopeOf(one.model))).reduce(either);
  return shapeOfType(narrowed(declaredType(scope.model, declared.type), declared.decorators)) ?? UNKNOWN;
}

const clipped = (shape: Shape, count: number): Shape => ({
  ...shape,
  min: Math.min(shape.min, count),
  max: Math.min(shape.max, count),
});

function shapeOfCall(
  { name, on: target, args }: Extract<Expression, { kind: 'call' }>,
  on: (next: Expression) => Shape,
): Shape | undefined {
  const [first, second, third] = args;
  if (target !== undefined) return undefined;
  if (name === 'uniqueString') return { min: 13, max: 13, chars: LOWER + DIGITS };
  if (name === 'guid' || name === 'newGuid') return { min: 36, max: 36, chars: `abcdef${DIGITS}-` };
  if (first === undefined) return undefined;
  const of = on(first);
  switch (name) {
    case 'toLower':
      return { ...of, chars: of.chars?.toLowerCase() };
    case 'toUpper':
      return { ...of, chars: of.chars?.toUpperCase() };
    case 'string':
      return of;
    case 'trim':
      return { ...of, min: 0 };
    case 'take':
      return second?.kind === 'number' ? clipped(of, second.value) : { ...of, min: 0 };
    case 'substring':
      return third?.kind === 'number' ? { ...of, min: third.value, max: third.value } : { ...of, min: 0 };
    case 'concat':
      return args.map(on).reduce(joined);
    case 'format':
      return formatted(plainString(first), args.slice(1).map(on));
    case 'replace':
      return replaced(of, plainString(second), plainString(third));
    default:
      return undefined;
  }
}

function formatted(pattern: string | undefined, values: readonly Shape[]): Shape | undefined {
  if (pattern === undefined) return undefined;
  const parts = pattern.split(/(\{\d+\})/);
  return parts
    .map((part) => {
      const index = /^\{(\d+)\}$/.exec(part)?.[1];
      return index === undefined ? ofText(part) : (values[Number(index)] ?? UNKNOWN);
    })
    .reduce(joined, ofText(''));
}

function replaced(of: Shape, from: string | undefined, to: string | undefined): Shape | undefined {
  if (from === undefined || to === undefined) return undefined;
  const chars = from.length === 1 && of.chars !== undefined ? of.chars.replaceAll(from, '') + to : both(of.chars, to);
  const grows = to.length > from.length;
  const shrinks = to.length < from.length && (of.chars === undefined || of.chars.includes(from[0] ?? ''));
  return { min: shrinks ? 0 : of.min, max: grows ? Number.POSITIVE_INFINITY : of.max, chars };
}
