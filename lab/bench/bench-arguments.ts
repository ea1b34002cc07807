import { parseArgs } from 'node:util';

/** The parts, in the order in which they run. */
export const sectionNames = [
  'scan',
  'audit',
  'verdicts',
  'spf',
  'mail',
  'pdf',
  'bundle',
  'pages',
  'lighthouse',
  'overview',
  'lists',
  'recheck',
  'tenant-configuration',
  'scale',
  'throttle',
  'azure',
] as const;
export type SectionName = (typeof sectionNames)[number];

export type BenchArguments = {
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

export const usage = `usage: npm run bench -- [--only ${sectionNames.join(',')}] [--users 1000,10000] [--tenants 1000] [--runs N] [--json FILE] [--markdown FILE] [--profile DIR] [--no-build]`;

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
      tenants: { type: 'string', default: '1000' },
      'no-build': { type: 'boolean', default: false },
    },
  });
  const asked = values.only?.split(',').map((name) => name.trim());
  const unknown = asked?.find((name) => !isSection(name));
  if (unknown !== undefined) throw new RangeError(`--only: there is no '${unknown}' (${sectionNames.join(', ')})`);
  const users = values.users?.split(',').map((text) => wholeNumber('--users', text));
  return {
    sections: sectionNames.filter((name) => asked === undefined || asked.includes(name)),
    jsonFile: values.json ?? null,
    markdownFile: values.markdown ?? null,
    profileDir: values.profile ?? null,
    users: users ?? [1000, 10_000, 100_000],
    fleet: { tenants: wholeNumber('--tenants', values.tenants), users: users?.[0] ?? 200 },
    throttledUsers: users ?? [200, 20_000],
    runs: values.runs === undefined ? null : wholeNumber('--runs', values.runs),
    build: !values['no-build'],
  };
}
