import { startScan } from '@tenantry/contract/scans';
import {
  changeTenantGroup,
  deleteTenantGroup,
  type GroupRule,
  getTenantLabels,
  listTenantGroups,
} from '@tenantry/contract/tenant-groups';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { update } from '../../ports/collection.ts';
import { type GroupApp, openGroupApp, tagged } from './testing/group-app.ts';

let app: GroupApp['app'];
let cookie: GroupApp['cookie'];
let first: GroupApp['first'];
let second: GroupApp['second'];
let group: GroupApp['group'];
let tag: GroupApp['tag'];
let idsOf: GroupApp['idsOf'];
beforeEach(async () => {
  ({ app, cookie, first, second, group, tag, idsOf } = await openGroupApp());
});
afterEach(() => app.close());

describe('groups of tenants', () => {
  it('hold whom their rule fits, and follow tags at once, each tag once whatever its case', async () => {
    const { json } = await group('Gold', tagged('gold'));
    const id = String(json.id);
    expect(await idsOf(id)).toEqual([]);
    expect((await tag(first, ['Gold', 'gold', 'VIP'])).json).toMatchObject({
      tags: ['Gold', 'VIP'],
      groups: [{ id, name: 'Gold' }],
    });
    expect(await idsOf(id)).toEqual([first]);
    await tag(first, []);
    expect(await idsOf(id)).toEqual([]);
  });

  it.each<[string, GroupRule, number]>([
    ['mode', { match: 'all', conditions: [{ field: 'mode', value: 'simulated' }] }, 4],
    ['a domain that people typed', { match: 'all', conditions: [{ field: 'domain', value: 'example' }] }, 0],
    ['a license that nobody has scanned for', { match: 'all', conditions: [{ field: 'license', value: 'p2' }] }, 0],
    ['who brought them', { match: 'all', conditions: [{ field: 'provider', value: 'partner' }] }, 0],
    [
      'any of several',
      {
        match: 'any',
        conditions: [
          { field: 'tag', value: 'none' },
          { field: 'mode', value: 'simulated' },
        ],
      },
      4,
    ],
    [
      'all of several',
      {
        match: 'all',
        conditions: [
          { field: 'tag', value: 'none' },
          { field: 'mode', value: 'simulated' },
        ],
      },
      0,
    ],
  ])('by %s', async (_, rule, tenants) => {
    expect((await group('By rule', rule)).json.tenants).toBe(tenants);
  });

  it('by a domain that Microsoft has verified, or that lies beneath it', async () => {
    await update(app.app.stores.tenants, first, (one) => ({ ...one, verifiedDomains: ' mail.contoso.example ' }));
    await update(app.app.stores.tenants, second, (one) => ({ ...one, domain: 'contoso.example' }));
    const { json } = await group('Contoso', {
      match: 'all',
      conditions: [{ field: 'domain', value: '@Contoso.example' }],
    });
    expect(await idsOf(String(json.id))).toEqual([first]);
  });

  it('follow what a scan saw of a license', async () => {
    const ids = await Promise.all(
      (['none', 'p1', 'p2'] as const).map(async (value) => {
        const { json } = await group(value, { match: 'all', conditions: [{ field: 'license', value }] });
        return String(json.id);
      }),
    );
    await app.call(startScan, { cookie, body: { tenant_id: first } });
    await app.drainQueue();
    const members = await Promise.all(ids.map(idsOf));
    expect(members.flat()).toEqual([first]);
  });

  it('have names of their own, and a change that somebody has not seen is refused', async () => {
    const made = await group('Gold', tagged('gold'));
    const id = String(made.json.id);
    expect((await group('GOLD', tagged('other'))).status).toBe(409);
    const change = (revision: number, name: string) =>
      app.call(changeTenantGroup, {
        cookie,
        params: { groupId: id },
        body: { name, rule: tagged('silver'), color: 'blue', revision },
      });
    const answers = await Promise.all([change(1, 'Silver'), change(1, 'Silver too')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('are made once where two make one of the same name at once, and are gone once deleted', async () => {
    const answers = await Promise.all([group('Gold', tagged('gold')), group('gold', tagged('gold'))]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const id = String(answers.find(({ status }) => status === 201)?.json.id);
    const remove = () => app.call(deleteTenantGroup, { cookie, params: { groupId: id } });
    expect((await remove()).status).toBe(200);
    expect((await remove()).status).toBe(404);
  });

  it('are seen as far as tenants of the caller are in them, without the rule', async () => {
    const { json } = await group('Gold', tagged('gold'));
    await group('Empty', tagged('nobody has it'));
    await tag(first, ['gold']);
    await tag(second, ['gold', 'secret']);
    const viewer = await app.signInAs('viewer', { kind: 'tenants', tenantIds: [first] });
    const seen = await app.call(listTenantGroups, { cookie: viewer });
    expect(seen.json).toMatchObject({
      groups: [{ id: json.id, name: 'Gold', rule: null, tenants: 1, scopedUsers: null }],
    });
    expect(JSON.stringify(seen.json)).not.toContain('secret');
    const foreign = await app.call(getTenantLabels, { cookie: viewer, tenantId: second, params: { id: second } });
    expect(foreign.status).toBe(404);
  });
});
