import { FrameworkId } from '@tenantry/contract/framework-id';
import { describe, expect, it } from 'vitest';
import { demonstrationFacts } from '../../audit/testing/demonstration-facts.ts';
import { testNow } from '../../audit/testing/verdict-for.ts';
import { type PackOrder, packContent } from './pack-content.ts';
import { sampleOrder } from './testing/sample-order.ts';

const tenants = await demonstrationFacts();
const at = testNow.toISOString();
/** The texts of the files of a pack, by their names. */
const filesOf = async (order: PackOrder): Promise<Record<string, string>> =>
  Object.fromEntries((await packContent(order)).files.map(({ name, bytes }) => [name, bytes.toString()]));

/** Each tenant with some of the frameworks, so that every one is made once. */
const shared = tenants.map((tenant, place) => ({
  ...tenant,
  frameworks: FrameworkId.options.filter((_, index) => index % tenants.length === place),
}));

describe.each(shared)('a pack of $name', ({ id, facts, frameworks }) => {
  const order = sampleOrder(facts, at, id);

  it.each(frameworks)('is made of %s, redacted, without an original in it', async (frameworkId) => {
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
