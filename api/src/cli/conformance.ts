import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parseJson, readArguments, readDate, readText, runCommand, UsageError } from './command.ts';
import { runAuditCases, runCheckCases, runTenantCase } from './conformance/audit-cases.ts';
import type { CaseResult } from './conformance/case-result.ts';
import { listedDisagreements } from './conformance/listed-disagreements.ts';
import { runDmarcCases, runMailCases, runSpfCases } from './conformance/mail-cases.ts';
import { conformanceReport, type FileResult } from './conformance/report.ts';
import { runReportCases } from './conformance/report-cases.ts';

const usage = 'usage: node api/src/cli/conformance.ts --cases DIR [--list FILE] [--now ISO-DATE]';
const defaultList = fileURLToPath(new URL('../../../docs/disagreements.md', import.meta.url));
/** Ages in the cases count against this date, so that a run next year says the same. */
const defaultNow = '2026-09-01T00:00:00Z';

type Runner = (cases: readonly unknown[], now: Date) => CaseResult[] | Promise<CaseResult[]>;

const runners: readonly [file: string, run: Runner][] = [
  ['counterexamples.json', runAuditCases],
  ['conditional-access.json', runCheckCases],
  ['scuba.json', runAuditCases],
  ['prowler.json', runAuditCases],
  ['counterexamples-workloads.json', runAuditCases],
  ['scuba-workloads.json', runAuditCases],
  ['prowler-workloads.json', runAuditCases],
  ['spf.json', runSpfCases],
  ['dmarc.json', runDmarcCases],
  ['m365-mail.json', runMailCases],
  ['mail-effect.json', runCheckCases],
  ['exceptions.json', runCheckCases],
  ['public-reports.json', runReportCases],
];

const tenantsFolder = 'real-tenants';

function readCases(path: string): readonly unknown[] {
  const json = parseJson(readText(path), path);
  if (!Array.isArray(json)) throw new UsageError(`${path} is no list of cases`);
  return json;
}

async function runFiles(folder: string, now: Date): Promise<FileResult[]> {
  const files: FileResult[] = [];
  for (const [file, run] of runners) {
    const path = join(folder, file);
    if (existsSync(path)) files.push({ file, results: await run(readCases(path), now) });
  }
  for (const file of jsonFiles(folder, tenantsFolder)) {
    const path = join(folder, file);
    files.push({ file, results: runTenantCase(parseJson(readText(path), path), basename(path), now) });
  }
  return files;
}

const jsonFiles = (folder: string, within = ''): string[] => {
  const place = join(folder, within);
  if (!existsSync(place)) return [];
  const names = readdirSync(place).filter((name) => name.endsWith('.json'));
  return names.sort().map((name) => (within === '' ? name : `${within}/${name}`));
};

/** Files of cases that no check is held against yet: a report without them would pass for one of everything. */
function filesNotRun(folder: string, run: readonly FileResult[]): string[] {
  const known = new Set(run.map(({ file }) => file));
  return [...jsonFiles(folder), ...jsonFiles(folder, tenantsFolder)].filter((file) => !known.has(file));
}

async function main(): Promise<void> {
  const { values } = readArguments(() =>
    parseArgs({ options: { cases: { type: 'string' }, list: { type: 'string' }, now: { type: 'string' } } }),
  );
  if (values.cases === undefined) throw new UsageError(usage);
  if (!existsSync(values.cases) || !statSync(values.cases).isDirectory())
    throw new UsageError(`${values.cases} is no folder`);
  const now = readDate(values.now ?? defaultNow);
  const files = await runFiles(values.cases, now);
  if (files.length === 0) throw new UsageError(`${values.cases} holds no file of cases`);
  const list = values.list ?? defaultList;
  const listed = listedDisagreements(existsSync(list) ? readText(list) : '');
  const { text, accepted } = conformanceReport(files, listed, filesNotRun(values.cases, files));
  process.stdout.write(text);
  if (!accepted) process.exitCode = 1;
}

await runCommand(main);
