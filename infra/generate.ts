import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { datasetTerms } from '@tenantry/contract/dataset-labels';
import { containerResource } from '../api/src/adapters/cosmos/container-resource.ts';
import { requiredPermissions } from '../api/src/audit/checks/permissions.ts';
import { defaultOf, type SettingName, type SettingOnAzure, settingsOnAzure } from '../api/src/azure-settings.ts';
import { Settings } from '../api/src/config.ts';
import { alertRules } from '../api/src/features/health/alert-rules.ts';
import { fileContainer } from '../api/src/ports/blobs.ts';
import { poisonQueueOf, queueNames } from '../api/src/ports/work-queue.ts';
import { containers } from '../api/src/store/containers.ts';
import { timers } from '../api/src/timers.ts';
import { BICEP_VERSION, findBicep } from '../local/dotnet/dotnet-tools.ts';
import { BicepWorkshop } from './check/compile-bicep.ts';
import { HASHES, hashesOf } from './check/compiled-files.ts';
import { formatFault } from './check/faults.ts';

/**
 * What Bicep has to know of the code, written to infra/bicep/generated: `npm run infra:generate`. With --check nothing is
 * written: the files that differ from the code are named, and the exit code is 1.
 */
const folder = join(import.meta.dirname, 'bicep/generated');

/**
 * The settings of config.ts, each with who gives it its value on Azure.
 * @throws where the two tables do not name the same: the compiler says so too, but this runs without it
 */
export function placedSettings(
  settings: readonly string[],
  onAzure: Readonly<Record<string, SettingOnAzure>>,
): [SettingName, SettingOnAzure][] {
  const unknown = Object.keys(onAzure).filter((name) => !settings.includes(name));
  if (unknown.length > 0) throw new Error(`api/src/config.ts has no setting ${unknown.join(', ')}`);
  return settings.map((name) => {
    const place = onAzure[name];
    if (place === undefined) throw new Error(`api/src/azure-settings.ts does not say who sets ${name} on Azure`);
    return [name as SettingName, place];
  });
}

/** The settings of the function app, by who gives them their value. */
function appSettings() {
  const entries = placedSettings(Object.keys(Settings.shape), settingsOnAzure);
  const names = (from: SettingOnAzure['from']) => entries.filter(([, one]) => one.from === from).map(([name]) => name);
  const byValue = (from: 'resource' | 'parameter' | 'secret') =>
    Object.fromEntries(entries.flatMap(([name, one]) => (one.from === from ? [[one.value, name]] : [])));
  return {
    default: Object.fromEntries(names('default').map((name) => [name, defaultOf(name)])),
    resource: byValue('resource'),
    parameter: byValue('parameter'),
    secret: byValue('secret'),
    tuning: Object.fromEntries(names('tuning').map((name) => [name, defaultOf(name)])),
    azure: names('azure'),
    local: names('local'),
  };
}

/** Minutes as Azure writes them back, so that what-if finds no change. */
function durationOf(minutes: number): string {
  if (minutes % 1440 === 0) return `P${minutes / 1440}D`;
  return minutes % 60 === 0 ? `PT${minutes / 60}H` : `PT${minutes}M`;
}

function alerts() {
  return alertRules.map(({ name, title, severity, query, aggregation, operator, threshold, ...rule }) => ({
    name,
    title,
    severity,
    query,
    aggregation,
    operator,
    threshold,
    window: durationOf(rule.windowMinutes),
    every: durationOf(rule.everyMinutes),
    meaning: rule.meaning,
  }));
}

/** The generated files by name, as the code has them now. */
export function generated(): Record<string, unknown> {
  return {
    'containers.json': Object.values(containers).map((container) => containerResource(container)),
    'own-throughput.json': Object.values(containers).flatMap((container) =>
      'ownThroughput' in container ? [container.name] : [],
    ),
    'app-settings.json': appSettings(),
    'timers.json': Object.entries(timers).map(([name, { everyMinutes, purpose }]) => ({ name, everyMinutes, purpose })),
    'storage.json': { fileContainer, queues: queueNames.flatMap((name) => [name, poisonQueueOf(name)]) },
    'alerts.json': alerts(),
    'permissions.json': requiredPermissions().map(({ permission, isDelegated, datasets, checks }) => ({
      permission,
      type: isDelegated ? 'delegated' : 'application',
      reads: datasets.map((name) => datasetTerms[name]),
      checks: checks.map(({ id, title }) => `${id}: ${title}`),
    })),
  };
}

const textOf = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** The names of those files that are not what the code says now. */
export function staleFiles(files: Record<string, unknown>, directory: string): string[] {
  return Object.entries(files).flatMap(([name, value]) => {
    const path = join(directory, name);
    return existsSync(path) && readFileSync(path, 'utf8') === textOf(value) ? [] : [name];
  });
}

export function writeFiles(files: Record<string, unknown>, directory: string): void {
  mkdirSync(directory, { recursive: true });
  for (const [name, value] of Object.entries(files)) writeFileSync(join(directory, name), textOf(value));
}

/** Compiles what Bicep is now to infra/bicep/main.json and the snapshots. @returns what was written, or why nothing was */
async function compileTemplate(root: string): Promise<string> {
  const compiler = await findBicep();
  if (compiler?.version !== BICEP_VERSION)
    return `Not compiled: there is no Bicep ${BICEP_VERSION} here (bicep, az bicep or dotnet)`;
  const workshop = new BicepWorkshop(root, compiler, process.env);
  try {
    const { faults, files } = await workshop.compile();
    if (faults.length > 0) throw new Error(faults.map(formatFault).join('\n'));
    const folderOf = join(root, 'infra/bicep');
    rmSync(join(folderOf, 'snapshots'), { recursive: true, force: true });
    mkdirSync(join(folderOf, 'snapshots'));
    for (const [path, text] of files) writeFileSync(join(folderOf, path), text);
    writeFileSync(join(folderOf, HASHES), hashesOf(root, files));
    return `Compiled by Bicep ${compiler.version}: ${[...files.keys()].join(', ')}`;
  } finally {
    await workshop.close();
  }
}

async function main(args: readonly string[]): Promise<void> {
  const files = generated();
  const stale = staleFiles(files, folder);
  if (!args.includes('--check')) {
    writeFiles(files, folder);
    process.stdout.write(`${stale.length === 0 ? 'Nothing changed' : `Written: ${stale.join(', ')}`}\n`);
    process.stdout.write(`${await compileTemplate(join(import.meta.dirname, '..'))}\n`);
    return;
  }
  for (const name of stale) {
    process.stderr.write(`infra/bicep/generated/${name} is not what the code says: run npm run infra:generate\n`);
  }
  if (stale.length > 0) process.exitCode = 1;
}

if (import.meta.main) await main(process.argv.slice(2));
