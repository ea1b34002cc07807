import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../local/build-outputs.ts';
import { benchOfStacks, benchOfTheRest, benchThatFails } from './bench-smokes.ts';
import { type CommandSmoke, holds, numberIn, type SmokeGround } from './command-smoke.ts';

const text = (...path: string[]): string => readFileSync(join(...path), 'utf8');

const soak: CommandSmoke = {
  command: 'soak',
  what: 'one kill',
  args: ['--tenants', '5', '--users', '20', '--kills', '1', '--hidden-seconds', '10'],
  expectedCode: 0,
  claim({ stdout }) {
    holds(/kill 1 of 1: process \d+/.test(stdout), 'a host was killed');
    holds(numberIn(stdout, /(\d+) findings; \d+ approvals; 0 problems/) > 0, 'findings were held against approvals');
    holds(stdout.includes('1 kills: every tenant was scanned once'), 'nothing was lost');
  },
};

/** What is drawn from it comes within seconds: under others a scan waits a minute for a snapshot that hangs. */
export const faultsSeed = 'smoke-58';

const faults: CommandSmoke = {
  command: 'faults',
  what: 'one round',
  args: ['--rounds', '1', '--demonstration', '--seed', faultsSeed],
  expectedCode: 0,
  claim({ stdout }) {
    holds(numberIn(stdout, /^(\d+) scans, /m) > 0, 'scans were disturbed');
    holds(numberIn(stdout, /^\d+ scans, (\d+) of them without everything/m) > 0, 'something was lost');
    holds(numberIn(stdout, /^(\d+) verdicts compared/m) > 0, 'verdicts were compared');
    holds(stdout.includes('Each ended with the verdicts of the undisturbed scan'), 'none was wrong');
  },
};

const attack: CommandSmoke = {
  command: 'attack',
  what: 'small storms',
  args: ['--smallest'],
  expectedCode: 0,
  claim({ stdout }) {
    holds(numberIn(stdout, /^(\d+) calls by 6 callers/m) > 1000, 'every call was made by every caller');
    holds(numberIn(stdout, /callers, (\d+) of them refused/) > 500, 'most were refused');
    for (const storm of ['reports', 'mail checks', 'searches', 'false sign-ins'])
      holds(new RegExp(`^\\d+ ${storm} at once: `, 'm').test(stdout), `a storm of ${storm} was borne`);
    holds(stdout.includes('Every answer is as the contract says.'), 'every answer is as promised');
  },
};

const mutated = 'api/src/mailflow/dmarc/edit-dmarc.ts:14-17';

const ofAllMutants = (stdout: string, column: 1 | 2 | 3): number =>
  numberIn(stdout, new RegExp(`^\\| all (?:\\| \\d+ ){${column - 1}}\\| (\\d+) \\|`, 'm'));

/** One after the other: both write the same report. */
const mutations: readonly CommandSmoke[] = [
  {
    command: 'mutation',
    what: 'some lines',
    args: ['--only', mutated, '--concurrency', '1'],
    expectedCode: 0,
    claim({ stdout }) {
      holds(ofAllMutants(stdout, 1) > 0, 'there are mutants');
      holds(ofAllMutants(stdout, 2) > 0, 'mutants were killed');
    },
  },
  {
    command: 'mutation',
    what: 'by tests that notice nothing',
    args: ['--only', mutated, '--tests', 'api/src/mailflow/dmarc/dmarc-walk.test.ts', '--concurrency', '1'],
    expectedCode: 1,
    claim({ stdout }) {
      holds(ofAllMutants(stdout, 2) === 0, 'none was killed');
      holds(ofAllMutants(stdout, 3) > 0, 'mutants were left over');
    },
  },
];

function screenshots(folder: string): CommandSmoke {
  const out = join(folder, 'screenshots');
  return {
    command: 'screenshots',
    what: 'sign-in',
    args: ['--only', '/login', '--themes', 'light', '--widths', '390', '--states', 'data', '--out', out, '--no-build'],
    expectedCode: 0,
    claim({ stdout }) {
      holds(numberIn(stdout, /^(\d+) screenshots in /m) === 1, 'one picture is taken');
      const file = join(out, 'login-light-390-data.png');
      holds(readFileSync(file).subarray(1, 4).toString() === 'PNG', 'it is a PNG');
      holds(readFileSync(file).readUInt32BE(16) === 390, 'as wide as was asked for');
      holds(statSync(file).size > 5000, 'and not empty');
    },
  };
}

function conformance(folder: string): CommandSmoke {
  const authorizationPolicy = { defaultUserRolePermissions: { allowedToCreateApps: false } };
  const agreed = { id: 'smoke', policyId: 'MS.AAD.5.1v1', expected: true, tags: [], snapshot: { authorizationPolicy } };
  writeFileSync(join(folder, 'scuba.json'), JSON.stringify([agreed]));
  return {
    command: 'conformance',
    what: 'one case',
    args: ['--cases', folder],
    expectedCode: 0,
    claim: ({ stdout }) => holds(stdout.includes('scuba.json 1/1 (100%)'), 'the case agrees'),
  };
}

/** The simulator takes any. */
const application = { AZURE_CLIENT_ID: '7e0a4a52-5f0b-4a7c-9f0e-3f2d8f1c6b11', AZURE_CLIENT_SECRET: 'simulated' };

function audit({ folder, simulatorUrl }: SmokeGround): CommandSmoke {
  const out = join(folder, 'audit');
  return {
    command: 'audit',
    what: 'of a simulated tenant',
    args: ['--tenant', 'brackenfreight.example', '--out', out, '--format', 'json,html'],
    env: { MICROSOFT_CLOUD: 'simulator', SIMULATOR_URL: simulatorUrl, ...application },
    expectedCode: 0,
    claim() {
      const { verdicts } = JSON.parse(text(out, 'audit.json')) as { verdicts: unknown[] };
      holds(verdicts.length > 0, 'the audit has verdicts');
      holds(text(out, 'report.html').includes('<h1'), 'and a report');
    },
  };
}

/** A command that writes files of the repository, which are up to date. */
function unchanged(command: string, paths: readonly string[], args: readonly string[] = []): CommandSmoke {
  const before = paths.map((path) => text(ROOT, path));
  return {
    command,
    what: 'changes nothing',
    args,
    expectedCode: 0,
    claim() {
      for (const [index, path] of paths.entries()) holds(text(ROOT, path) === before[index], `${path} is up to date`);
    },
  };
}

const generated = ['containers', 'app-settings', 'timers', 'storage', 'alerts', 'permissions'].map(
  (name) => `infra/bicep/generated/${name}.json`,
);

/** Those that work on the stack that runs, in their order: the key is changed while it does. */
export function smokesOfStack(ground: SmokeGround): CommandSmoke[] {
  return [
    {
      command: 'smoke',
      what: 'against the local stack',
      args: ['--origin', ground.origin, '--wait', '0'],
      expectedCode: 0,
      claim: ({ stdout }) => holds(/^All is as expected, after/m.test(stdout), 'all is as expected'),
    },
    audit(ground),
    {
      command: 'rotate-key',
      what: 'while the stack runs',
      args: ['--data', ground.dataDir],
      expectedCode: 0,
      claim({ stdout }) {
        const { reencrypted, corrupted } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Record<string, number>;
        holds((reencrypted ?? 0) > 0 && corrupted === 0, 'secrets are encrypted anew');
      },
    },
    {
      command: 'verify-trail',
      what: 'a whole trail',
      args: ['--data', ground.dataDir],
      expectedCode: 0,
      claim: ({ stdout }) => holds(numberIn(stdout, /^The audit trail is whole: (\d+) entries/m) > 0, 'it is whole'),
    },
  ];
}

/** The trail of a data folder in which an entry was changed. */
export const brokenTrail = (dataDir: string): CommandSmoke => ({
  command: 'verify-trail',
  what: 'a broken one',
  args: ['--data', dataDir, '--json'],
  expectedCode: 1,
  claim: ({ stdout }) => holds(/"status":\s*"broken"/.test(stdout), 'it is said to be broken'),
});

/** Those that need nothing that runs, and end soon. */
export function quickSmokes(folder: string): CommandSmoke[] {
  writeFileSync(join(folder, 'snapshot.json'), '{"securityDefaults":{"isEnabled":true}}');
  writeFileSync(join(folder, 'zone.json'), JSON.stringify({ 'example.org': { TXT: [['v=spf1 -all']] } }));
  return [
    conformance(folder),
    {
      command: 'register-app',
      what: 'prints',
      args: ['--tenant', 'contoso.com'],
      expectedCode: 0,
      claim: ({ stdout }) => holds(/^ +Directory\.Read\.All /m.test(stdout), 'the permissions are printed'),
    },
    {
      command: 'evaluate',
      what: 'one setting',
      args: ['--snapshot', join(folder, 'snapshot.json')],
      expectedCode: 0,
      claim: ({ stdout }) => holds(stdout.includes('"checkId"'), 'verdicts are printed'),
    },
    {
      command: 'verify-evidence',
      what: 'a whole pack',
      args: [join(folder, 'pack.zip')],
      expectedCode: 0,
      claim({ stdout }) {
        holds(numberIn(stdout, /^Whole: (\d+) files/m) > 0, 'it is whole');
        holds(numberIn(stdout, /^Judged again: the same (\d+) verdicts/m) > 0, 'it is judged again');
      },
    },
    {
      command: 'verify-evidence',
      what: 'a changed one',
      args: [join(folder, 'changed.zip')],
      expectedCode: 1,
      claim: ({ stdout }) => holds(/^NOT WHOLE: /m.test(stdout), 'the change is noticed'),
    },
    {
      command: 'mcp',
      what: 'a call of a tool',
      args: ['--snapshot', join(folder, 'snapshot.json')],
      input: `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_tenants' } })}\n`,
      expectedCode: 0,
      claim: ({ stdout }) => holds(stdout.includes('Tenant of the snapshot'), 'the tool answers'),
    },
    {
      command: 'mailflow',
      what: 'a zone',
      args: ['example.org', '--zone', join(folder, 'zone.json')],
      expectedCode: 0,
      claim: ({ stdout }) => holds(stdout.includes('v=spf1 -all'), 'the record is judged'),
    },
    unchanged('licenses', ['docs/dependencies.md']),
    unchanged('infra:generate', generated),
    unchanged('format', ['lab/commands/command-smokes.ts'], ['lab/commands/command-smokes.ts']),
  ];
}

/** It waits for what a killed host held, and leaves the cores to the others meanwhile. */
export const waitingSmoke = soak;

/** Those that take long, or share something: each list in its order, beside the others. The longest come first. */
export const smokesInLanes = (folder: string): CommandSmoke[][] => [
  [benchOfStacks(folder)],
  [attack],
  [benchOfTheRest(folder), benchThatFails],
  [faults],
  [...mutations],
  [screenshots(folder)],
];
