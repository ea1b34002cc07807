import { deploymentLimit, type NameLimit, nameLimits } from './name-limits.ts';
import type { Project } from './project.ts';
import type { Snapshot } from './snapshot.ts';
import { expanded, isModule, type Template, templatesIn } from './template.ts';

/** Names fit Azure's limits in each region, and with the shortest and the longest parameters. */
export function checkLengths(project: Project, main: Template, snapshots: readonly Snapshot[]): void {
  for (const snapshot of snapshots)
    for (const { type, name } of snapshot.resources) {
      const limit = nameLimits[type.toLowerCase()];
      // guid() gives 36 characters, which is what an assignment needs: rules-roles.ts reads what it is made of.
      if (limit !== undefined && !name.startsWith('['))
        checkName(project, snapshot.name, type, name.split('/').at(-1) ?? '', limit);
    }
  for (const { template } of templatesIn(main))
    for (const one of Object.values(template.resources))
      if (isModule(one))
        checkName(project, 'every region', one.type, nameOfModule(one.name, template), deploymentLimit);
}

function checkName(project: Project, where: string, type: string, name: string, limit: NameLimit): void {
  const range = limit.min === limit.max ? `${limit.max}` : `${limit.min} to ${limit.max}`;
  const fault = (message: string) =>
    project.faultAt(type, 'name', `the name of a ${type} has ${message} (${where}: "${name}")`);
  if (name.length > limit.max || name.length < limit.min)
    fault(`${range} characters; this one can have ${name.length}`);
  const wrong = [...new Set(name)].filter((one) => limit.allowed?.test(one) === false);
  if (wrong.length > 0) fault(`${limit.says} only; this one can have "${wrong.join('')}"`);
}

/** The name of a deployment, which no snapshot has: a text with one place for the token, or for parameters at their longest. */
function nameOfModule(name: string, template: Template): string {
  const text = expanded(name, template).replace(/toLower\((uniqueString\([^()]*(?:\([^()]*\)[^()]*)*\))\)/g, '$1');
  const [, format = text, rest = ''] = /^\[format\('([^']*)', (.*)\)\]$/.exec(text) ?? [];
  const unique = rest.replace(/uniqueString\([^()]*(?:\([^()]*\)[^()]*)*\)/g, "'aaaaaaaaaaaaa'");
  const values = unique.split(', ').map((one) => {
    const parameter = template.parameters[/^parameters\('(\w+)'\)$/.exec(one)?.[1] ?? ''];
    return parameter === undefined ? one.replaceAll("'", '') : 'x'.repeat(parameter.maxLength ?? 1000);
  });
  return format.replace(/\{(\d+)\}/g, (_whole, index: string) => values[Number(index)] ?? '');
}
