import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { openAudits, weak } from './testing/audited.ts';

const Audit = z.object({
  tenantry: z.object({ audit: z.literal(1), takenAt: z.string(), isRedacted: z.literal(false), tool: z.string() }),
  tenant: z.object({ id: z.string(), name: z.string(), domain: z.string(), isSimulated: z.boolean() }),
  score: z.number(),
  findings: z.array(
    z.looseObject({
      checkId: z.string(),
      severity: z.string(),
      standing: z.enum(['new', 'known', 'accepted']),
      because: z.nullable(z.string()),
      acceptance: z.nullable(z.looseObject({ reason: z.string() })),
      fingerprint: z.string(),
      condition: z.looseObject({ status: z.string(), affectedCount: z.number() }),
    }),
  ),
  baseline: z.nullable(
    z.object({ takenAt: z.nullable(z.string()), resolved: z.array(z.object({ checkId: z.string() })) }),
  ),
});

let audits: Awaited<ReturnType<typeof openAudits>>;
const failOn = 'high';
const standings = (name: string) => new Map(Audit.parse(audits.json(name)).findings.map((one) => [one.checkId, one]));

beforeAll(async () => {
  audits = await openAudits();
  await audits.audit(`--tenant ${weak.domain} --out first --format json,snapshot`);
});
afterAll(() => audits.close());
beforeEach(() => audits.cloud.faults.clear());

describe('an audit', () => {
  test('names the organization, and is told by its domain or its directory id alike', async () => {
    const first = Audit.parse(audits.json('first/audit.json'));
    expect(first.tenant).toEqual({ ...weak, name: 'Bracken Freight Group', isSimulated: true });
    await audits.audit(`--tenant ${weak.id.toUpperCase()} --out by-id --format json`);
    const second = Audit.parse(audits.json('by-id/audit.json'));
    expect(second.tenant).toEqual(first.tenant);
    expect(second.findings.map((one) => one.fingerprint)).toEqual(first.findings.map((one) => one.fingerprint));
  });

  test('writes files that nobody else of the machine may read, and leaves nothing beside them', () => {
    expect(readdirSync(audits.path('first')).sort()).toEqual(['audit.json', 'snapshot.json']);
    expect(statSync(audits.path('first/audit.json')).mode & 0o777).toBe(0o600);
  });

  test('tells on standard error what it reads, and names nothing of the tenant but what was typed', async () => {
    const { progress, said } = await audits.audit(`--tenant ${weak.domain} --out told --format json`);
    expect(progress.match(/^ {2}\[\d+ of \d+\] [^:]+: /gm)).toHaveLength(46);
    expect(progress.match(/Exchange, Defender, Purview and Teams: not read\. Nobody asked for it/g)).toHaveLength(1);
    expect(progress).toContain('risky users: no license');
    expect(progress.replaceAll(weak.domain, '')).not.toMatch(/bracken/i);
    expect(said).toMatch(
      /^Bracken Freight Group \(brackenfreight\.example\), simulated\nScore \d+, Critical; \d+% checked/,
    );
  });

  test('tells pages of a long list, and each wait that Microsoft asks for', async () => {
    audits.cloud.faults.set({
      tenantId: weak.id,
      pathPrefix: '/users',
      kind: 'status',
      status: 429,
      retryAfterSeconds: 1,
      times: 1,
    });
    const { progress } = await audits.audit(`--tenant ${weak.domain} --out waits --format json`);
    expect(progress).toContain('Microsoft Graph asks to slow down: waiting 1 s (users)');
  });

  test('a name that would move the cursor or set the title of a terminal is printed without that', async () => {
    const baseline = audits.path('terminal.json');
    writeFileSync(baseline, JSON.stringify({ emergencyAccounts: [{ account: '\u001b]0;owned\u0007@x.example' }] }));
    const { progress } = await audits.audit(
      `--tenant ${weak.domain} --out terminal --format json --baseline ${baseline}`,
    );
    expect(progress).toContain('is not in this directory');
    expect(['\u001b', '\u0007'].filter((one) => progress.includes(one))).toEqual([]);
  });

  test('two at once into one folder leave whole files of one of them', async () => {
    const twice = Array.from({ length: 2 }, () =>
      audits.audit(`--tenant ${weak.domain} --out twice --format json,snapshot`),
    );
    expect((await Promise.all(twice)).map(({ code }) => code)).toEqual([0, 0]);
    expect(readdirSync(audits.path('twice')).sort()).toEqual(['audit.json', 'snapshot.json']);
    Audit.parse(audits.json('twice/audit.json'));
  });
});

describe('arguments', () => {
  test.each([
    ['--tenant a.example --tenant b.example', '--tenant is there twice'],
    ['--tenant a.example --client-id=', '--client-id is empty'],
    ['--tenant a.example --baseline=', '--baseline is empty'],
    ['--tenant common', '--tenant: expected a domain'],
    ['--tenant a.example --format html,xml', 'there is no format "xml"'],
    ['--tenant a.example --min-coverage 100.1', 'a number from 0 to 100'],
    ['--tenant a.example --fail-on info', '--fail-on: expected critical'],
  ])('%s is refused', async (args, message) => {
    await expect(audits.audit(args)).rejects.toThrow(message);
  });
});

describe('what fails a pipeline', () => {
  test('without --fail-on no finding does', async () => {
    expect((await audits.audit(`--tenant ${weak.domain} --out free --format json`)).code).toBe(0);
  });

  test('without a baseline every finding at or above the severity does, and is named', async () => {
    const { code, said } = await audits.audit(`--tenant ${weak.domain} --out all --format json --fail-on ${failOn}`);
    expect(code).toBe(1);
    expect(said).toContain('MFA is not ensured for all users [ca.mfa.all]');
    expect(said).not.toMatch(/^ {2}medium:/m);
  });

  test.each(['audit.json', 'snapshot.json'])('against its own %s nothing is new', async (file) => {
    const baseline = audits.path(`first/${file}`);
    const { code, said } = await audits.audit(
      `--tenant ${weak.domain} --out again --format json --fail-on low --baseline ${baseline}`,
    );
    expect([code, said]).toEqual([0, expect.stringMatching(/Against .*: \d+ known, 0 resolved/)]);
    expect([...standings('again/audit.json').values()].map(({ standing }) => standing)).not.toContain('new');
  });

  test('a finding that grew since the baseline is new, and says by what; one that shrank is not', async () => {
    const before = audits.json('first/audit.json');
    const { findings } = z
      .object({
        findings: z.array(
          z.looseObject({ checkId: z.string(), condition: z.looseObject({ affectedCount: z.number() }) }),
        ),
      })
      .parse(before);
    const grown = 'mfa.registration';
    const edited = findings.map((one) =>
      one.checkId === grown ? { ...one, condition: { ...one.condition, affectedCount: 1, affected: [] } } : one,
    );
    const file = audits.path('smaller.json');
    writeFileSync(file, JSON.stringify({ ...before, findings: edited }));
    const { code } = await audits.audit(
      `--tenant ${weak.domain} --out grown --format json --fail-on ${failOn} --baseline ${file}`,
    );
    const found = standings('grown/audit.json').get(grown);
    expect([code, found?.standing, found?.because]).toEqual([
      1,
      'new',
      expect.stringMatching(/^It concerns \d+, where 1 were in the baseline\.$/),
    ]);
  });

  test('what was mended since the baseline is resolved', async () => {
    const cloud = audits.cloud;
    cloud.changeTenant(weak.id, {
      kind: 'setting',
      setting: 'sharepoint',
      set: { isLegacyAuthProtocolsEnabled: false },
    });
    await audits.audit(
      `--tenant ${weak.domain} --out mended --format json --baseline ${audits.path('first/audit.json')}`,
    );
    const { baseline } = Audit.parse(audits.json('mended/audit.json'));
    expect(baseline?.resolved.map(({ checkId }) => checkId)).toEqual(['spo.legacy']);
    cloud.changeTenant(weak.id, {
      kind: 'setting',
      setting: 'sharepoint',
      set: { isLegacyAuthProtocolsEnabled: true },
    });
  });

  test('an accepted risk does not fail it until its day, nor where more is there than was accepted', async () => {
    const risk = (rest: object) => ({
      checkId: 'ca.mfa.all',
      reason: 'Passwordless from May',
      acceptedBy: 'Ada',
      ...rest,
    });
    const run = async (name: string, acceptedRisks: object[]) => {
      const file = audits.path(`${name}.json`);
      writeFileSync(file, JSON.stringify({ acceptedRisks }));
      await audits.audit(`--tenant ${weak.domain} --out ${name} --format json --fail-on critical --baseline ${file}`);
      return standings(`${name}/audit.json`).get('ca.mfa.all');
    };
    expect(await run('accepted', [risk({})])).toMatchObject({
      standing: 'accepted',
      acceptance: { reason: 'Passwordless from May', acceptedBy: 'Ada', until: null },
    });
    expect(await run('until', [risk({ until: '2999-01-01' })])).toMatchObject({ standing: 'accepted' });
    expect(await run('over', [risk({ until: '2020-01-01' })])).toMatchObject({ standing: 'new', acceptance: null });
    const less = { status: 'warning', affected: [], affectedCount: 0, settings: {} };
    expect(await run('beyond', [risk({ condition: less })])).toMatchObject({
      standing: 'new',
      because: expect.stringContaining('Beyond the accepted risk. It failed, where a warning was accepted.'),
    });
  });

  test('coverage below the least ends with 3, at it with 0, and a new finding comes first', async () => {
    const run = async (rest: string) =>
      (await audits.audit(`--tenant ${weak.domain} --out low --format json ${rest}`)).code;
    expect(await run('--min-coverage 99')).toBe(3);
    expect(await run('--min-coverage 1')).toBe(0);
    expect(await run('--min-coverage 99 --fail-on critical')).toBe(1);
  });
});

describe('a baseline', () => {
  test('declares emergency accounts by name or id, who are judged as such', async () => {
    const file = audits.path('emergency.json');
    writeFileSync(file, JSON.stringify({ emergencyAccounts: [{ account: `nobody@${weak.domain}`, reason: 'Safe' }] }));
    const { code, progress } = await audits.audit(
      `--tenant ${weak.domain} --out emergency --format json --baseline ${file}`,
    );
    expect([code, progress]).toEqual([
      0,
      expect.stringContaining(`nobody@${weak.domain} of the baseline is not in this directory`),
    ]);
  });

  test.each([
    ['no JSON', '{', 'is not JSON'],
    ['a list', '[]', 'is no JSON object'],
    ['redacted', '{"tenantry":{"isRedacted":true}}', 'written with --redact'],
    ['an accepted risk without a reason', '{"acceptedRisks":[{"checkId":"ca.mfa.all"}]}', 'ca.mfa.all has no reason'],
    ['an unknown check', '{"acceptedRisks":[{"checkId":"ca.mfa","reason":"x"}]}', 'there is no check "ca.mfa"'],
    ['a day that is none', '{"acceptedRisks":[{"checkId":"ca.mfa.all","reason":"x","until":"May"}]}', 'no date'],
    ['no account', '{"emergencyAccounts":[{"reason":"x"}]}', 'has no "account"'],
    ['no list', '{"acceptedRisks":{}}', 'it is no list'],
    ['no object', '{"exemptions":[]}', 'exemptions: it is no object'],
    [
      'no name of an account',
      '{"emergencyAccounts":[{"account":"Ada"}]}',
      'neither an object id nor a user principal name',
    ],
    [
      'a risk that is accepted twice',
      '{"acceptedRisks":[{"checkId":"ca.mfa.all","reason":"x"},{"checkId":"ca.mfa.all","reason":"y"}]}',
      'ca.mfa.all is there more than once',
    ],
    [
      'a condition with a number',
      '{"acceptedRisks":[{"checkId":"ca.mfa.all","reason":"x","condition":{"status":"fail","affectedCount":1,"settings":{"a":1}}}]}',
      'a condition that cannot be read',
    ],
    ['an edited finding', '{"findings":[{"checkId":"ca.mfa.all"}]}', 'finding 1 has no check or no condition'],
  ])('that is wrong is told before anything is asked of Microsoft: %s', async (_, text, message) => {
    const file = audits.path('wrong.json');
    writeFileSync(file, text);
    const asked = audits.cloud.requestCounts().length;
    const run = audits.audit(`--tenant ${weak.domain} --out wrong --format json --baseline ${file}`);
    await expect(run).rejects.toThrow(message);
    expect(audits.cloud.requestCounts().length).toBe(asked);
  });

  test('of another organization is refused', async () => {
    const run = audits.audit(
      `--tenant alderwickclinic.example --out other --format json --baseline ${audits.path('first/audit.json')}`,
    );
    await expect(run).rejects.toThrow(/is of the directory 3f6f0b52.*, and this is 7c2d9e14/);
  });
});

describe('a folder that cannot be written to', () => {
  test('is told, and not tried for ever, where nothing can be made in it', async () => {
    const run = audits.audit(
      `--tenant ${weak.domain} --out ${relative(audits.folder, '/proc/tenantry')} --format json`,
    );
    await expect(run).rejects.toThrow('cannot be written');
  });

  test('in which a folder has the name of a file is told before any file is replaced', async () => {
    mkdirSync(audits.path('mixed/report.html'), { recursive: true });
    writeFileSync(audits.path('mixed/audit.json'), 'before');
    const run = audits.audit(`--tenant ${weak.domain} --out mixed --format json,html`);
    await expect(run).rejects.toThrow(/report\.html is a folder.*Nothing was changed/);
    expect(readdirSync(audits.path('mixed')).sort()).toEqual(['audit.json', 'report.html']);
    expect(readFileSync(audits.path('mixed/audit.json'), 'utf8')).toBe('before');
  });

  test('is told before anything is asked of Microsoft: a file', async () => {
    writeFileSync(join(audits.folder, 'a-file'), '');
    await expect(audits.audit(`--tenant ${weak.domain} --out a-file --format json`)).rejects.toThrow('--out');
  });
});
