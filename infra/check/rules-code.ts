import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { suggestion } from './faults.ts';
import type { Project } from './project.ts';
import type { CodeTables } from './read-code.ts';

const FOLDER = 'infra/bicep/generated';
const TOP = { line: 1, column: 1 };

/** What the code of the repository says. Where it does not load that is a fault, and undefined is returned. */
export function readCode(project: Project): CodeTables | undefined {
  const script = join(import.meta.dirname, 'read-code.ts');
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, project.root], { encoding: 'utf8' });
  if (status === 0) return JSON.parse(stdout);
  const cause = /^\s*(\w*Error.*)$/m.exec(stderr)?.[1] ?? stderr.trim().split('\n').at(-1) ?? '';
  project.fault('infra/check/read-code.ts', TOP, `the code that Bicep is held against does not load: ${cause}`);
  return undefined;
}

/** Files that Bicep loads are what the code says now, and what they name is there. */
export function checkAgainstCode(project: Project, code: CodeTables): void {
  checkSettings(project, code);
  if ('error' in code.generated && typeof code.generated.error === 'string')
    project.fault('infra/generate.ts', TOP, `it does not run: ${code.generated.error}`);
  else checkGenerated(project, code.generated);
  checkAlerts(project, code);
}

const lineOf = (text: string | undefined, word: string) => {
  const lines = (text ?? '').split('\n');
  const index = lines.findIndex((line) => new RegExp(`(^|\\W)${word}(\\W|$)`).test(line));
  return index < 0 ? TOP : { line: index + 1, column: (lines[index] ?? '').indexOf(word) + 1 };
};

/** Every setting of the code has a place in the table for Azure, and no other has one. */
function checkSettings(project: Project, { settings, onAzure }: CodeTables): void {
  const [config, table] = ['api/src/config.ts', 'api/src/azure-settings.ts'];
  for (const name of Object.keys(onAzure))
    if (!settings.includes(name))
      project.fault(
        table,
        lineOf(project.text(table), name),
        `${name} is no setting of ${config}${suggestion(
          name,
          settings.filter((one) => !Object.hasOwn(onAzure, one)),
        )}`,
      );
  for (const name of settings)
    if (!Object.hasOwn(onAzure, name))
      project.fault(config, lineOf(project.text(config), name), `${table} does not say who sets ${name} on Azure`);
}

function checkGenerated(project: Project, generated: Record<string, unknown>): void {
  for (const [name, wanted] of Object.entries(generated)) {
    const path = `${FOLDER}/${name}`;
    const text = project.text(path);
    if (text === undefined) {
      project.fault(path, TOP, 'it is missing: npm run infra:generate writes it');
      continue;
    }
    const is = parsed(text);
    if (is === undefined) project.fault(path, TOP, 'it is not JSON: npm run infra:generate writes it');
    else
      for (const { word, message } of differences(is, wanted))
        project.fault(path, lineOf(text, word), `${message}; npm run infra:generate writes what the code says`);
  }
  const known = new Set(Object.keys(generated));
  for (const found of globSync('*.json', { cwd: join(project.root, FOLDER) }))
    if (!known.has(found)) project.fault(`${FOLDER}/${found}`, TOP, 'infra/generate.ts does not write this file');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

type Difference = { word: string; message: string };
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** In which entries two values differ, said by the entries' names. */
function differences(is: unknown, wanted: unknown, where = ''): Difference[] {
  if (isDeepStrictEqual(is, wanted)) return [];
  const [a, b] = [named(is), named(wanted)];
  if (a === undefined || b === undefined)
    return [{ word: where.split('.').at(-1) ?? '', message: `${where || 'this'} is not what the code says` }];
  const lacking = [...b.keys()].filter((key) => !a.has(key));
  const extra = [...a.keys()].filter((key) => !b.has(key));
  const path = (key: string) => (where === '' ? key : `${where}.${key}`);
  const order = isDeepStrictEqual(new Map([...a].sort()), new Map([...b].sort()));
  return [
    ...lacking.map((key) => ({
      word: where.split('.').at(-1) ?? '',
      message: `${path(key)} is in the code and not here`,
    })),
    ...extra.map((key) => ({ word: key, message: `${path(key)} is here and not in the code` })),
    ...(order
      ? [{ word: where.split('.').at(-1) ?? '', message: `${where || 'this'} is in another order than in the code` }]
      : []),
    ...[...a].flatMap(([key, value]) => (b.has(key) ? differences(value, b.get(key), path(key)) : [])),
  ];
}

/** The entries of an object, or of a list whose entries have an id or a name; undefined for anything else. */
function named(value: unknown): Map<string, unknown> | undefined {
  if (isRecord(value)) return new Map(Object.entries(value));
  if (!Array.isArray(value)) return undefined;
  const keys = value.map((one) => (isRecord(one) ? (one.id ?? one.name ?? one.permission) : one));
  return keys.every((key) => typeof key === 'string') && new Set(keys).size === keys.length
    ? new Map(keys.map((key, index) => [key, value[index]]))
    : undefined;
}

/** Alerts look at figures that the product sends, and the manual says what to do. */
function checkAlerts(project: Project, { metrics }: CodeTables): void {
  const path = `${FOLDER}/alerts.json`;
  const text = project.text(path);
  const alerts = parsed(text ?? '[]');
  if (!Array.isArray(alerts)) return;
  const manual = project.text('docs/operate.md') ?? '';
  for (const { name, query } of alerts.filter(isRecord)) {
    if (typeof name !== 'string' || typeof query !== 'string') continue;
    for (const metric of metricsIn(query))
      if (!metrics.includes(metric))
        project.fault(
          path,
          lineOf(text, metric),
          `the alert ${name} looks at ${metric}, which is no metric${suggestion(metric, metrics)}`,
        );
    if (!new RegExp(`^#+ .*(?<![\\w-])${name}(?![\\w-])`, 'm').test(manual))
      project.fault('docs/operate.md', TOP, `there is no section for the alert ${name}, which its mail points to`);
  }
}

/** The names in `Name == 'a'` and `Name in ('a', 'b')` of a query. */
function metricsIn(query: string): string[] {
  const lists = [...query.matchAll(/\bName\s+(?:in~?|==|=~)\s*(\([^)]*\)|'[^']*'|"[^"]*")/g)].map(
    ([, list]) => list ?? '',
  );
  const plain = [...query.matchAll(/\bName\s*(?:==|=~)\s*('[^']*'|"[^"]*")/g)].map(([, one]) => one ?? '');
  return [
    ...new Set(
      [...lists, ...plain].flatMap((one) => [...one.matchAll(/['"]([^'"]+)['"]/g)].map(([, name]) => name ?? '')),
    ),
  ];
}
