import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../local/build-outputs.ts';
import { type CommandSmoke, holds, numberIn, type SmokeGround } from './command-smoke.ts';

/** Sections of the benchmark that answer within seconds at the smallest size; the others take a stack each, or minutes. */
const benchedSections = ['scan', 'audit', 'mail', 'pages'] as const;

const text = (...path: string[]): string => readFileSync(join(...path), 'utf8');

function bench(folder: string): CommandSmoke {
  const json = join(folder, 'bench.json');
  return {
    command: 'bench',
    what: benchedSections.join(', '),
    args: ['--only', benchedSections.join(','), '--users', '200', '--runs', '1', '--json', json, '--no-build'],
    expectedCode: 0,
    claim({ stdout }) {
      holds(!stdout.includes('Could not be measured'), 'every section can be measured');
      const sections = JSON.parse(text(json)) as Record<string, unknown>;
      for (const name of benchedSections) holds(sections[name] !== undefined, `${name} is in the file`);
      const { sizes } = sections.scan as { sizes: { scans: { seconds: number }[]; floors: { seconds: number }[] }[] };
      holds(sizes.length === 1 && sizes.every((one) => one.scans.length === 1), 'one scan is measured');
      holds(
        sizes.every(({ floors }) => floors.every(({ seconds }) => seconds > 0)),
        'beside its floor',
      );
      holds(numberIn(stdout, /^200 .*? ([\d.]+) × /m) > 0, 'a ratio is printed');
    },
  };
}

function soak(): CommandSmoke {
  return {
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
}

function faults(): CommandSmoke {
  return {
    command: 'faults',
    what: 'one round',
    args: ['--rounds', '1', '--demonstration', '--seed', 'smoke'],
    expectedCode: 0,
    claim({ stdout }) {
      holds(numberIn(stdout, /^(\d+) scans, /m) > 0, 'scans were disturbed');
      holds(numberIn(stdout, /^(\d+) verdicts compared/m) > 0, 'verdicts were compared');
      holds(stdout.includes('Each ended with the verdicts of the undisturbed scan'), 'none was wrong');
    },
  };
}

function mutation(): CommandSmoke {
  return {
    command: 'mutation',
    what: 'one file',
    args: ['--only', 'api/src/mailflow/dmarc/edit-dmarc.ts'],
    expectedCode: 0,
    claim({ stdout }) {
      holds(numberIn(stdout, /^\| all \| \d+ \| (\d+) \|/m) > 0, 'mutants were killed');
    },
  };
}

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

/** Those that need nothing that runs, or start it themselves. */
export function smokesAlone(folder: string): CommandSmoke[] {
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
      command: 'mailflow',
      what: 'a zone',
      args: ['example.org', '--zone', join(folder, 'zone.json')],
      expectedCode: 0,
      claim: ({ stdout }) => holds(stdout.includes('v=spf1 -all'), 'the record is judged'),
    },
    unchanged('licenses', ['docs/dependencies.md']),
    unchanged('infra:generate', generated),
    unchanged('format', ['lab/commands/command-smokes.ts'], ['lab/commands/command-smokes.ts']),
    bench(folder),
    mutation(),
    screenshots(folder),
  ];
}

/** Those that wait for much of their time: for a kill, for timers, for answers that do not come. */
export const waitingSmokes = (): CommandSmoke[] => [soak(), faults()];
