import type { Expression } from './bicep-ast.ts';
import { plainString } from './bicep-ast.ts';
import { functions } from './functions.ts';
import { elementOf, type Inferer, type Scope, within } from './scope.ts';
import { ANY, arrayOf, objectOf, STRING, type Type, typeOfJson, unionOf } from './types.ts';

type Call = Extract<Expression, { kind: 'call' }>;

/** What a call returns; its arguments are inferred on the way. Whether the function exists is told by names.ts. */
export function typeOfCall(inference: Inferer, call: Call, scope: Scope): Type {
  if (call.on !== undefined) {
    inference.infer(call.on, scope);
    for (const one of call.args) inference.infer(one, scope);
    return call.name === 'getSecret' ? STRING : ANY;
  }
  const [first, lambda] = call.args;
  if (lambda?.kind === 'lambda' && first !== undefined) return typeOfLambdaCall(inference, call, first, lambda, scope);
  const types = call.args.map((one) => inference.infer(one, scope));
  return (
    SPECIAL[call.name]?.(types, { inference, call, scope }) ??
    userFunction(call, scope) ??
    functions[call.name]?.[2] ??
    ANY
  );
}

const userFunction = (call: Call, scope: Scope): Type | undefined =>
  scope.model.symbols.get(call.name)?.kind === 'func' ? ANY : undefined;

function typeOfLambdaCall(
  inference: Inferer,
  call: Call,
  first: Expression,
  lambda: Extract<Expression, { kind: 'lambda' }>,
  scope: Scope,
): Type {
  const over = inference.infer(first, scope);
  const item = call.name === 'mapValues' ? ANY : elementOf(over);
  const [one = '_', two] = lambda.parameters;
  const second: Type = call.name === 'sort' ? item : { is: 'int' };
  const body = inference.infer(
    lambda.body,
    within(scope, { [one]: item, ...(two === undefined ? {} : { [two]: second }) }),
  );
  for (const rest of call.args.slice(2)) {
    const names = rest.kind === 'lambda' ? rest.parameters : [];
    if (rest.kind === 'lambda')
      inference.infer(rest.body, within(scope, Object.fromEntries(names.map((name) => [name, item]))));
    else inference.infer(rest, scope);
  }
  if (call.name === 'map') return arrayOf(body);
  if (call.name === 'filter' || call.name === 'sort') return arrayOf(item);
  return functions[call.name]?.[2] ?? ANY;
}

type Context = { inference: Inferer; call: Call; scope: Scope };

/** Functions whose result hangs on their arguments. */
const SPECIAL: Record<string, (types: Type[], context: Context) => Type | undefined> = {
  loadJsonContent: (_types, context) => loaded(context),
  loadTextContent: (_types, context) => {
    existing(context);
    return STRING;
  },
  first: ([of = ANY]) => (of.is === 'string' ? STRING : elementOf(of)),
  last: ([of = ANY]) => (of.is === 'string' ? STRING : elementOf(of)),
  take: ([of = ANY, count]) => {
    if (of.is === 'array') return arrayOf(of.of());
    if (of.is !== 'string') return ANY;
    return count?.is === 'int' && count.value !== undefined ? { is: 'string', max: count.value } : STRING;
  },
  skip: ([of = ANY]) => (of.is === 'array' ? arrayOf(of.of()) : of.is === 'string' ? STRING : ANY),
  concat: (types) => {
    if (types.every((one) => one.is === 'string')) return STRING;
    return types.every((one) => one.is === 'array' || one.is === 'union')
      ? arrayOf(unionOf(types.map(elementOf)))
      : ANY;
  },
  flatten: ([of = ANY]) => arrayOf(elementOf(elementOf(of))),
  coalesce: (types) => unionOf(types),
  toLower: ([of]) => changed(of, (text) => text.toLowerCase()),
  toUpper: ([of]) => changed(of, (text) => text.toUpperCase()),
  union: (types) => merged(types),
  shallowMerge: ([of = ANY]) => merged([elementOf(of)]),
  items: ([of = ANY]) => {
    if (of.is !== 'object') return arrayOf(ANY);
    const values = [...of.fields.values()].map((one) => one.type());
    const value = of.more !== undefined || values.length === 0 ? ANY : unionOf(values);
    return arrayOf(objectOf({ key: STRING, value }));
  },
};

function changed(of: Type | undefined, change: (text: string) => string): Type {
  return of?.is === 'string' && of.values !== undefined ? { is: 'string', values: of.values.map(change) } : STRING;
}

function merged(types: readonly Type[]): Type {
  if (types.every((one) => one.is === 'array')) return arrayOf(unionOf(types.map(elementOf)));
  if (!types.every((one) => one.is === 'object')) return ANY;
  const open = types.find((one) => one.more !== undefined)?.more;
  return {
    is: 'object',
    fields: new Map(types.flatMap((one) => [...one.fields])),
    ...(open === undefined ? {} : { more: open }),
  };
}

/** The path of the file that a load function names, where it exists. */
function existing({ inference, call, scope }: Context): string | undefined {
  const [argument] = call.args;
  const name = plainString(argument);
  if (argument === undefined) return undefined;
  if (name === undefined) {
    inference.fault(scope, argument.at, `${call.name} takes a path that is known before deployment`);
    return undefined;
  }
  const path = inference.project.resolve(scope.model.file, name);
  if (inference.project.has(path)) return path;
  inference.fault(scope, argument.at, `there is no file ${path}`);
  return undefined;
}

function loaded(context: Context): Type {
  const path = existing(context);
  if (path === undefined || context.call.args.length > 1) return ANY;
  try {
    return typeOfJson(context.inference.project.json(path));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    context.inference.fault(context.scope, context.call.at, `${path} is not JSON: ${error.message}`);
    return ANY;
  }
}
