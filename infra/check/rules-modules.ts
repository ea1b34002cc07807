import { bodyOf, type Expression, type ModuleDeclaration, type ParameterDeclaration, propertyOf } from './bicep-ast.ts';
import { ValueCheck } from './check-value.ts';
import { declaredType, narrowed } from './declared-types.ts';
import { suggestion } from './faults.ts';
import type { Inference } from './infer.ts';
import type { Model } from './project.ts';
import { type Scope, scopeOf } from './scope.ts';
import { type Field, type ObjectType, STRING } from './types.ts';

export const parametersOf = (model: Model): ParameterDeclaration[] =>
  model.file.declarations.filter((one) => one.kind === 'param');

export const isRequired = ({ value, type }: ParameterDeclaration) => value === undefined && type.kind !== 'nullable';

/** What a module, or main for its parameter files, takes. */
export function parameterType(model: Model): ObjectType {
  const fields = parametersOf(model).map((one): [string, Field] => [
    one.name,
    {
      type: () => narrowed(declaredType(model, one.type), one.decorators),
      required: isRequired(one),
      readOnly: false,
      writeOnly: false,
    },
  ]);
  return { is: 'object', fields: new Map(fields) };
}

const OF_MODULE = ['name', 'params', 'scope', 'dependsOn', 'identity'];

/** Modules exist, and get every parameter that they need, no other one, each of its type. */
export function checkModules(inference: Inference): void {
  for (const model of inference.project.bicep) {
    if (!model.parsed) continue;
    for (const one of model.file.declarations) if (one.kind === 'module') checkModule(inference, model, one);
    checkDeclaredValues(inference, model);
  }
}

function checkModule(inference: Inference, model: Model, module: ModuleDeclaration): void {
  const { project } = inference;
  const fault = (at: { line: number; column: number }, message: string) => project.fault(model.file.path, at, message);
  const path = project.resolve(model.file, module.path);
  const body = bodyOf(module.body);
  if (body === undefined) {
    fault(module.at, 'a module is an object, after `if` and `for` where it has them');
    return;
  }
  const { scope, condition } = innerScope(inference, module.body, scopeOf(model));
  if (condition !== undefined) inference.wants(condition, { is: 'bool' }, scope);
  for (const { name, value, at } of body.properties) {
    if (name === 'name') inference.wants(value, STRING, scope);
    else if (name !== 'params') inference.infer(value, scope);
    if (name !== undefined && !OF_MODULE.includes(name))
      fault(at, `"${name}" is no property of a module${suggestion(name, OF_MODULE)}`);
  }
  if (!project.models.has(path)) {
    const near = [...project.models.keys()].filter((one) => one.endsWith('.bicep'));
    fault(module.pathAt, `there is no file ${path}${suggestion(path, near)}`);
    return;
  }
  const target = project.moduleOf(model, module.path);
  if (target === undefined) return;
  checkScopes(fault, module, model, target, body);
  const params = propertyOf(body, 'params');
  const wanted = parameterType(target);
  const what = `the module ${module.path}`;
  if (params === undefined) {
    const lacking = parametersOf(target).filter(isRequired);
    if (lacking.length > 0)
      fault(module.at, `${what} lacks ${lacking.map(({ name }) => `"${name}"`).join(', ')}, which is required`);
    return;
  }
  new ValueCheck(inference).check(params.value, wanted, scope, { what, at: params.at });
}

function checkScopes(
  fault: (at: { line: number; column: number }, message: string) => void,
  module: ModuleDeclaration,
  model: Model,
  target: Model,
  body: Expression,
): void {
  const { targetScope } = target.file;
  if (targetScope !== model.file.targetScope && propertyOf(body, 'scope') === undefined)
    fault(
      module.at,
      `${module.path} is deployed to a ${targetScope}; here is a ${model.file.targetScope}, so it needs a "scope"`,
    );
}

function innerScope(inference: Inference, body: Expression, scope: Scope): { scope: Scope; condition?: Expression } {
  if (body.kind === 'for') return innerScope(inference, body.body, inference.loop(body, scope));
  return body.kind === 'if' ? { scope, condition: body.condition } : { scope };
}

/** Defaults of parameters and outputs are of the type that they say; variables read what is there. */
function checkDeclaredValues(inference: Inference, model: Model): void {
  const scope = scopeOf(model);
  for (const one of model.file.declarations) {
    if (one.kind === 'var') inference.infer(one.value, scope);
    if ((one.kind !== 'param' && one.kind !== 'output') || one.value === undefined) continue;
    const wanted = narrowed(declaredType(model, one.type), one.decorators);
    new ValueCheck(inference).check(one.value, wanted, scope, { what: `${one.kind} "${one.name}"`, at: one.at });
  }
}

/** Each .bicepparam file names its template, and gives it what it needs. */
export function checkParameterFiles(inference: Inference): void {
  for (const model of inference.project.parameterFiles) if (model.parsed) checkParameterFile(inference, model);
}

function checkParameterFile(inference: Inference, model: Model): void {
  const { project } = inference;
  const { file } = model;
  const top = { line: 1, column: 1 };
  if (file.using === undefined) {
    project.fault(file.path, top, "`using '<path>'` is missing: which template it is for");
    return;
  }
  const target = project.moduleOf(model, file.using.path);
  const path = project.resolve(file, file.using.path);
  if (!project.models.has(path)) {
    project.fault(file.path, file.using.at, `there is no file ${path}`);
    return;
  }
  if (target === undefined) return;
  const wanted = parameterType(target);
  const scope = scopeOf(model);
  for (const one of file.declarations) {
    if (one.kind === 'var') inference.infer(one.value, scope);
    if (one.kind !== 'assign') continue;
    const field = wanted.fields.get(one.name);
    if (field === undefined)
      project.fault(
        file.path,
        one.at,
        `${path} has no param "${one.name}"${suggestion(one.name, wanted.fields.keys())}`,
      );
    else new ValueCheck(inference).check(one.value, field.type(), scope, { what: `param "${one.name}"`, at: one.at });
  }
  for (const one of parametersOf(target))
    if (isRequired(one) && !file.declarations.some(({ kind, name }) => kind === 'assign' && name === one.name))
      project.fault(file.path, file.using.at, `the param "${one.name}" of ${path} is missing, which is required`);
}
