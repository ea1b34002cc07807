import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SectionName } from '../bench/bench-arguments.ts';
import { type CommandSmoke, holds } from './command-smoke.ts';

/** A figure of a section, beside its floor. What JSON writes as null was no number. */
type Figure = { what: string; value: number | null | undefined; floor: number | 'none' | null | undefined };

const none = 'none' as const;

type Seconds = { seconds: number };
type Sizes<T> = { sizes: T[] };

/** What each section writes of itself for a machine, as the figures that it is there for. */
export const figuresOf: Readonly<Record<SectionName, (data: never) => Figure[]>> = {
  scan: ({ sizes }: Sizes<{ scans: Seconds[]; floors: Seconds[] }>) =>
    sizes.map(({ scans, floors }) => ({ what: 'scan', value: scans[0]?.seconds, floor: floors[0]?.seconds })),
  audit: ({ sizes }: Sizes<Seconds & { peakRssMb: number; snapshotBytes: number }>) =>
    sizes.flatMap(({ seconds, peakRssMb, snapshotBytes }) =>
      [seconds, peakRssMb, snapshotBytes].map((value) => ({ what: 'audit', value, floor: none })),
    ),
  verdicts: (data: Record<'rates', { evaluate: number; floor: number }[]> & Record<'exclusions', ExclusionRun[]>) => [
    ...data.rates.map(({ evaluate, floor }) => ({ what: 'verdicts a second', value: evaluate, floor })),
    ...data.exclusions.map(({ evaluateMs, floorMs }) => ({ what: 'exclusions', value: evaluateMs, floor: floorMs })),
  ],
  'what-if': ({ measured }: { measured: { runs: { evaluateMs: number; forecastMs: number }[] }[] }) =>
    measured.flatMap(({ runs }) =>
      runs.map(({ evaluateMs, forecastMs }) => ({ what: 'forecast', value: forecastMs, floor: evaluateMs })),
    ),
  spf: (zones: { name: string; rates: { ours: number; theirs: number }[] }[]) =>
    zones.map(({ name, rates }) => ({ what: name, value: rates[0]?.ours, floor: rates[0]?.theirs })),
  mail: (domains: { name: string; ratio: number; ms: number; floorMs: number }[]) =>
    domains.map(({ name, ms, floorMs }) => ({ what: name, value: ms, floor: floorMs })),
  pdf: ({ runs }: { runs: Record<'reportSeconds' | 'floorSeconds', Record<'cold' | 'warm', number>>[] }) =>
    runs.flatMap(({ reportSeconds, floorSeconds }) =>
      (['cold', 'warm'] as const).map((worker) => ({
        what: `report, ${worker}`,
        value: reportSeconds[worker],
        floor: floorSeconds[worker],
      })),
    ),
  bundle: ({ loads }: { loads: Record<string, { processMs: number; emptyProcessMs: number; registered: number }[]> }) =>
    Object.entries(loads).flatMap(([version, runs]) =>
      runs.map((run) => ({ what: `Node ${version}`, value: run.processMs, floor: run.emptyProcessMs })),
    ),
  pages: ({ pages }: { pages: { route: string; gzippedKb: number; budgetKb: number }[] }) =>
    pages.map(({ route, gzippedKb, budgetKb }) => ({ what: route, value: gzippedKb, floor: budgetKb })),
  lighthouse: ({ visits }: { visits: Record<string, { performance: number; largestPaintMs: number }[]> }) =>
    Object.entries(visits).flatMap(([page, of]) => [
      { what: `${page}: performance`, value: of[0]?.performance, floor: none },
      { what: `${page}: largest paint`, value: of[0]?.largestPaintMs, floor: none },
    ]),
  overview: ({ measured }: { measured: { tenants: number; runs: PageRun[] }[] }) =>
    measured.map(({ tenants, runs }) => pageFigure(`${tenants} tenants`, runs)),
  lists: ({ measured }: { measured: { name: string; runs: PageRun[] }[] }) =>
    measured.map(({ name, runs }) => pageFigure(name, runs)),
  matrix: ({ measured }: { measured: { name: string; tenants: number; runs: PageRun[] }[] }) =>
    measured.map(({ name, tenants, runs }) => pageFigure(`${name}, ${tenants} tenants`, runs)),
  changes: ({ measured }: { measured: { name: string; runs: PageRun[] }[] }) =>
    measured.map(({ name, runs }) => pageFigure(name, runs)),
  recheck: ({ scan, rechecks }: { scan: Look; rechecks: (Look & { id: string })[] }) =>
    rechecks.flatMap(({ id, graphCalls, seconds }) => [
      { what: `${id}: calls`, value: graphCalls, floor: scan.graphCalls },
      { what: `${id}: seconds`, value: seconds, floor: scan.seconds },
    ]),
  'tenant-configuration': ({ tenants, months, slow }: Configurations): Figure[] => [
    ...tenants.map(({ domain, pairs: [pair] }) => ({
      what: domain,
      value: pair?.on.seconds,
      floor: pair?.off.seconds,
    })),
    ...months.map(({ name, instances }) => ({ what: name, value: instances, floor: none })),
    ...slow.map(({ seconds, messages }) => ({ what: `a job of ${seconds} s`, value: messages, floor: none })),
  ],
  replay: ({ runs }: { runs: Record<'signIns' | 'parseMs' | 'reduceMs' | 'replayMs' | 'hit', number>[] }) =>
    runs.flatMap(({ signIns, parseMs, reduceMs, replayMs, hit }) => [
      { what: `${signIns} sign-ins`, value: parseMs + reduceMs, floor: parseMs },
      { what: `${signIns} sign-ins: replay`, value: replayMs, floor: none },
      { what: `${signIns} sign-ins: accounts`, value: hit, floor: none },
    ]),
  scale: ({ runs }: { runs: { hosts: number; seconds: number; floorSeconds: number }[] }) =>
    runs.map(({ hosts, seconds, floorSeconds }) => ({ what: `${hosts} hosts`, value: seconds, floor: floorSeconds })),
  throttle: ({ scans }: { scans: { users: number; seconds: number; leastSeconds: number }[] }) =>
    scans.map(({ users, seconds, leastSeconds }) => ({ what: `${users} users`, value: seconds, floor: leastSeconds })),
  azure: ({ accounts, parts, costs }: AzureCosts): Figure[] => [
    { what: 'accounts', value: accounts, floor: none },
    { what: 'request units of a scan', value: parts['a scan of a known tenant']?.units, floor: none },
    ...costs.map(({ count, cost }) => ({ what: `${count} tenants`, value: cost.Total, floor: none })),
  ],
};

type ExclusionRun = { evaluateMs: number; floorMs: number };
type PageRun = { pageMs: number; floorMs: number };
type Look = Seconds & { graphCalls: number };
type Configurations = {
  tenants: { domain: string; pairs: Record<'on' | 'off', Seconds>[] }[];
  months: { name: string; instances: number }[];
  slow: { seconds: number; messages: number }[];
};
type AzureCosts = {
  accounts: number;
  parts: Record<string, { units: number }>;
  costs: { count: number; cost: { Total: number } }[];
};

function pageFigure(what: string, [run]: readonly PageRun[]): Figure {
  return { what, value: run?.pageMs, floor: run?.floorMs };
}

/** Whether a section has its figures, each above nothing, as is its floor. @throws Error with the one that is not */
export function holdsFigures(name: SectionName, data: unknown): void {
  holds(data !== undefined, `${name} is in the file`);
  const figures = figuresOf[name](data as never);
  holds(figures.length > 0, `${name} has figures`);
  for (const { what, value, floor } of figures) {
    holds((value ?? 0) > 0, `${name}: ${what} is more than nothing: ${value}`);
    holds(floor === 'none' || (floor ?? 0) > 0, `${name}: so is its floor: ${floor}`);
  }
}

function bench(folder: string, what: string, sections: readonly SectionName[]): CommandSmoke {
  const json = join(folder, `bench-${sections[0]}.json`);
  return {
    command: 'bench',
    what,
    args: ['--smallest', '--only', sections.join(','), '--json', json, '--no-build'],
    expectedCode: 0,
    claim({ stdout }) {
      holds(!stdout.includes('Could not be measured'), 'every section can be measured');
      const measured = JSON.parse(readFileSync(json, 'utf8')) as Partial<Record<SectionName, unknown>>;
      for (const name of sections) holdsFigures(name, measured[name]);
    },
  };
}

/** Every section is in one of these; a test holds that. */
export const stackSections = ['lighthouse', 'scale', 'throttle', 'azure'] as const satisfies SectionName[];
export const otherSections = [
  ...(['scan', 'audit', 'verdicts', 'what-if', 'spf', 'mail', 'pdf', 'bundle', 'pages'] as const),
  ...(['overview', 'lists', 'matrix', 'changes', 'recheck', 'tenant-configuration', 'replay'] as const),
] satisfies SectionName[];

export const benchOfStacks = (folder: string): CommandSmoke =>
  bench(folder, 'sections that start the product', stackSections);
export const benchOfTheRest = (folder: string): CommandSmoke => bench(folder, 'the other sections', otherSections);

/** A section that cannot be measured: the scan is told what it does not know. */
export const benchThatFails: CommandSmoke = {
  command: 'bench',
  what: 'of what cannot be measured',
  args: ['--smallest', '--only', 'scan'],
  env: { TENANT_CONFIGURATION: 'neither on nor off' },
  expectedCode: 1,
  claim: ({ stdout }) => holds(stdout.includes('Could not be measured'), 'it says so'),
};
