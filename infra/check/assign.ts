import { suggestion } from './faults.ts';
import { type Field, nameOfType, type StringType, type Type } from './types.ts';

/** Why a value of one type cannot stand where another is wanted; undefined where it can. */
export function mismatch(from: Type, to: Type): string | undefined {
  if (from.is === 'any' || to.is === 'any' || from.is === 'null') return undefined;
  if (from.is === 'union') {
    for (const one of from.of) {
      const problem = mismatch(one, to);
      if (problem !== undefined) return problem;
    }
    return undefined;
  }
  if (to.is === 'union') {
    const problems = to.of.map((one) => mismatch(from, one));
    return problems.includes(undefined) ? undefined : `${nameOfType(from)} is no ${nameOfType(to)}`;
  }
  if (from.is === 'string' && to.is === 'string') return stringMismatch(from, to);
  if (from.is === 'int' && to.is === 'int') return intMismatch(from.value, to);
  if (from.is === 'bool' && to.is === 'bool')
    return from.value !== undefined && to.value !== undefined && from.value !== to.value
      ? `${from.value} is no ${to.value}`
      : undefined;
  if (from.is === 'array' && to.is === 'array') return lengthMismatch(from.length, to) ?? mismatch(from.of(), to.of());
  if (from.is === 'object' && (to.is === 'object' || to.is === 'cases')) return objectMismatch(from, to);
  if (from.is === 'cases' && (to.is === 'object' || to.is === 'cases')) return undefined;
  return `${article(nameOfType(from))} stands where ${article(nameOfType(to))} is wanted`;
}

const article = (name: string) =>
  name.startsWith("'") || /^\d/.test(name) ? name : `${/^[aio]/.test(name) ? 'an' : 'a'} ${name}`;

function stringMismatch(from: StringType, to: StringType): string | undefined {
  for (const value of from.values ?? []) {
    if (to.values !== undefined && !to.values.includes(value))
      return `'${value}' is not allowed${suggestion(value, to.values) || `; it would be ${nameOfType(to)}`}`;
    if (to.min !== undefined && value.length < to.min)
      return `'${value}' has ${value.length} characters; ${to.min} at the least are wanted`;
    if (to.max !== undefined && value.length > to.max)
      return `'${value}' has ${value.length} characters; ${to.max} at the most are allowed`;
    if (to.pattern !== undefined && !new RegExp(to.pattern).test(value))
      return `'${value}' does not match ${to.pattern}`;
  }
  if (from.values === undefined && from.min !== undefined && to.max !== undefined && from.min > to.max)
    return `the text has ${from.min} characters or more; ${to.max} at the most are allowed`;
  return undefined;
}

function intMismatch(
  value: number | undefined,
  to: { value?: number; min?: number; max?: number },
): string | undefined {
  if (value === undefined) return undefined;
  if (to.value !== undefined && to.value !== value) return `${value} is not ${to.value}`;
  if (to.min !== undefined && value < to.min) return `${value} is below ${to.min}`;
  if (to.max !== undefined && value > to.max) return `${value} is above ${to.max}`;
  return undefined;
}

export function lengthMismatch(length: number | undefined, to: { min?: number; max?: number }): string | undefined {
  if (length === undefined) return undefined;
  if (to.min !== undefined && length < to.min) return `${length} items are fewer than ${to.min}`;
  if (to.max !== undefined && length > to.max) return `${length} items are more than ${to.max}`;
  return undefined;
}

function objectMismatch(
  from: Extract<Type, { is: 'object' }>,
  to: Extract<Type, { is: 'object' | 'cases' }>,
): string | undefined {
  const wanted = to.is === 'object' ? to : caseOf(to, from.fields.get(to.on)?.type());
  if (typeof wanted === 'string') return wanted;
  if (wanted === undefined || from.symbol !== undefined) return undefined;
  for (const [name, field] of from.fields) {
    const known = wanted.fields.get(name);
    if (known === undefined && wanted.more === undefined)
      return `has "${name}", which it may not have${suggestion(name, settable(wanted.fields))}`;
    if (known?.readOnly) return `sets "${name}", which Azure sets itself`;
    const type = known?.type() ?? wanted.more?.();
    const problem = type && mismatch(field.type(), type);
    if (problem !== undefined) return `"${name}": ${problem}`;
  }
  if (from.more !== undefined) return undefined;
  for (const [name, field] of wanted.fields)
    if (field.required && !field.readOnly && !from.fields.has(name)) return `lacks "${name}", which is required`;
  return undefined;
}

/** The object type that one value of a discriminator makes; a text where the value is none of them. */
export function caseOf(
  { on, fields, cases }: Extract<Type, { is: 'cases' }>,
  value: Type | undefined,
): Extract<Type, { is: 'object' }> | string | undefined {
  if (value === undefined) return `lacks "${on}", which is required; it would be ${[...cases.keys()].join(', ')}`;
  if (value.is !== 'string' || value.values?.length !== 1) return undefined;
  const [named = ''] = value.values;
  const found = cases.get(named)?.();
  if (found === undefined) return `"${on}": '${named}' is not allowed${suggestion(named, cases.keys())}`;
  if (found.is !== 'object') return undefined;
  return { ...found, fields: new Map([...fields, ...found.fields]) };
}

export const settable = (fields: Map<string, Field>): string[] =>
  [...fields].filter(([, field]) => !field.readOnly).map(([name]) => name);
