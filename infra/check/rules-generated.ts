import { bodyOf, type Expression, plainString, propertyOf, type ResourceDeclaration } from './bicep-ast.ts';
import type { Model, Project } from './project.ts';
import type { CodeTables } from './read-code.ts';
import { fullTypeOf, resourcesOf } from './resource-names.ts';
import { parametersOf, parameterType } from './rules-modules.ts';
import { originsOf } from './trace.ts';

const TOP = { line: 1, column: 1 };
const MAIN = 'infra/bicep/main.bicep';

/** Resources that the code has a table of: all of it is deployed, in every case. */
const FROM_CODE: Record<string, { file: string; part?: string; asItIs?: string }> = {
  'microsoft.documentdb/databaseaccounts/sqldatabases/containers': { file: 'containers.json', asItIs: 'resource' },
  'microsoft.insights/scheduledqueryrules': { file: 'alerts.json' },
  'microsoft.storage/storageaccounts/queueservices/queues': { file: 'storage.json', part: 'queues' },
};

/** What infra/bicep/generated holds is what Bicep deploys, and what main.bicep lets an operator say is what there is. */
export function checkGeneratedUse(project: Project, code: CodeTables): void {
  if (project.bicep.some(({ parsed }) => !parsed)) return;
  for (const [type, table] of Object.entries(FROM_CODE)) {
    const made = project.bicep.flatMap((model) =>
      resourcesOf(model)
        .filter((one) => fullTypeOf(one, model).split('@')[0]?.toLowerCase() === type)
        .map((resource) => ({ model, resource })),
    );
    if (made.length === 0) project.fault(MAIN, TOP, `no module makes the resources of generated/${table.file}`);
    for (const { model, resource } of made) checkWhole(project, model, resource, table);
  }
  checkChoices(project, code);
}

function checkWhole(
  project: Project,
  model: Model,
  resource: ResourceDeclaration,
  { file, part, asItIs }: (typeof FROM_CODE)[string],
): void {
  const { body } = resource;
  const fault = (message: string) => project.fault(model.file.path, resource.at, message);
  if (body.kind !== 'for' || !comesFrom(project, body.over, model, file, part)) {
    fault(
      `this is made of generated/${file}${part === undefined ? '' : `, "${part}"`}: one for each entry, and no other`,
    );
    return;
  }
  if (body.body.kind === 'if') fault(`every entry of generated/${file} is made, without a condition`);
  if (asItIs === undefined) return;
  const value = propertyOf(propertyOf(bodyOf(body), 'properties')?.value, asItIs)?.value;
  if (value?.kind !== 'name' || value.name !== body.item)
    fault(
      `"${asItIs}" is the entry of generated/${file} as it is: keys, TTL and indexes would be others than the code's`,
    );
}

/** Whether a list is a generated file, or a part of one. */
function comesFrom(project: Project, list: Expression, model: Model, file: string, part: string | undefined): boolean {
  return originsOf(project, { expression: list, model }).every((one) => {
    const { expression } = one;
    if (part !== undefined)
      return (
        expression.kind === 'member' &&
        expression.property === part &&
        comesFrom(project, expression.object, one.model, file, undefined)
      );
    const path = expression.kind === 'call' && expression.name === 'loadJsonContent' ? expression.args[0] : undefined;
    return project.resolve(one.model.file, plainString(path) ?? '') === `infra/bicep/generated/${file}`;
  });
}

/** `settings` takes every setting that an operator may tune, and `disabledTimers` every timer; neither another one. */
function checkChoices(project: Project, { onAzure, timers }: CodeTables): void {
  const main = project.models.get(MAIN);
  if (main === undefined) return;
  const compare = (name: string, has: Iterable<string>, wanted: readonly string[]) => {
    const known = new Set(has);
    const at = parametersOf(main).find((one) => one.name === name)?.at ?? TOP;
    for (const one of wanted) if (!known.has(one)) project.fault(MAIN, at, `the param "${name}" lacks ${one}`);
    for (const one of known)
      if (!wanted.includes(one)) project.fault(MAIN, at, `the param "${name}" has ${one}, which the code has not`);
  };
  const settings = parameterType(main).fields.get('settings')?.type();
  const tuning = Object.keys(onAzure).filter((name) => onAzure[name]?.from === 'tuning');
  compare('settings', settings?.is === 'object' ? settings.fields.keys() : [], tuning);
  const disabled = parametersOf(main).find((one) => one.name === 'disabledTimers');
  const allowed = disabled?.decorators.find(({ name }) => name === 'allowed')?.args[0];
  const names = allowed?.kind === 'array' ? allowed.items.map((one) => plainString(one) ?? '') : [];
  if (allowed !== undefined) compare('disabledTimers', names, timers);
}
