import { listAuditTrail } from '@tenantry/contract/audit-trail';
import { listCompanyMatches, matchCompanies, searchCompanies } from '@tenantry/contract/tickets';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { suggester } from './suggest-companies.ts';
import { good, openTicketApp, type TicketApp, weak } from './testing/ticket-app.ts';

const tenant = (name: string, domain: string, verifiedDomains = '') => ({
  name,
  displayName: name,
  domain,
  verifiedDomains,
});

describe('suggestions', () => {
  const suggest = suggester([
    { id: '1', name: 'Contoso Ltd.', domain: 'contoso.com' },
    { id: '2', name: 'Contoso Manufacturing GmbH', domain: 'contoso.de' },
    { id: '3', name: 'Fabrikam', domain: '' },
    { id: '4', name: 'The Group Holding', domain: '' },
  ]);
  it('come by domain, then by name without what every company is called, then by words in common', () => {
    expect(suggest(tenant('CONTOSO, Inc', 'contoso.de'))).toEqual([
      { id: '2', name: 'Contoso Manufacturing GmbH', because: 'Same domain: contoso.de' },
      { id: '1', name: 'Contoso Ltd.', because: 'Same name' },
    ]);
  });
  it('are none where nothing fits, also where names have nothing but such words', () => {
    expect(suggest(tenant('Northwind', 'northwind.example'))).toEqual([]);
    expect(suggest(tenant('Holding Group Ltd', ''))).toEqual([]);
  });
});

describe('companies', () => {
  let world: TicketApp;
  beforeAll(async () => {
    world = await openTicketApp('autotask');
    world.double.companies.push({ id: 40, name: 'Alderwick Clinic Trust', domain: '' });
  });
  afterAll(() => world.close());

  const matches = async (query: Record<string, string> = {}) => {
    const { app, cookie, systemId } = world;
    const answer = await app.call(listCompanyMatches, { cookie, params: { systemId }, query });
    return listCompanyMatches.response.parse(answer.json);
  };
  const put = (list: { tenantId: string; companyId: string | null }[]) =>
    world.app.call(matchCompanies, {
      cookie: world.cookie,
      params: { systemId: world.systemId },
      body: { matches: list },
    });

  it('are matched by a person in bulk, which the trail tells for each tenant, and unmatched again', async () => {
    await put([{ tenantId: weak, companyId: null }]);
    // Companies that were read a moment ago are kept: a change of the system reads them again.
    await world.changeSystem({});
    const before = await matches();
    expect(before).toMatchObject({ matched: 0, companiesUnknownBecause: null });
    const suggested = before.items.filter(({ suggestions }) => suggestions.length > 0);
    expect(suggested.map(({ tenantId, suggestions }) => [tenantId, suggestions[0]?.id]).sort()).toEqual(
      [
        [weak, '12'],
        [good, '40'],
      ].sort(),
    );
    expect(before.items.every(({ company }) => company === null)).toBe(true);
    const accepted = suggested.map(({ tenantId, suggestions: [one] }) => ({ tenantId, companyId: one?.id ?? '' }));
    const answers = await Promise.all([put(accepted), put(accepted)]);
    expect(answers.reduce((sum, { json }) => sum + Number(json.changed), 0)).toBe(2);
    expect((await matches({ state: 'matched' })).items.map(({ company }) => company?.id).sort()).toEqual(['12', '40']);
    expect((await put([{ tenantId: good, companyId: null }])).json).toEqual({ changed: 1 });
    expect((await put([{ tenantId: good, companyId: null }])).json).toEqual({ changed: 0 });
    const { app, cookie } = world;
    const { entries: items } = listAuditTrail.response.parse(
      (await app.call(listAuditTrail, { cookie, query: { limit: '20' } })).json,
    );
    const told = items
      .filter(({ eventType }) => eventType.startsWith('ticket_company'))
      .map(({ eventType }) => eventType);
    expect(told.slice(0, 3)).toEqual(['ticket_company_unmatched', 'ticket_company_matched', 'ticket_company_matched']);
  });

  it('are those of the system and no others, and tenants those that there are', async () => {
    expect((await put([{ tenantId: weak, companyId: '999' }])).text).toContain('There is no such company');
    expect((await put([{ tenantId: crypto.randomUUID(), companyId: '12' }])).text).toContain('There is no such tenant');
  });

  it('are searched by a part of their name, and listed page by page', async () => {
    const { app, cookie, systemId } = world;
    const found = await app.call(searchCompanies, { cookie, params: { systemId }, query: { search: 'CLINIC' } });
    expect(found.json).toMatchObject({ companies: [{ id: '40', name: 'Alderwick Clinic Trust' }], total: 1 });
    const first = await matches({ limit: '2' });
    const second = await matches({ limit: '2', cursor: first.nextCursor ?? '' });
    expect(new Set([...first.items, ...second.items].map(({ tenantId }) => tenantId)).size).toBe(4);
    expect((await matches({ search: 'alderwick' })).items.map(({ tenantId }) => tenantId)).toEqual([good]);
  });

  it('that cannot be read are said to be unknown, and tenants are listed all the same', async () => {
    await world.changeSystem({});
    world.double.answerNext({ status: 503 }, { times: 9 });
    const answer = await matches();
    expect(answer.companiesUnknownBecause).toContain('Autotask answered 503');
    expect(answer.items.length).toBeGreaterThan(2);
  });
});
