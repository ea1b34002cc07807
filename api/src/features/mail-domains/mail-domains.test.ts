import { listMailDomains, type MailDomain } from '@tenantry/contract/mail-domains';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSimulatedApp, type SimulatedApp } from '../../../testing/simulated-app.ts';
import { domainStandings } from '../../audit/checks/mail/domain-standing.ts';
import { collected, type Facts } from '../../audit/facts/facts.ts';
import { keepMailDomains } from '../../domain/mail-domains/keep-mail-domains.ts';
import { every } from '../../ports/collection.ts';
import { latestAudit } from '../../store/latest-audit.ts';
import { everyTenant } from '../../store/scope.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

const weak = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';

describe('the mail domains of all tenants', () => {
  let world: SimulatedApp;
  let tenants: TenantRecords[];
  beforeAll(async () => {
    world = await openSimulatedApp();
    const ids = await world.app.tenantIds();
    for (const id of ids) await world.scan(id);
    const { stores } = world.app.app;
    tenants = (await Promise.all(ids.map((id) => stores.tenants.open(everyTenant, id)))).filter((one) => one !== null);
  });
  afterAll(() => world.close());

  const list = async (query: Record<string, string> = {}, by = world.cookie) =>
    listMailDomains.response.parse((await world.app.call(listMailDomains, { query, cookie: by })).json);
  const lacking = ['missing', 'bad', 'weak'];
  const namesOf = (items: readonly MailDomain[]) => items.map(({ domain }) => domain).toSorted();

  it.each([
    ['dns.spf', 'spf'],
    ['dns.dkim', 'dkim'],
    ['dns.dmarc', 'dmarc'],
    ['dns.mx', 'mx'],
  ] as const)('stand as %s found them in each of the four demonstration tenants', async (checkId, kind) => {
    for (const tenant of tenants) {
      const audit = await latestAudit(tenant);
      const verdict = audit?.data.verdicts.find((one) => one.checkId === checkId);
      const affected = (verdict?.affected ?? []).map(({ name }) => name).toSorted();
      const page = await list({ tenantId: tenant.tenant.id, lacks: kind, limit: '200' });
      expect([tenant.tenant.name, namesOf(page.items)]).toEqual([tenant.tenant.name, affected]);
      expect(page.total).toBe(affected.length);
      const found = page.items.every((domain) => lacking.includes(domain[kind].state));
      expect(found).toBe(true);
    }
  });

  it('without DMARC are those that dns.dmarc.published fails, by the same count everywhere', async () => {
    const failed: string[] = [];
    for (const tenant of tenants) {
      const verdicts = (await latestAudit(tenant))?.data.verdicts ?? [];
      const verdict = verdicts.find((one) => one.checkId === 'dns.dmarc.published');
      failed.push(...(verdict?.affected ?? []).map(({ name }) => name));
    }
    const page = await list({ policy: 'missing', limit: '200' });
    expect(failed.length).toBeGreaterThan(0);
    expect(namesOf(page.items)).toEqual(failed.toSorted());
    expect(page.summary.withoutDmarc).toBe(failed.length);
    expect((await list()).summary).toEqual(page.summary);
  });

  it('are listed the worst first, page by page, with tenant, policy, scan and date', async () => {
    const all = await list({ limit: '200' });
    const first = await list({ limit: '2' });
    const second = await list({ limit: '200', cursor: first.nextCursor ?? '' });
    expect([...first.items, ...second.items]).toEqual(all.items);
    expect(all.total).toBe(all.items.length);
    const [worst] = all.items;
    const best = all.items.at(-1);
    expect([worst?.dmarc.state, worst?.spf.state].every((state) => lacking.includes(state ?? ''))).toBe(true);
    expect(best?.dmarc).toMatchObject({ state: 'good', policy: 'reject' });
    expect(best?.spf.all).toBe('-');
    for (const { tenantName, tenantId, scanLogId, seenAt } of all.items) {
      expect(tenantName).not.toBe('');
      expect(scanLogId.startsWith(tenantId)).toBe(true);
      expect(Date.parse(seenAt)).toBeLessThanOrEqual(Date.now());
    }
  });

  it('are found by a part of the tenant’s name, however many tenants have it', async () => {
    const { stores } = world.app.app;
    const [model] = tenants;
    if (!model) throw new Error('There is no tenant');
    const [domain] = await every(model.mailDomains);
    if (!domain) throw new Error('It has no domain');
    const ids = Array.from({ length: 230 }, () => crypto.randomUUID());
    for (const [place, id] of ids.entries()) {
      const name = `Searched ${String(place).padStart(3, '0')}`;
      await stores.tenants.create({
        ...model.tenant,
        id,
        m365TenantId: id,
        name,
        nameKey: name.toLowerCase(),
        domain: `${id}.example`,
      });
      const own = { ...domain, id: `${id}_domain`, tenantId: id, domain: `${place}.example` };
      const tenant = await stores.tenants.open(everyTenant, id);
      if (place >= 220) await tenant?.mailDomains.create(own);
    }
    expect((await list({ search: 'searched', limit: '200' })).total).toBe(10);
    expect((await list({ search: 'searched 229' })).items.map(({ tenantId }) => tenantId)).toEqual([ids[229]]);
    for (const id of ids) {
      const tenant = await stores.tenants.open(everyTenant, id);
      await tenant?.mailDomains.delete(`${id}_domain`);
      await stores.tenants.offboarding.delete(id);
    }
  });

  it('are found by a part of the domain or of the tenant, by policy and by what they lack', async () => {
    const all = (await list({ limit: '200' })).items;
    const ofWeak = all.filter(({ tenantId }) => tenantId === weak);
    expect(ofWeak.length).toBeGreaterThan(1);
    expect(namesOf((await list({ search: 'bracken fre' })).items)).toEqual(namesOf(ofWeak));
    const domain = ofWeak[0]?.domain ?? '';
    expect(namesOf((await list({ search: domain.slice(1).toUpperCase() })).items)).toContain(domain);
    for (const policy of ['none', 'quarantine', 'reject'] as const) {
      const expected = all.filter(({ dmarc }) => dmarc.policy === policy);
      expect(namesOf((await list({ policy, limit: '200' })).items)).toEqual(namesOf(expected));
    }
    const withoutSts = all.filter(({ mtaSts }) => lacking.includes(mtaSts.state));
    expect(namesOf((await list({ lacks: 'mta-sts', limit: '200' })).items)).toEqual(namesOf(withoutSts));
    expect(all.some(({ mtaSts }) => mtaSts.state === 'good' && mtaSts.text === 'mode enforce')).toBe(true);
  });

  it('keep to the tenants of whoever asks, counts and names too; viewers do not ask', async () => {
    const technician = await world.app.signInAs('technician', { kind: 'tenants', tenantIds: [weak] });
    const mine = await list({ limit: '200' }, technician);
    expect(new Set(mine.items.map(({ tenantId }) => tenantId))).toEqual(new Set([weak]));
    expect(mine.summary.domains).toBe(mine.total);
    const foreign = tenants.find(({ tenant }) => tenant.id !== weak)?.tenant;
    expect((await list({ tenantId: foreign?.id ?? '' }, technician)).total).toBe(0);
    expect((await list({ search: foreign?.name ?? '' }, technician)).total).toBe(0);
    const nobody = await world.app.signInAs('technician', { kind: 'none' });
    expect(await list({}, nobody)).toMatchObject({
      items: [],
      total: 0,
      summary: { domains: 0, withoutDmarc: 0, unread: 0 },
    });
    const viewer = await world.app.signInAs('viewer', { kind: 'all' });
    expect((await world.app.call(listMailDomains, { cookie: viewer })).status).toBe(403);
  });

  it('are written once by two workers at once, go with the tenant’s domains, and stay where the DNS was not read', async () => {
    const [tenant] = tenants.filter((one) => one.tenant.id === weak);
    if (!tenant) throw new Error('The tenant is gone');
    const before = await every(tenant.mailDomains);
    const [kept, gone, silent] = before;
    if (!kept || !gone || !silent) throw new Error('It has fewer than three domains');
    const facts = (domains: readonly string[], dns: Facts['dns'] | undefined): Facts =>
      ({
        domains: collected(
          domains.map((id) => ({ id, isVerified: true })),
          new Date(),
        ),
        ...(dns && { dns }),
      }) as Facts;
    const failedDns = { state: 'failed', failure: { status: 0, code: 'NoDnsAnswer', message: 'No answer' } } as never;
    const scan = { id: `${weak}_scan-later`, timestamp: '2030-01-01T00:00:00.000Z' };
    await keepMailDomains(tenant, scan, facts([kept.domain], failedDns));
    await keepMailDomains(tenant, scan, facts([kept.domain], undefined));
    expect(await every(tenant.mailDomains)).toEqual(before);
    const unanswered = (domain: string) => ({
      domain,
      txt: { status: 'timeout' as const },
      dmarc: { status: 'timeout' as const },
      dkim: null,
      mx: null,
      reading: { spf: null, dmarc: null, dkim: null, mx: null },
      sending: { by: null, from: null, canAnswer: false, isOpen: false, unsure: null },
      targets: [],
    });
    const read = facts(
      [kept.domain, silent.domain, 'new.example'],
      collected(['new.example', silent.domain].map(unanswered), new Date()),
    );
    expect(domainStandings(read)?.map(({ wasRead }) => wasRead)).toEqual([false, false]);
    await Promise.all([keepMailDomains(tenant, scan, read), keepMailDomains(tenant, scan, read)]);
    const after = await every(tenant.mailDomains);
    expect(after.map(({ domain }) => domain).toSorted()).toEqual(
      [kept.domain, 'new.example', silent.domain].toSorted(),
    );
    expect(after.find(({ domain }) => domain === silent.domain)).toEqual(silent);
    expect(after.find(({ domain }) => domain === kept.domain)).toEqual(kept);
    const fresh = after.find(({ domain }) => domain === 'new.example');
    expect(fresh).toMatchObject({
      spfState: 'unknown',
      dmarcState: 'unknown',
      policy: 'unknown',
      seenAt: scan.timestamp,
    });
    expect(fresh?.spf.text).toBe('its TXT records were not read');
  });

  it('of a simulation go with it when the tenant goes live', async () => {
    const [tenant] = tenants;
    if (!tenant) throw new Error('There is no tenant');
    const results = tenant.results.map(({ collection, simulated }) =>
      collection.query({ where: simulated, limit: 200 }),
    );
    const ids = (await Promise.all(results)).flatMap(({ items }) => items.map(({ id }) => id));
    const domains = await every(tenant.mailDomains);
    expect(domains.length).toBeGreaterThan(0);
    for (const { id } of domains) expect(ids).toContain(id);
  });
});
