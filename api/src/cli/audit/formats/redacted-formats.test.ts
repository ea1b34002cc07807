import { readFileSync, writeFileSync } from 'node:fs';
import { createSimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { remedies } from '../../../audit/findings/remedies/remedies.ts';
import { guidPattern, isConstantId } from '../../../audit/snapshot/redaction/constant-ids.ts';
import { leaksOf } from '../../../audit/snapshot/redaction/leaks.ts';
import type { Originals } from '../../../audit/snapshot/redaction/stand-ins.ts';
import { pdfText } from '../../../features/reports/testing/pdf-text.ts';
import { good, openAudits, weak } from '../testing/audited.ts';
import { articleText } from './article-text.ts';
import type { FormatName } from './format-names.ts';

const files = {
  json: 'audit.json',
  csv: 'findings.csv',
  html: 'report.html',
  sarif: 'results.sarif',
  junit: 'junit.xml',
  snapshot: 'snapshot.json',
  pdf: 'report.pdf',
} as const satisfies Record<FormatName, string>;
const everyFormat = Object.keys(files).join(',');

let audits: Awaited<ReturnType<typeof openAudits>>;
beforeAll(async () => {
  const cloud = createSimulatedCloud({ now: () => new Date() });
  // Names that markup, patterns and our own words might let slip through.
  const rename = (user: number, displayName: string) =>
    cloud.changeTenant(weak.id, { kind: 'account', user, set: { displayName } });
  for (const [index, name] of [
    'O"Brien & <Söhne> .*+?^$',
    'Ægir \\u0041 Øst',
    'Bracken Freight',
    "d'Arc; --",
  ].entries())
    rename(index + 3, name);
  cloud.changeTenant(weak.id, {
    kind: 'policy',
    policyId: '9b1f0c1e-7777-4000-8000-0000000000aa',
    set: {
      id: '9b1f0c1e-7777-4000-8000-0000000000aa',
      displayName: 'Pilot of Zwiebelturm & Co <brackenfreight.example>',
      state: 'enabledForReportingButNotEnforced',
      conditions: {
        users: { includeUsers: ['All'] },
        applications: { includeApplications: ['All'] },
        clientAppTypes: ['all'],
      },
      grantControls: { operator: 'OR', builtInControls: ['mfa'] },
    },
  });
  audits = await openAudits(cloud);
});
afterAll(() => audits.close());

const named = /^(displayName|name|upn|userPrincipalName|mail|givenName|surname)$/;

/** What stands in the facts of an audit that was not redacted: gathered without the code that redacts. */
function originalsIn(snapshot: Record<string, unknown>): Originals {
  const { facts, tenant } = snapshot as { facts: Record<string, { value?: unknown }>; tenant: { name: string } };
  const originals: Originals = {
    ids: new Set(),
    addresses: new Set(),
    domains: new Set(),
    names: new Set([tenant.name]),
  };
  // Controls and roles have Microsoft's names.
  const {
    secureScores: _scores,
    secureScoreControlProfiles: _controls,
    subscribedSkus: products,
    groupSettings: _settings,
    ...own
  } = facts;
  const walk = (value: unknown, key: string): void => {
    if (Array.isArray(value)) for (const item of value) walk(item, key);
    else if (typeof value === 'object' && value !== null)
      for (const [name, item] of Object.entries(value)) walk(item, name);
    else if (typeof value === 'string') {
      for (const id of value.match(guidPattern) ?? []) if (!isConstantId(id)) originals.ids.add(id);
      if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) originals.addresses.add(value);
      else if (named.test(key)) originals.names.add(value);
    }
  };
  walk(own, '');
  // Products have the same ids in every tenant.
  for (const id of JSON.stringify(products ?? null).match(guidPattern) ?? []) originals.ids.delete(id);
  for (const domain of (facts.domains?.value ?? []) as { id: string }[]) originals.domains.add(domain.id);
  return originals;
}

/** Of a PDF both its pages and what stands around them: title, author, structure. */
function textOf(path: string): string {
  const bytes = readFileSync(path);
  return path.endsWith('.pdf') ? `${pdfText(bytes).text}\n${bytes.toString('latin1')}` : bytes.toString('utf8');
}

const own = remedies.map(({ id }) => articleText(id));
const leaks = (path: string, originals: Originals) => leaksOf(textOf(path), originals, own);

test.each([
  ['the weak tenant, with hostile names', weak.domain],
  ['the good tenant', good.domain],
  ['the tenant without licenses', 'tidewellmotors.example'],
  ['the mixed tenant', 'quarrystone.example'],
])(
  '%s: no redacted file has a name, address, id or domain of it, and those that are not redacted do',
  async (_, domain) => {
    await audits.audit(`--tenant ${domain} --out ${domain}/open --format ${everyFormat}`);
    const originals = originalsIn(audits.json(`${domain}/open/snapshot.json`));
    expect([originals.ids.size, originals.addresses.size, originals.names.size].every((size) => size > 2)).toBe(true);
    const baseline = audits.path(`${domain}/baseline.json`);
    const { findings = [] } = audits.json(`${domain}/open/audit.json`) as {
      findings?: { checkId: string; condition: { affectedCount: number } }[];
    };
    const [first, ...rest] = findings;
    const [account = ''] = originals.addresses;
    const acceptedRisks = [
      { checkId: first?.checkId, reason: `Agreed with ${account} of ${domain}`, acceptedBy: account },
    ];
    const smaller = rest.map((one) => ({
      ...one,
      condition: { ...one.condition, affectedCount: 0, affected: [], settings: {} },
    }));
    writeFileSync(
      baseline,
      JSON.stringify({
        findings: smaller,
        acceptedRisks,
        emergencyAccounts: [{ account, reason: `Safe of ${domain}` }],
      }),
    );
    const { code } = await audits.audit(
      `--tenant ${domain} --out ${domain}/redacted --redact --format ${everyFormat} --baseline ${baseline}`,
    );
    expect(code).toBe(0);
    for (const file of Object.values(files)) {
      expect(leaks(audits.path(`${domain}/redacted/${file}`), originals), file).toEqual([]);
      expect(leaks(audits.path(`${domain}/open/${file}`), originals).length, file).toBeGreaterThan(0);
    }
  },
  60_000,
);

test('the redacted snapshot is judged as the audit was, and two audits have other stand-ins', async () => {
  const run = (out: string) => audits.audit(`--tenant ${good.domain} --out ${out} --redact --format json,snapshot`);
  await run('one');
  await run('two');
  const shape = (name: string) =>
    (audits.json(name).verdicts as { checkId: string; status: string; affectedCount: number }[]).map((one) => [
      one.checkId,
      one.status,
      one.affectedCount,
    ]);
  expect(shape('one/audit.json')).toEqual(shape('two/audit.json'));
  expect(audits.json('one/audit.json').tenant).not.toEqual(audits.json('two/audit.json').tenant);
});

test('a redacted file is no baseline', async () => {
  await audits.audit(`--tenant ${good.domain} --out hidden --redact --format json`);
  const run = audits.audit(
    `--tenant ${good.domain} --out x --format json --baseline ${audits.path('hidden/audit.json')}`,
  );
  await expect(run).rejects.toThrow('written with --redact');
});
