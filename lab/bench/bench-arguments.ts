import { parseArgs } from 'node:util';

/** The parts, in the order in which they run. */
export const sectionNames = [
  'scan',
  'audit',
  'verdicts',
  'what-if',
  'spf',
  'mail',
  'pdf',
  'bundle',
  'pages',
  'lighthouse',
  'overview',
  'lists',
  'matrix',
  'changes',
  'recheck',
  'tenant-configuration',
  'replay',
  'scale',
  'throttle',
  'azure',
] as const;
export type SectionName = (typeof sectionNames)[number];

/** `smallest`: each section measures the same on as little as it can, and once: that it works, not how fast. */
export type Size = 'usual' | 'smallest';

export type BenchArguments = {
  size: Size;
  sections: SectionName[];
  /** Where the figures go as JSON; null: nowhere. */
  jsonFile: string | null;
  /** The page whose figures are replaced; null: none is. */
  markdownFile: string | null;
  /** Folder for a CPU profile of each scan; null: none is made. */
  profileDir: string | null;
  /** Sizes of the tenants that are scanned by themselves. */
  users: number[];
  /** Many tenants through the queue. */
  fleet: { tenants: number; users: number };
  /** Sizes of the tenants that are scanned under Microsoft's limits. */
  throttledUsers: number[];
  /** How often each size of scans is measured; null: as its size asks for. */
  runs: number | null;
  /** False: api/dist and frontend/dist are taken as they are. */
  build: boolean;
};

export const usage = `usage: npm run bench -- [--only ${sectionNames.join(',')}] [--users 1000,10000] [--tenants 1000] [--runs N] [--smallest] [--json FILE] [--markdown FILE] [--profile DIR] [--no-build]`;

/** Of the sections that are asked for other sizes here; the others know their own. */
const defaults = {
  usual: {
    users: [1000, 10_000, 100_000],
    fleet: { tenants: 1000, users: 200 },
    throttledUsers: [200, 20_000],
    runs: null,
  },
  smallest: { users: [200], fleet: { tenants: 2, users: 20 }, throttledUsers: [20], runs: 1 },
} as const;

const isSection = (name: string): name is SectionName => sectionNames.some((one) => one === name);

function wholeNumber(option: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new RangeError(`${option}: '${text}' is no whole number above 0`);
  return value;
}

/** @throws an error that names what is wrong with the arguments */
export function readArguments(args: readonly string[]): BenchArguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      markdown: { type: 'string' },
      json: { type: 'string' },
      profile: { type: 'string' },
      users: { type: 'string' },
      runs: { type: 'string' },
      tenants: { type: 'string' },
      smallest: { type: 'boolean', default: false },
      'no-build': { type: 'boolean', default: false },
    },
  });
  const asked = values.only?.split(',').map((name) => name.trim());
  const unknown = asked?.find((name) => !isSection(name));
  if (unknown !== undefined) throw new RangeError(`--only: there is no '${unknown}' (${sectionNames.join(', ')})`);
  const users = values.users?.split(',').map((text) => wholeNumber('--users', text));
  const size = values.smallest ? 'smallest' : 'usual';
  const { fleet, ...of } = defaults[size];
  const number = (option: 'tenants' | 'runs') =>
    values[option] === undefined ? null : wholeNumber(`--${option}`, values[option]);
  return {
    size,
    sections: sectionNames.filter((name) => asked === undefined || asked.includes(name)),
    jsonFile: values.json ?? null,
    markdownFile: values.markdown ?? null,
    profileDir: values.profile ?? null,
    users: users ?? [...of.users],
    fleet: { tenants: number('tenants') ?? fleet.tenants, users: users?.[0] ?? fleet.users },
    throttledUsers: users ?? [...of.throttledUsers],
    runs: number('runs') ?? of.runs,
    build: !values['no-build'],
  };
}
