import { bodyOf, type Expression, propertyOf } from './bicep-ast.ts';
import type { Model, Project } from './project.ts';

/** An expression and the file that it stands in. */
export interface Placed {
  expression: Expression;
  model: Model;
}

/** What the callers of a module give for one of its parameters. */
export function argumentsFor(project: Project, model: Model, parameter: string): Placed[] {
  return project.bicep.flatMap((caller) =>
    caller.file.declarations.flatMap((one): Placed[] => {
      if (one.kind !== 'module' || project.resolve(caller.file, one.path) !== model.file.path) return [];
      const given = propertyOf(propertyOf(bodyOf(one.body), 'params')?.value, parameter);
      return given === undefined ? [] : [{ expression: given.value, model: caller }];
    }),
  );
}

/** The output of a module that an expression reads: `module.outputs.name`. */
export function outputRead(project: Project, { expression, model }: Placed): Placed | undefined {
  if (expression.kind !== 'member' || expression.object.kind !== 'member') return undefined;
  if (expression.object.property !== 'outputs') return undefined;
  const of = expression.object.object.kind === 'index' ? expression.object.object.object : expression.object.object;
  const module = of.kind === 'name' ? model.symbols.get(of.name) : undefined;
  const target = module?.kind === 'module' ? project.moduleOf(model, module.path) : undefined;
  const output = target?.file.declarations.find((one) => one.kind === 'output' && one.name === expression.property);
  return target !== undefined && output?.kind === 'output' ? { expression: output.value, model: target } : undefined;
}

/** Where an expression's value is made: a variable's, a module's output's; both ways of a choice. */
export function originsOf(project: Project, placed: Placed, seen: ReadonlySet<Expression> = new Set()): Placed[] {
  const { expression, model } = placed;
  if (seen.has(expression)) return [];
  const on = (next: Placed) => originsOf(project, next, new Set([...seen, expression]));
  if (expression.kind === 'ternary')
    return [expression.yes, expression.no].flatMap((one) => on({ expression: one, model }));
  if (expression.kind === 'binary' && expression.operator === '??')
    return [expression.left, expression.right].flatMap((one) => on({ expression: one, model }));
  const output = outputRead(project, placed);
  if (output !== undefined) return on(output);
  if (expression.kind !== 'name') return [placed];
  const declared = model.symbols.get(expression.name);
  if (declared?.kind === 'var') return on({ expression: declared.value, model });
  if (declared?.kind !== 'param') return [placed];
  const given = argumentsFor(project, model, declared.name);
  return given.length === 0 ? [placed] : given.flatMap(on);
}
