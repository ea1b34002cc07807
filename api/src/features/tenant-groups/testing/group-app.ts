import { changeTenantLabels, createTenantGroup, type GroupRule } from '@tenantry/contract/tenant-groups';
import { listTenantSummaries } from '@tenantry/contract/tenant-summaries';
import { changeUser } from '@tenantry/contract/users';
import { createTestApp } from '../../../../testing/test-app.ts';
import type { Scope } from '../../../store/scope.ts';
import type { UserRecord } from '../../../store/users.ts';

/** The rule of a group by a tag. */
export const tagged = (value: string): GroupRule => ({ match: 'all', conditions: [{ field: 'tag', value }] });

/** The whole API with its demonstration tenants, and what tests of groups do again and again. */
export async function openGroupApp(settings: Record<string, string> = {}) {
  const app = await createTestApp(settings);
  const cookie = await app.registerAdmin();
  const [first = '', second = '', third = ''] = await app.tenantIds();
  const { stores } = app.app;

  async function everyUser(): Promise<UserRecord[]> {
    const found: UserRecord[] = [];
    for await (const id of stores.users.ids()) {
      const stored = await stores.users.get(id);
      if (stored) found.push(stored.value);
    }
    return found;
  }

  return {
    app,
    cookie,
    first,
    second,
    third,
    everyUser,
    group: (name: string, rule: GroupRule, as = cookie) =>
      app.call(createTenantGroup, { cookie: as, body: { name, rule } }),
    tag: (tenantId: string, tags: string[], as = cookie, more: object = {}) =>
      app.call(changeTenantLabels, {
        cookie: as,
        tenantId,
        params: { id: tenantId },
        body: { tags, ownerId: null, ...more },
      }),
    /** The tenants that a group holds. */
    idsOf: async (groupId: string) => (await stores.tenantGroups.get(groupId))?.value.tenantIds,
    scopeOf: async (userId: string): Promise<Scope | undefined> => (await stores.users.get(userId))?.value.scope,
    /** The tenants that the overview lists. */
    async summaries(query: Record<string, string>, as = cookie): Promise<string[]> {
      const { json } = await app.call(listTenantSummaries, { cookie: as, query });
      return (json.items as { tenantId: string }[]).map(({ tenantId }) => tenantId).sort();
    },
    /** A technician whose scope is a group, and the cookie of the session that they had before. */
    async scopedTo(groupId: string, namedIds: string[] = []): Promise<{ user: UserRecord; cookie: string }> {
      const theirs = await app.signInAs('technician', { kind: 'tenants', tenantIds: [third] });
      const user = (await everyUser()).find(({ scope }) => scope.kind === 'tenants' && scope.tenantIds.includes(third));
      if (!user) throw new Error('The technician is not there');
      const body = { groupIds: [groupId], ...(namedIds.length > 0 ? { tenantIds: namedIds } : {}) };
      const changed = await app.call(changeUser, { cookie, params: { id: user.id }, body });
      if (changed.status !== 200) throw new Error(`The scope was not given: ${changed.text}`);
      return { user, cookie: theirs };
    },
  };
}

export type GroupApp = Awaited<ReturnType<typeof openGroupApp>>;
