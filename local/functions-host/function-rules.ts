import type { RegisteredFunction } from './core-types.ts';
import { parseTemplate, shape } from './route-template.ts';
import { buildRoutes, routeOf } from './router.ts';
import { triggerOf } from './triggers.ts';

// The expression in the host's source (azure-functions-host, Utility.FunctionNameValidationRegex), which ignores case
// and excludes "host".
const VALID_NAME = /^[a-z][a-z0-9_-]{0,127}$/i;
const BUILT_IN_ROUTES = ['admin', 'runtime'];

/**
 * What the real host would refuse in these functions; empty when they would all run. Azure starts the others and
 * leaves a refused function out; here a refusal ends the start, so that it is seen before the deployment.
 */
export function findRefusals(functions: readonly RegisteredFunction[], routePrefix: string): string[] {
  const refusals: string[] = [];
  const seen = new Set<string>();
  for (const fn of functions) {
    const { name } = fn.metadata;
    if (!VALID_NAME.test(name) || name.toLowerCase() === 'host')
      refusals.push(`"${name}" is not a valid function name`);
    if (seen.has(name.toLowerCase())) refusals.push(`"${name}" is registered twice`);
    seen.add(name.toLowerCase());
    refusals.push(...refusalsOfTrigger(fn));
  }
  if (refusals.length === 0) refusals.push(...routeConflicts(functions, routePrefix));
  return refusals;
}

function refusalsOfTrigger(fn: RegisteredFunction): string[] {
  try {
    if (triggerOf(fn).kind !== 'http') return [];
    const route = routeOf(fn);
    parseTemplate(route);
    const reserved = BUILT_IN_ROUTES.find((prefix) => route.toLowerCase().startsWith(prefix));
    if (reserved === undefined) return [];
    return [`"${fn.metadata.name}": the route "${route}" conflicts with the built-in routes of "${reserved}"`];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

function routeConflicts(functions: readonly RegisteredFunction[], routePrefix: string): string[] {
  const owners = new Map<string, string>();
  const conflicts: string[] = [];
  for (const route of buildRoutes(functions, routePrefix)) {
    for (const method of route.methods) {
      const key = `${method} /${shape(route.segments)}`;
      const owner = owners.get(key);
      if (owner !== undefined) conflicts.push(`"${owner}" and "${route.fn.metadata.name}" both take ${key}`);
      owners.set(key, route.fn.metadata.name);
    }
  }
  return conflicts;
}
