import { bodyOf, type Expression, type Place, propertyOf } from './bicep-ast.ts';
import type { Inference } from './infer.ts';
import { deploymentLimit, type NameLimit, nameLimits } from './name-limits.ts';
import type { Model } from './project.ts';
import { fullTypeOf, resourcesOf } from './resource-names.ts';
import { type Scope, scopeOf } from './scope.ts';
import { shapeOf } from './text-shape.ts';

/** Names fit Azure's limits for every value that the parameters can have. */
export function checkLengths(inference: Inference): void {
  for (const model of inference.project.bicep) {
    if (!model.parsed) continue;
    for (const resource of resourcesOf(model)) {
      const type = fullTypeOf(resource, model).split('@')[0] ?? '';
      const limit = nameLimits[type.toLowerCase()];
      if (limit !== undefined && !resource.existing) checkName(inference, model, resource.body, type, limit);
    }
    for (const one of model.file.declarations)
      if (one.kind === 'module') checkName(inference, model, one.body, 'deployment', deploymentLimit);
  }
}

function checkName(inference: Inference, model: Model, body: Expression, type: string, limit: NameLimit): void {
  const name = propertyOf(bodyOf(body), 'name');
  if (name === undefined) return;
  const scope: Scope = body.kind === 'for' ? inference.loop(body, scopeOf(model)) : scopeOf(model);
  const { min, max, chars } = shapeOf(inference, ownPart(name.value), scope);
  const fault = (at: Place, message: string) => inference.project.fault(model.file.path, at, message);
  const range = limit.min === limit.max ? `${limit.max}` : `${limit.min} to ${limit.max}`;
  // What is unknown because something else is wrong is not a second fault.
  if (max === Number.POSITIVE_INFINITY && inference.project.faults.length > 0) return;
  if (max > limit.max)
    fault(
      name.at,
      `the name of a ${type} has ${range} characters; this one can have ${Number.isFinite(max) ? max : 'any number'}${Number.isFinite(max) ? '' : ' (take() or @maxLength() limits it)'}`,
    );
  else if (min < limit.min) fault(name.at, `the name of a ${type} has ${range} characters; this one can have ${min}`);
  if (limit.allowed === undefined || chars === undefined) return;
  const wrong = [...new Set(chars)].filter((one) => limit.allowed?.test(one) === false);
  if (wrong.length > 0)
    fault(name.at, `the name of a ${type} has ${limit.says} only; this one can have "${wrong.join('')}"`);
}

/** Of a child that is named with its parents, `account/default/name`, its own name. */
function ownPart(name: Expression): Expression {
  if (name.kind !== 'string') return name;
  const last = name.parts.findLastIndex((one) => typeof one === 'string' && one.includes('/'));
  const part = name.parts[last];
  if (typeof part !== 'string') return name;
  return { ...name, parts: [part.slice(part.lastIndexOf('/') + 1), ...name.parts.slice(last + 1)] };
}
