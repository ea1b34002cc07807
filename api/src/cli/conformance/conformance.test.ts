import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runAuditCases, runCheckCases, runTenantCase } from './audit-cases.ts';
import { listedDisagreements } from './listed-disagreements.ts';
import { runDmarcCases, runMailCases, runSpfCases } from './mail-cases.ts';
import { conformanceReport } from './report.ts';

const now = new Date('2026-09-01T00:00:00Z');
const main = fileURLToPath(new URL('../conformance.ts', import.meta.url));
const registering = (allowedToCreateApps: boolean) => ({
  authorizationPolicy: { defaultUserRolePermissions: { allowedToCreateApps } },
});
const cloudOnly = { organization: [{ onPremisesSyncEnabled: null }] };
const auditCase = (id: string, policyId: string, expected: unknown, snapshot: object, tags: string[] = []) => ({
  id,
  policyId,
  expected,
  snapshot,
  tags,
});

describe('a case of the audit', () => {
  test.each([
    ['true, and we pass', auditCase('c', 'MS.AAD.5.1v1', true, registering(false)), true],
    ['true, and we fail', auditCase('c', 'MS.AAD.5.1v1', true, registering(true)), false],
    ['false, and we fail', auditCase('c', 'MS.AAD.5.1v1', false, registering(true)), true],
    ['false, and we could not check', auditCase('c', 'MS.AAD.5.1v1', false, {}), true],
    ['false, and we pass', auditCase('c', 'MS.AAD.5.1v1', false, registering(false)), false],
    ['a status, and it is ours', auditCase('c', 'MS.AAD.5.1v1', 'fail', registering(true)), true],
    ['a status, and it is another', auditCase('c', 'MS.AAD.5.1v1', 'warning', registering(true)), false],
    ['false, and it does not apply', auditCase('c', 'entra_password_hash_sync_enabled', false, cloudOnly), false],
    [
      'not applicable by its tag',
      auditCase('c', 'entra_password_hash_sync_enabled', true, cloudOnly, ['not-applicable']),
      true,
    ],
    ['nothing that can be held', auditCase('c', 'MS.AAD.5.1v1', null, registering(false)), false],
    ['a policy that nothing decides', auditCase('c', 'MS.NONE.1', false, {}), false],
  ])('that expects %s', (_name, item, agreed) => {
    const [result] = runAuditCases([item], now);
    expect(result).toMatchObject({ id: 'c', agreed });
    expect(result?.reason === '').toBe(agreed);
    expect(result?.reason).not.toContain('\n');
  });

  test('of a check is held by its verdict exactly', () => {
    const one = (id: string, expected: string, more: object = {}) => ({
      id,
      checkId: 'ca.mfa.all',
      expected,
      snapshot: { conditionalAccessPolicies: [], securityDefaults: { isEnabled: true }, ...more },
    });
    const results = runCheckCases(
      [one('same', 'warning'), one('other', 'pass'), { ...one('unknown', 'pass'), checkId: 'ca.none' }],
      now,
    );
    expect(results.map(({ id, policy, agreed }) => [id, policy, agreed])).toEqual([
      ['same', 'ca.mfa.all', true],
      ['other', 'ca.mfa.all', false],
      ['unknown', 'ca.none', false],
    ]);
    expect(results[1]?.reason).toMatch(/^expected pass; says warning: Security defaults/);
  });

  test('of a whole tenant is held policy by policy', () => {
    const expected = [
      { policyId: 'MS.AAD.5.1v1', expected: true },
      { policyId: 'MS.AAD.5.2v1', expected: true },
    ];
    const results = runTenantCase({ id: 'tenant', expected, snapshot: registering(false) }, 'x.json', now);
    expect(results.map(({ id, agreed }) => [id, agreed])).toEqual([
      ['tenant:MS.AAD.5.1v1', true],
      ['tenant:MS.AAD.5.2v1', false],
    ]);
  });
});

describe('a case of the mail flow', () => {
  const zone = {
    'a.test': { TXT: [['v=spf1 a mx -all']], A: ['192.0.2.1'], MX: [{ priority: 1, exchange: 'mx.a.test' }] },
    'mx.a.test': { A: ['192.0.2.2'] },
    '_dmarc.a.test': { TXT: [['v=DMARC1; p=reject']] },
  };

  test('agrees by class and count of lookups, and says what differs', async () => {
    const results = await runSpfCases([
      { name: 'same', domain: 'a.test', zone, expect: 'valid', lookups: 2 },
      { name: 'class', domain: 'a.test', zone, expect: 'none' },
      { name: 'count', domain: 'a.test', zone, expect: 'valid', lookups: 3 },
    ]);
    expect(results).toEqual([
      { id: 'spf:same', policy: 'spf', agreed: true, reason: '' },
      { id: 'spf:class', policy: 'spf', agreed: false, reason: 'class: expected "none", is "valid"' },
      { id: 'spf:count', policy: 'spf', agreed: false, reason: 'lookups: expected 3, is 2' },
    ]);
  });

  test('agrees by what DMARC finds and by the names that were asked', async () => {
    const [same, other] = await runDmarcCases([
      {
        name: 'same',
        domain: 'a.test',
        zone,
        expect: { found: true, location: 'a.test', p: 'reject', applied: 'reject' },
      },
      { name: 'other', domain: 'a.test', zone, expect: { found: true, dmarcQueries: ['_dmarc.b.test'] } },
    ]);
    expect(same).toMatchObject({ agreed: true });
    expect(other).toMatchObject({ agreed: false, reason: expect.stringContaining('queries') });
  });

  test('agrees where an expected error is told as an error', async () => {
    const results = await runMailCases(
      [
        {
          name: 'same',
          domain: 'a.test',
          zone,
          expect: { spf: { result: 'valid', all: '-' }, dmarc: { valid: true } },
        },
        { name: 'code', domain: 'a.test', zone, expect: { errors: ['spf_lookup_limit_exceeded'] } },
      ],
      now,
    );
    expect(results.map(({ agreed }) => agreed)).toEqual([true, false]);
  });
});

describe('the report', () => {
  const results = [
    { id: 'one', policy: 'P', agreed: true, reason: '' },
    { id: 'two', policy: 'P', agreed: false, reason: 'because' },
  ];
  const files = [{ file: 'x.json', results }];

  test('counts by file and policy, and does not accept what is not explained', () => {
    const { text, accepted } = conformanceReport(files, new Set());
    expect(accepted).toBe(false);
    expect(text).toContain('x.json 1/2 (50%)\n  P 1/2 (50%)');
    expect(text).toContain('UNLISTED two: because');
  });

  test('accepts what is explained, and names what is settled', () => {
    const { text, accepted } = conformanceReport(files, new Set(['one', 'two']));
    expect(accepted).toBe(true);
    expect(text).toContain('listed   two: because');
    expect(text).toContain('settled  one');
  });
});

test('the page on disagreements names each case once, by its id', () => {
  expect([...listedDisagreements('- `a:b:c` — text\n\n- `d` other `e`\ntext `f`')]).toEqual(['a:b:c', 'd']);
  const page = readFileSync(new URL('../../../../docs/disagreements.md', import.meta.url), 'utf8');
  expect(listedDisagreements(page).size).toBe([...page.matchAll(/^- `/gm)].length);
});

describe('the command', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const run = (...args: string[]) => spawnSync(process.execPath, [main, ...args], { encoding: 'utf8' });

  test('runs what the folder holds, and ends with 1 where a disagreement is not listed', () => {
    const bad = auditCase('bad', 'MS.AAD.5.1v1', true, registering(true));
    writeFileSync(join(folder, 'scuba.json'), JSON.stringify([bad]));
    mkdirSync(join(folder, 'real-tenants'));
    const tenant = { id: 't', snapshot: registering(false), expected: [{ policyId: 'MS.AAD.5.1v1', expected: true }] };
    writeFileSync(join(folder, 'real-tenants', 't.json'), JSON.stringify(tenant));
    const failed = run('--cases', folder);
    expect(failed.stdout).toContain('scuba.json 0/1');
    expect(failed.stdout).toContain('real-tenants/t.json 1/1');
    expect(failed.status).toBe(1);
    const list = join(folder, 'list.md');
    writeFileSync(list, '- `bad` — known\n');
    expect(run('--cases', folder, '--list', list).status).toBe(0);
  });

  test('says which files of cases it did not run', () => {
    writeFileSync(join(folder, 'counterexamples.json'), JSON.stringify([]));
    writeFileSync(join(folder, 'of-tomorrow.json'), JSON.stringify([]));
    const { status, stdout } = run('--cases', folder);
    expect(status).toBe(0);
    expect(stdout).toContain('not run  of-tomorrow.json\n');
  });

  test('ends with 2 and a reason where there is nothing to run', () => {
    for (const args of [[], ['--cases', folder], ['--cases', join(folder, 'nowhere')], ['--unknown']]) {
      const result = run(...args);
      expect(result.status, args.join(' ')).toBe(2);
      expect(result.stderr.trim()).not.toBe('');
    }
    writeFileSync(join(folder, 'spf.json'), '{');
    expect(run('--cases', folder)).toMatchObject({ status: 2, stderr: expect.stringContaining('spf.json') });
  });
});
