import type { Expression, Place } from './bicep-ast.ts';
import type { Model, Project } from './project.ts';
import { ANY, type Type, unionOf } from './types.ts';

/** Where an expression stands: its file, and what loops and lambdas name. */
export interface Scope {
  model: Model;
  locals: ReadonlyMap<string, Type>;
}

export const scopeOf = (model: Model): Scope => ({ model, locals: new Map() });

export const within = (scope: Scope, names: Record<string, Type>): Scope => ({
  ...scope,
  locals: new Map([...scope.locals, ...Object.entries(names)]),
});

/** Tells the type of an expression. */
export interface Inferer {
  readonly project: Project;
  infer(expression: Expression, scope: Scope): Type;
  fault(scope: Scope, at: Place, message: string): void;
}

export function elementOf(type: Type): Type {
  if (type.is === 'array') return type.of();
  return type.is === 'union' ? unionOf(type.of.filter((one) => one.is !== 'null').map(elementOf)) : ANY;
}

/** Names that can be read of a value. */
export function fieldNames(type: Type): string[] {
  if (type.is === 'union') return type.of.flatMap(fieldNames);
  if (type.is !== 'object' && type.is !== 'cases') return [];
  return [...type.fields].filter(([, field]) => !field.writeOnly).map(([name]) => name);
}
