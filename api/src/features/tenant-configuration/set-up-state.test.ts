import type { SetUpItem } from '@tenantry/contract/tenant-configuration';
import { describe, expect, it } from 'vitest';
import { type BatchAnswer, type BatchItem, GraphError } from '../../ports/graph.ts';
import { readSetUp } from './read-set-up.ts';
import { setUpItems, setUpState } from './set-up-state.ts';
import { readingRoles, setUpApps } from './set-up-table.ts';

const role = (value: string) => ({ id: `role-${value}`, value });
const principal = (id: string, more: object = {}): BatchAnswer => ({
  ok: true,
  body: { id, accountEnabled: true, ...more },
});
const refused = (status: number, code = 'Code'): BatchAnswer => ({ ok: false, failure: { status, code, message: '' } });
const list = (...value: object[]): BatchAnswer => ({ ok: true, body: { value } });
const [reader, administrator, securityReader] = readingRoles;
const roleAssignment = ({ id }: { id: string }, directoryScopeId = '/') => ({ roleDefinitionId: id, directoryScopeId });

/** A tenant that has it all, by what each call answers. */
const complete: Record<string, BatchAnswer> = {
  configurationManagement: principal('reader'),
  adminServices: principal('services'),
  exchange: principal('exchange', { appRoles: [role('Exchange.ManageAsApp')] }),
  graph: principal('graph', { appRoles: [role('Organization.Read.All')] }),
  appRoles: list(
    { appRoleId: 'role-Exchange.ManageAsApp', resourceId: 'exchange' },
    { appRoleId: 'role-Organization.Read.All', resourceId: 'graph' },
  ),
  directoryRoles: list(roleAssignment(reader)),
};
const ours = ['ConfigurationMonitoring.ReadWrite.All'];

async function judged(answers: Record<string, BatchAnswer> = {}, granted: readonly string[] = ours) {
  const asked: BatchItem[] = [];
  const batch = async (items: readonly BatchItem[]) => {
    asked.push(...items);
    const all = { ...complete, ...answers };
    return new Map(items.flatMap(({ id }) => (all[id] ? [[id, all[id]] as const] : [])));
  };
  const seen = await readSetUp({
    graph: { batch },
    applicationPermissions: async () => granted,
    signal: new AbortController().signal,
  });
  const items = setUpItems(seen);
  const find = (id: string) => items.find((one) => one.id === id) as SetUpItem;
  return { items, find, state: setUpState(items), asked };
}
const idsIn = (items: readonly SetUpItem[], state: SetUpItem['state']) =>
  items.flatMap((one) => (one.state === state ? [one.id] : []));

describe('the set-up of a tenant', () => {
  it('is complete where each principal, app role, role and our permission is there', async () => {
    const { items, state, asked } = await judged();
    expect([state, idsIn(items, 'granted').length]).toEqual(['setUp', items.length]);
    expect(items.every(({ because, notRead }) => because === null && notRead.length === 0)).toBe(true);
    expect(asked.map(({ path }) => path)).toContain(
      `/v1.0/servicePrincipals(appId='${setUpApps.configurationManagement.appId}')?$select=id,appId,accountEnabled,appRoles`,
    );
  });

  it('without the principal lacks all that is granted to it, and asks no more', async () => {
    const { items, state, asked } = await judged({ configurationManagement: refused(404) });
    expect(state).toBe('notSetUp');
    expect(idsIn(items, 'missing')).toEqual([
      'configuration-principal',
      'exchange-role',
      'teams-role',
      'directory-role',
    ]);
    expect(asked).toHaveLength(4);
  });

  it('without our permission is not set up, whatever else is there', async () => {
    const { items, state } = await judged({}, ['ConfigurationMonitoring.Read.All']);
    expect([state, idsIn(items, 'missing')]).toEqual(['notSetUp', ['own-permission']]);
  });

  it('tells the exact grant of an app role, and what cannot be read without it', async () => {
    const { find, state } = await judged({
      appRoles: list({ appRoleId: 'role-Exchange.ManageAsApp', resourceId: 'exchange' }),
    });
    expect(state).toBe('partly');
    expect(find('teams-role')).toMatchObject({
      state: 'missing',
      grant:
        'Grant the application permission Organization.Read.All of Microsoft Graph to Tenant Configuration Management',
    });
    expect(find('teams-role').notRead).toContain('Teams meeting policies');
  });

  it('takes the app role of another resource, or another role of the same, for none', async () => {
    const others = list(
      { appRoleId: 'role-Exchange.ManageAsApp', resourceId: 'graph' },
      { appRoleId: 'role-other', resourceId: 'exchange' },
    );
    const { items } = await judged({ appRoles: others });
    expect(idsIn(items, 'missing')).toEqual(['exchange-role', 'teams-role']);
  });

  it('with Security Reader reads a part, and says which settings it does not', async () => {
    const { find, state } = await judged({ directoryRoles: list(roleAssignment(securityReader)) });
    expect(state).toBe('partly');
    const { state: held, because, notRead } = find('directory-role');
    expect([held, because]).toEqual(['partial', 'It has Security Reader, which reads a part of the settings.']);
    expect(notRead).toContain('Teams meeting policies');
    expect(notRead).not.toContain('anti-phishing policies');
  });

  it('with a wider role is complete, and says that less is enough', async () => {
    const { find, state } = await judged({ directoryRoles: list(roleAssignment(administrator)) });
    expect(state).toBe('setUp');
    expect(find('directory-role').because).toMatch(/far more than is needed/);
  });

  it.each([
    ['for an administrative unit alone', roleAssignment(reader, '/administrativeUnits/1')],
    ['of another kind', roleAssignment({ id: 'another' })],
  ])('a role %s reads nothing', async (_, assignment) => {
    const { find, state } = await judged({ directoryRoles: list(assignment) });
    expect([find('directory-role').state, state]).toEqual(['missing', 'partly']);
  });

  it('a principal that is disabled does not count as there', async () => {
    const disabled: BatchAnswer = { ok: true, body: { id: 'reader', accountEnabled: false } };
    const { find, state } = await judged({ configurationManagement: disabled });
    expect([find('configuration-principal').state, state]).toEqual(['missing', 'notSetUp']);
  });
});

describe('what Microsoft does not tell', () => {
  const nobody = {
    configurationManagement: refused(403),
    adminServices: refused(403),
    exchange: refused(403),
    graph: refused(403),
  };

  it('is unknown with its reason, and neither granted nor missing', async () => {
    const { items, find, state } = await judged(nobody);
    expect([state, idsIn(items, 'missing')]).toEqual(['unknown', []]);
    expect(find('directory-role').because).toBe(
      'Microsoft refused to show it: the permission Application.Read.All may be missing.',
    );
  });

  it('does not hide what is known to be missing', async () => {
    expect((await judged(nobody, [])).state).toBe('notSetUp');
  });

  it.each([
    ['an outage', refused(503, 'ServiceUnavailable')],
    ['no answer', undefined],
    ['another shape', { ok: true, body: { value: 'none' } } as BatchAnswer],
    ['a page of more', { ok: true, body: { value: [], '@odata.nextLink': 'https://graph.test/2' } } as BatchAnswer],
  ])('is unknown after %s', async (_, answer) => {
    const { find } = await judged({ appRoles: answer as BatchAnswer, directoryRoles: answer as BatchAnswer });
    for (const id of ['exchange-role', 'teams-role', 'directory-role']) {
      expect([id, find(id).state, find(id).because]).toEqual([id, 'unknown', expect.any(String)]);
    }
  });

  it('of a tenant without a token is all unknown, and Graph is not asked', async () => {
    const seen = await readSetUp({
      graph: {
        batch: async () => {
          throw new Error('asked');
        },
      },
      applicationPermissions: async () => {
        throw new GraphError({ status: 0, code: 'NotConnected', message: '' });
      },
      signal: new AbortController().signal,
    });
    const items = setUpItems(seen);
    expect([setUpState(items), idsIn(items, 'unknown').length]).toEqual(['unknown', items.length]);
    expect(items[0]?.because).toBe('This tenant is not connected yet.');
  });

  it('is unknown where Microsoft takes longer than anybody waits at a page', async () => {
    const waiting = new AbortController();
    const { signal } = waiting;
    const seen = await readSetUp({
      graph: {
        async batch() {
          waiting.abort(new DOMException('late', 'TimeoutError'));
          throw signal.reason;
        },
      },
      applicationPermissions: async () => [],
      signal,
    });
    const items = setUpItems(seen);
    expect(setUpState(items)).toBe('unknown');
    expect(items[0]?.because).toBe('Microsoft did not answer in time.');
  });

  it('of hostile answers throws nothing', async () => {
    for (const hostile of [
      null,
      7,
      'text',
      [],
      { id: 7 },
      { id: 'reader', appRoles: 'none' },
      { value: [null, 7, []] },
    ]) {
      const answer: BatchAnswer = { ok: true, body: hostile };
      const all = Object.fromEntries(Object.keys(complete).map((id) => [id, answer]));
      expect((await judged(all)).state).not.toBe('setUp');
    }
  });
});
