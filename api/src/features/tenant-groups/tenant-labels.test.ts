import { changeTenantLabels } from '@tenantry/contract/tenant-groups';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type GroupApp, openGroupApp } from './testing/group-app.ts';

let app: GroupApp['app'];
let cookie: GroupApp['cookie'];
let first: GroupApp['first'];
let second: GroupApp['second'];
let everyUser: GroupApp['everyUser'];
let tag: GroupApp['tag'];
beforeEach(async () => {
  ({ app, cookie, first, second, everyUser, tag } = await openGroupApp());
});
afterEach(() => app.close());

describe('the owner of a tenant', () => {
  it('is somebody who may work in it, and tags that somebody else changed are told', async () => {
    await app.signInAs('technician', { kind: 'tenants', tenantIds: [first] });
    const worker = (await everyUser()).find(({ role }) => role === 'technician');
    const owned = await tag(first, ['gold'], cookie, { ownerId: worker?.id });
    expect(owned.json).toMatchObject({ owner: { userId: worker?.id } });
    expect((await tag(second, [], cookie, { ownerId: worker?.id })).status).toBe(400);
    // What is not named stays.
    const change = (body: object) =>
      app.call(changeTenantLabels, { cookie, tenantId: first, params: { id: first }, body });
    expect((await change({ tags: ['vip'] })).json).toMatchObject({ tags: ['vip'], owner: { userId: worker?.id } });
    expect((await change({ ownerId: null })).json).toMatchObject({ tags: ['vip'], owner: null });
    expect((await tag(first, ['other'], cookie, { expected: [] })).status).toBe(409);
  });
});
