import { isDeepStrictEqual } from 'node:util';
import type { Project } from './project.ts';
import type { CodeTables } from './read-code.ts';
import { ofType, type Snapshot } from './snapshot.ts';
import { at, isRecord, type Template } from './template.ts';

/** Resources that the code has a table of: all of it is deployed, in every case. */
const FROM_CODE: readonly { type: string; file: string; part?: string; entry: (resource: unknown) => unknown }[] = [
  {
    type: 'Microsoft.DocumentDB/databaseAccounts/sqlDatabases/containers',
    file: 'containers.json',
    entry: (resource) => at(resource, 'properties.resource'),
  },
  {
    type: 'Microsoft.Storage/storageAccounts/queueServices/queues',
    file: 'storage.json',
    part: 'queues',
    entry: (resource) => String(at(resource, 'name')).split('/').at(-1),
  },
];

/** What infra/bicep/generated holds is what is deployed, and what main.bicep lets an operator say is what there is. */
export function checkGeneratedUse(
  project: Project,
  main: Template,
  snapshots: readonly Snapshot[],
  code: CodeTables,
): void {
  for (const snapshot of snapshots) {
    for (const { type, file, part, entry } of FROM_CODE) {
      const text = JSON.parse(project.text(`infra/bicep/generated/${file}`) ?? '[]');
      const wanted: unknown[] = part === undefined ? text : text[part];
      const made = ofType(snapshot, type).map(entry);
      if (!isDeepStrictEqual(made, wanted))
        project.faultAt(
          type,
          '',
          `these are the entries of generated/${file}${part === undefined ? '' : `, "${part}"`}, each as it is and no other ("${snapshot.name}": ${made.length} of ${wanted.length})`,
        );
    }
    checkAlerts(project, snapshot);
  }
  checkChoices(project, main, code);
}

/** Where the fields of an alert go. */
const OF_RULE: Record<string, string> = {
  severity: 'severity',
  window: 'windowSize',
  every: 'evaluationFrequency',
};
const OF_CRITERION: Record<string, string> = {
  query: 'query',
  aggregation: 'timeAggregation',
  operator: 'operator',
  threshold: 'threshold',
};

function checkAlerts(project: Project, snapshot: Snapshot): void {
  const type = 'Microsoft.Insights/scheduledQueryRules';
  const alerts: Record<string, unknown>[] = JSON.parse(project.text('infra/bicep/generated/alerts.json') ?? '[]');
  const rules = ofType(snapshot, type);
  if (
    !isDeepStrictEqual(
      rules.map(({ name }) => name),
      alerts.map(({ name }) => name),
    )
  )
    project.faultAt(type, '', `these are the entries of generated/alerts.json, and no other ("${snapshot.name}")`);
  for (const alert of alerts) {
    const rule = rules.find(({ name }) => name === alert.name);
    const criteria = at(rule, 'properties.criteria.allOf');
    const criterion = Array.isArray(criteria) ? criteria[0] : undefined;
    const differs = (fields: Record<string, string>, from: unknown) =>
      Object.entries(fields).filter(([field, path]) => at(from, path) !== alert[field]);
    for (const [field, path] of rule === undefined
      ? []
      : [...differs(OF_RULE, rule.properties), ...differs(OF_CRITERION, criterion)])
      project.faultAt(type, path, `${path} of ${alert.name} is "${field}" of generated/alerts.json`);
  }
}

/** `settings` takes every setting that an operator may tune, and `disabledTimers` every timer; neither another one. */
function checkChoices(project: Project, { parameters }: Template, { onAzure, timers }: CodeTables): void {
  const compare = (name: string, has: readonly string[], wanted: readonly string[]) => {
    const fault = (message: string) => project.fault('infra/bicep/main.bicep', { line: 1, column: 1 }, message);
    for (const one of wanted) if (!has.includes(one)) fault(`the param "${name}" lacks ${one}`);
    for (const one of has) if (!wanted.includes(one)) fault(`the param "${name}" has ${one}, which the code has not`);
  };
  const { settings, disabledTimers } = parameters;
  const tuning = Object.keys(onAzure).filter((name) => onAzure[name]?.from === 'tuning');
  compare('settings', isRecord(settings?.properties) ? Object.keys(settings.properties) : [], tuning);
  const allowed = disabledTimers?.allowedValues;
  if (allowed !== undefined) compare('disabledTimers', allowed.map(String), timers);
}
