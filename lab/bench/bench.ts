import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { buildOutputs } from '../../local/build-outputs.ts';
import { benchAudits } from './audit-bench.ts';
import { benchAzure } from './azure-bench.ts';
import { type BenchArguments, readArguments, type SectionName, usage } from './bench-arguments.ts';
import { emptyFigures, runInMarkdown, withFigures } from './benchmarks-page.ts';
import { benchBundle } from './bundle-bench.ts';
import { benchChanges } from './changes-bench.ts';
import { benchFleet } from './fleet-bench.ts';
import { benchHostileMail } from './hostile-mail-bench.ts';
import { benchLighthouse } from './lighthouse-bench.ts';
import { benchLists } from './lists-bench.ts';
import { benchMatrix } from './matrix-bench.ts';
import { exitCodeOf, type Outcome, outcomeOf } from './outcome.ts';
import { benchOverview } from './overview-bench.ts';
import { benchPages } from './page-bench.ts';
import { benchPdf } from './pdf-bench.ts';
import { benchRechecks } from './recheck-bench.ts';
import { benchScans } from './scan-bench.ts';
import { benchSignInReplay } from './sign-in-replay-bench.ts';
import { benchSpf } from './spf-bench.ts';
import { figure, formatTable, type Section } from './table.ts';
import { benchTenantConfiguration } from './tenant-configuration-bench.ts';
import { benchThrottledScans } from './throttle-bench.ts';
import { benchVerdicts } from './verdict-bench.ts';
import { benchWhatIf } from './what-if-bench.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);
/** Progress is not part of the tables. */
const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** They need no build. */
const fromSources: ReadonlySet<SectionName> = new Set([
  ...([
    'scan',
    'audit',
    'verdicts',
    'what-if',
    'spf',
    'mail',
    'overview',
    'lists',
    'matrix',
    'changes',
    'recheck',
    'tenant-configuration',
    'replay',
  ] as const),
]);

const machine = () => ({
  date: new Date().toISOString(),
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  cores: cpus().length,
  processor: cpus()[0]?.model ?? 'unknown',
  memoryGb: Math.round(totalmem() / 1e8) / 10,
  /** Over the last minute, before the benchmark: more than 0 means that others use the machine too. */
  loadAverage: loadavg()[0] ?? null,
});

/** What git says is checked out, and whether something differs from it: other code than the commit's would be measured. */
function commit(): string {
  const git = spawnSync('git', ['describe', '--always', '--dirty', '--exclude', '*'], { encoding: 'utf8' });
  return git.status === 0 ? git.stdout.trim() : 'an unknown commit';
}

function headingOf(facts: ReturnType<typeof machine>, seconds: number): string {
  const { date, node, cores, processor, memoryGb, loadAverage } = facts;
  const load = loadAverage === null ? 'unknown' : loadAverage.toFixed(1);
  const where = `Node ${node}, ${cores} cores (${processor}), ${memoryGb} GB of memory, load average before the start ${load}`;
  return `At ${commit()}, ${date.slice(0, 10)}: ${where}. ${figure(seconds / 60)} minutes in all.`;
}

function run(
  name: SectionName,
  { size, users, runs, fleet, throttledUsers, profileDir }: BenchArguments,
): Promise<Outcome> {
  const benches: Record<SectionName, () => Promise<Section>> = {
    scan: () => benchScans({ sizes: users, runs, profileDir, say }),
    audit: () => benchAudits({ sizes: users, say }),
    verdicts: () => benchVerdicts({ size }),
    'what-if': () => benchWhatIf({ size }),
    spf: () => benchSpf({ size }),
    mail: () => benchHostileMail({ size }),
    pdf: () => benchPdf({ size }),
    bundle: () => benchBundle({ size }),
    pages: benchPages,
    lighthouse: () => benchLighthouse({ size, say }),
    overview: () => benchOverview({ size }),
    lists: () => benchLists({ size, say }),
    matrix: () => benchMatrix({ size }),
    changes: () => benchChanges({ size }),
    recheck: () => benchRechecks({ size, say }),
    'tenant-configuration': () => benchTenantConfiguration({ size, say }),
    replay: () => benchSignInReplay({ size, say }),
    scale: () => benchFleet({ fleet, size, say }),
    throttle: () => benchThrottledScans({ sizes: throttledUsers, say }),
    azure: () => benchAzure({ size, say }),
  };
  return outcomeOf(name, benches[name]);
}

function show(outcome: Outcome): void {
  print(`\n${outcome.title}\n`);
  if ('couldNotBeMeasured' in outcome) {
    print(`Could not be measured: ${outcome.couldNotBeMeasured}`);
    return;
  }
  for (const table of outcome.tables) print(`${formatTable(table)}\n`);
  for (const note of outcome.notes) print(note);
}

async function main(args: BenchArguments): Promise<void> {
  const startMs = performance.now();
  const facts = machine();
  print(`${facts.date}, Node ${facts.node}, ${facts.platform}, ${facts.cores} cores (${facts.processor})`);
  print(`${facts.memoryGb} GB of memory, load average before the start ${facts.loadAverage?.toFixed(1) ?? 'unknown'}`);
  const needsBuild = args.sections.some((name) => !fromSources.has(name));
  if (args.build && needsBuild) await buildOutputs(false, say);
  const measured: { name: SectionName; outcome: Outcome; seconds: number }[] = [];
  const outcomes: Partial<Record<SectionName, Outcome>> = {};
  for (const name of args.sections) {
    const begunMs = performance.now();
    const outcome = await run(name, args);
    const seconds = (performance.now() - begunMs) / 1000;
    outcomes[name] = outcome;
    measured.push({ name, outcome, seconds });
    show(outcome);
    say(`${name} took ${figure(seconds)} s`);
  }
  process.exitCode = exitCodeOf(measured.map(({ outcome }) => outcome));
  const allSeconds = (performance.now() - startMs) / 1000;
  print(`\n${figure(allSeconds)} s in all`);
  if (args.markdownFile !== null) {
    const page = existsSync(args.markdownFile) ? readFileSync(args.markdownFile, 'utf8') : emptyFigures;
    writeFileSync(args.markdownFile, withFigures(page, runInMarkdown(headingOf(facts, allSeconds), measured)));
  }
  if (args.jsonFile !== null) {
    const sections = Object.fromEntries(
      Object.entries(outcomes).map(([name, outcome]) => [name, 'data' in outcome ? outcome.data : outcome]),
    );
    writeFileSync(args.jsonFile, `${JSON.stringify({ machine: facts, ...sections }, null, 2)}\n`);
  }
}

function parsed(): BenchArguments | null {
  try {
    return readArguments(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}\n`);
    return null;
  }
}

const args = parsed();
if (args === null) process.exitCode = 2;
else await main(args);
