import { FrameworkId } from '@tenantry/contract/framework-id';
import { describe, expect, it } from 'vitest';
import { type DatasetFailed, factOf } from '../../audit/facts/facts.ts';
import type { JsonObject } from '../../audit/facts/json-reader.ts';
import { configurationDatasets } from '../../audit/facts/tenant-configuration.ts';
import { factsFromSnapshot } from '../../audit/snapshot/snapshot.ts';
import { demonstrationFacts } from '../../audit/testing/demonstration-facts.ts';
import { testNow } from '../../audit/testing/verdict-for.ts';
import { NoPackError } from './evidence-snapshot.ts';
import { type PackOrder, packContent } from './pack-content.ts';
import { sampleOrder } from './testing/sample-order.ts';

const tenants = await demonstrationFacts();
const at = testNow.toISOString();
const microsofts = 'Tenant Configuration Management';
/** The texts of the files of a pack, by their names. */
const filesOf = async (order: PackOrder): Promise<Record<string, string>> =>
  Object.fromEntries((await packContent(order)).files.map(({ name, bytes }) => [name, bytes.toString()]));

/** Refused data is told in sentences of ours, which name an application of Microsoft that the tenant has too. */
const refused = Object.fromEntries(
  configurationDatasets.map((name) => [
    name,
    {
      state: 'failed' as const,
      fetchedAt: at,
      reason: 'notPermitted' as const,
      status: 403,
      code: 'Forbidden',
      message: '',
    },
  ]),
);

describe.each(tenants)('a pack of $name', ({ id, facts }) => {
  const order = sampleOrder({ ...facts, ...refused }, at, id);

  it.each(FrameworkId.options)('is made of %s, redacted, without an original in it', async (frameworkId) => {
    // It throws where verdicts differ or a name is left.
    const { files, head } = await packContent({ ...order, frameworkId });
    expect(head.framework.id).toBe(frameworkId);
    expect(files.map(({ name }) => name)).toEqual([
      ...['README.txt', 'evidence.html', 'controls.json', 'controls.csv', 'verdicts.json', 'snapshot.json'],
    ]);
  });
});

describe('a pack', () => {
  const [first] = tenants;
  const order = sampleOrder(first?.facts, at);

  it('is not made where the data that is kept gives other verdicts than the audit tells', async () => {
    const [verdict, ...rest] = order.audit.data.verdicts;
    if (!verdict) throw new Error('There are no verdicts');
    const verdicts = [{ ...verdict, status: 'pass' as const, message: 'All is well' }, ...rest];
    const audit = { ...order.audit, data: { ...order.audit.data, verdicts } };
    await expect(packContent({ ...order, audit })).rejects.toThrow(/judged by an earlier version/);
    await expect(packContent({ ...order, kept: null })).rejects.toThrow(/Scan the tenant/);
    const kept = order.kept && { ...order.kept, scanLogId: 'another' };
    await expect(packContent({ ...order, kept })).rejects.toThrow(/Scan the tenant/);
  });

  it('with a name left in it is not made, and says how many there are and whom to tell, and none of them', async () => {
    const roles = first?.facts.roles;
    if (roles?.state !== 'ok') throw new Error('Nobody holds a role');
    const [account, ...accounts] = roles.value.accounts;
    if (!account) throw new Error('Nobody holds a role');
    const named = {
      ...roles,
      value: { ...roles.value, accounts: [{ ...account, name: 'Larkspurworks' }, ...accounts] },
    };
    // The code of a failure stays as Microsoft gave it.
    const riskyUsers = { ...refused.acceptedDomains, state: 'failed' as const, code: 'Larkspurworks' } as DatasetFailed;
    const leaking = sampleOrder({ ...first?.facts, roles: named, riskyUsers }, at);
    const error = await packContent({ ...leaking, frameworkId: 'cis-m365' }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NoPackError);
    const { message } = error as NoPackError;
    expect(message).toMatch(/^1 name or id of the organization is left .*\(snapshot\.json, verdicts\.json\)/);
    expect(message).toContain(`Report this to the developers of Tenantry, with the id of the pack: ${leaking.packId}`);
    expect(message).not.toMatch(/Larkspurworks|whole/);
    await expect(packContent({ ...leaking, form: 'whole' })).resolves.toBeDefined();
  });

  it('keeps the names of Microsoft’s own applications, and of no others', async () => {
    const { facts } = tenants.find((one) => JSON.stringify(one.facts).includes(microsofts)) ?? {};
    if (facts?.roles?.state !== 'ok') throw new Error('No tenant has it');
    const [account, ...accounts] = facts.roles.value.accounts;
    const person = account && { ...account, name: microsofts };
    const roles = { ...facts.roles, value: { ...facts.roles.value, accounts: person ? [person, ...accounts] : [] } };
    const { 'snapshot.json': snapshot = '' } = await filesOf(sampleOrder({ ...facts, roles }, at));
    const redacted = factsFromSnapshot(JSON.parse(snapshot) as JsonObject, testNow).facts;
    expect(factOf(redacted, 'privilegedApplications')?.map(({ name }) => name)).toContain(microsofts);
    expect(factOf(redacted, 'roles')?.accounts.map(({ name }) => name)).not.toContain(microsofts);
  });

  it('withholds the reason of an accepted risk that names somebody, and says so, unless the snapshot is whole', async () => {
    const users = first?.facts.users;
    const upn = users?.state === 'ok' ? users.value.accounts.find((one) => one.upn)?.upn : null;
    if (!upn) throw new Error('No account has a name');
    const condition = { status: 'fail' as const, affected: [], affectedCount: 0, settings: {} };
    const ends = new Date(testNow.getTime() + 1e9).toISOString();
    const said = { reason: `${upn} needs it`, acceptedBy: 'Jane', isByClient: true as const };
    const acceptance = { ...said, acceptedAt: at, expiresAt: ends, condition };
    const risk = { checkId: 'ca.mfa.all', title: 'MFA is missing', acceptance };
    const asked = { ...order, frameworkId: 'cis-m365' as const, findings: [risk] };
    const redacted = await filesOf(asked);
    expect(redacted['controls.json']).toContain('Withheld: it names somebody');
    expect(redacted['controls.json']).toContain('"acceptedBy": "Jane"');
    expect(redacted['evidence.html']).not.toContain(upn);
    const whole = await filesOf({ ...asked, form: 'whole' });
    expect(whole['controls.json']).toContain(`${upn} needs it`);
    const over = { ...risk, acceptance: { ...acceptance, expiresAt: at } };
    const later = await filesOf({ ...asked, form: 'whole', findings: [over] });
    expect(later['controls.json']).not.toContain('needs it');
  });

  it('names nobody of the staff, and tells none of its reasons, unless the snapshot is whole', async () => {
    const condition = { status: 'fail' as const, affected: [], affectedCount: 0, settings: {} };
    const ends = new Date(testNow.getTime() + 1e9).toISOString();
    const said = { reason: 'They never pay for it', acceptedBy: 'Tess Turner', acceptedAt: at, expiresAt: ends };
    const risk = { checkId: 'ca.mfa.all', title: 'MFA is missing', acceptance: { ...said, condition } };
    const asked = { ...order, frameworkId: 'cis-m365' as const, findings: [risk], madeBy: 'tess@msp.example' };
    const { head } = await packContent(asked);
    expect(head.madeBy).toBe('Northwind IT');
    const files = await filesOf(asked);
    for (const text of Object.values(files)) expect(text).not.toMatch(/Tess|tess@|never pay/);
    expect(files['controls.json']).toContain('"acceptedBy": "Northwind IT"');
    expect(files['controls.csv']).toContain('Not given in a redacted pack');
    expect(files['README.txt']).toContain(' by Northwind IT\n');
    expect((await packContent({ ...asked, provider: null })).head.madeBy).toBe('the service provider');
    const whole = await filesOf({ ...asked, form: 'whole' });
    expect(whole['controls.json']).toContain('"acceptedBy": "Tess Turner"');
    expect(whole['controls.json']).toContain('They never pay for it');
    expect(whole['evidence.html']).toContain('by tess@msp.example');
  });

  it('of a tenant with a hostile name shows it as text', async () => {
    const tenant = { ...order.tenant, name: '<script>alert(1)</script>=cmd' };
    const page = (await filesOf({ ...order, tenant, form: 'whole' }))['evidence.html'];
    expect(page).toContain('&lt;script&gt;');
    expect(page).not.toContain('<script');
  });

  it('holds the tool that judges it again where the product was built', async () => {
    const { files } = await packContent({ ...order, form: 'whole', evaluateTool: Buffer.from('tool') });
    expect(files.at(-1)?.name).toBe('evaluate.mjs');
    expect(files[0]?.bytes.toString()).toContain('node evaluate.mjs --snapshot snapshot.json');
    expect((await filesOf({ ...order, form: 'whole' }))['README.txt']).not.toContain('evaluate.mjs');
  });
});
