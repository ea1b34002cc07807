import type { DirectoryUser } from '@tenantry/contract/users';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { apiError, contoso, type FakeServer, fabrikam, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { gold } from '../../testing/tenant-groups.ts';
import { usersQuery } from './users-queries.ts';

const list = '/api/admin/users';
const ada: DirectoryUser = {
  id: 'first-admin',
  username: 'ada',
  displayName: 'Ada Lovelace',
  email: 'ada@msp.example',
  jobTitle: null,
  source: 'local',
  isClient: false,
  signsInHere: true,
  role: 'admin',
  roleSource: 'manual',
  roleUnknownBecause: null,
  tenantId: null,
  tenantName: null,
  scope: { kind: 'all', tenants: [], tenantCount: 0, groupIds: [] },
  hasLocalAuth: true,
  accountEnabled: true,
  isMfaEnforced: null,
  mfaUnknownBecause: 'A local user has no Microsoft account.',
  isLicensed: null,
  licenseUnknownBecause: 'A local user has no Microsoft account.',
};
const grace: DirectoryUser = {
  ...ada,
  id: 'user-00000000-0000-4000-8000-000000000001',
  username: 'grace',
  displayName: 'Grace Hopper',
  email: 'grace@msp.example',
  role: 'technician',
  tenantId: contoso.id,
  tenantName: 'Contoso',
  scope: {
    kind: 'tenants',
    tenants: [contoso, fabrikam].map(({ id, name }) => ({ id, name })),
    tenantCount: 2,
    groupIds: [],
  },
};
const account = (n: number, fields: Partial<DirectoryUser>): DirectoryUser => ({
  ...ada,
  id: `${contoso.id}_00000000-0000-4000-8000-00000000000${n}`,
  username: `account${n}@contoso.example`,
  displayName: `Account ${n}`,
  source: 'm365',
  isClient: false,
  signsInHere: false,
  role: 'viewer',
  roleSource: 'default',
  tenantId: contoso.id,
  tenantName: 'Contoso',
  scope: null,
  hasLocalAuth: false,
  mfaUnknownBecause: null,
  licenseUnknownBecause: null,
  ...fields,
});

type Body = { items: DirectoryUser[]; lastAdministratorId?: string | null; nextCursor?: string };
const answer = ({ items, lastAdministratorId = null, ...rest }: Body, counts: object = {}) =>
  json({
    items,
    total: items.length,
    countUnknownBecause: null,
    counts: { total: 120, signIn: 2, local: 2, m365: 118, m365AtLeast: 118, unknownBecause: null, ...counts },
    lastAdministratorId,
    ...rest,
  });
const serverWith = (...items: DirectoryUser[]) => signedInServer().on(`GET ${list}`, () => answer({ items }));
const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }));
const sent = (server: FakeServer, method: string, path = list) =>
  server.requestsTo(path).filter((request) => request.method === method);
const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr') as HTMLElement);
const cardOf = (name: string) => screen.getByRole('group', { name }).querySelector('p')?.textContent;

describe('the users', () => {
  test('are listed with source, role, tenant and status, beside their counts', async () => {
    renderApp(
      '/admin/users',
      serverWith(
        ada,
        grace,
        account(1, { isMfaEnforced: true, isLicensed: true }),
        account(2, { isMfaEnforced: false, isLicensed: false }),
        account(3, { isMfaEnforced: true, isLicensed: false }),
        account(4, { isMfaEnforced: null, mfaUnknownBecause: 'No consent.', isLicensed: true }),
        { ...grace, id: 'user-2', displayName: 'No Password', hasLocalAuth: false },
        { ...grace, id: 'user-3', displayName: 'Switched Off', accountEnabled: false },
      ),
    );
    const texts = async (name: string) => (await screen.findByText(name)).closest('tr')?.textContent;
    expect(await texts('Ada Lovelace')).toContain('LocalAdminAll tenantsActive');
    expect(await texts('Grace Hopper')).toContain('LocalTechnicianContoso and 1 moreActive');
    expect(await texts('Account 1')).toContain('M365No accessContosoSecure');
    expect(await texts('Account 2')).toContain('At Risk');
    expect(await texts('Account 3')).toContain('Review');
    expect(await texts('Account 4')).toContain('Not known');
    expect(await texts('No Password')).toContain('No Auth');
    expect(await texts('Switched Off')).toContain('Disabled');
    expect([cardOf('Total'), cardOf('Local'), cardOf('M365')]).toEqual(['120', '2', '118']);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Admin Panel - Users');
    expect(screen.getByRole('link', { name: 'Users', current: 'page' })).toBeDefined();
  });

  test('that are not all known of are counted as at least so many, with the reason', async () => {
    const unknownBecause = 'The directory of 1 tenant has not been synchronized yet.';
    const server = signedInServer().on(`GET ${list}`, () =>
      answer({ items: [ada] }, { total: null, m365: null, m365AtLeast: 7, unknownBecause }),
    );
    renderApp('/admin/users', server);
    await screen.findByText('Ada Lovelace');
    expect([cardOf('Total'), cardOf('M365')]).toEqual(['9+', '7+']);
    expect(screen.getAllByText(unknownBecause)).toHaveLength(2);
  });

  test('tell in a tooltip where a role comes from', async () => {
    const mapped = account(1, { role: 'admin', roleSource: 'mapped' });
    const { user } = renderApp('/admin/users', serverWith(ada, mapped, account(2, {})));
    for (const [name, role, text] of [
      ['Ada Lovelace', 'Admin', 'Manually assigned'],
      ['Account 1', 'Admin', 'Mapped from M365 directory roles. This account does not sign in to Tenantry.'],
      ['Account 2', 'No access', 'This account does not sign in to Tenantry.'],
    ] as const) {
      await user.hover((await rowOf(name)).getByText(role));
      await screen.findByText(text);
      await user.unhover((await rowOf(name)).getByText(role));
    }
  });

  test('are searched and filtered on the server, and the filters stand in the address', async () => {
    const server = serverWith(ada);
    const { user, router } = renderApp('/admin/users?source=m365&search=gra', server);
    await screen.findByText('Ada Lovelace');
    expect(Object.fromEntries(server.requestsTo(list).at(-1)?.query ?? [])).toMatchObject({
      source: 'm365',
      search: 'gra',
    });
    await user.selectOptions(screen.getByLabelText('Role'), 'admin');
    await user.selectOptions(screen.getByLabelText('Source'), 'local');
    await user.clear(screen.getByLabelText('Search users'));
    await user.type(screen.getByLabelText('Search users'), 'Ada');
    await waitFor(() =>
      expect(Object.fromEntries(server.requestsTo(list).at(-1)?.query ?? [])).toMatchObject({
        source: 'local',
        role: 'admin',
        search: 'Ada',
      }),
    );
    expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
      source: 'local',
      role: 'admin',
      search: 'Ada',
    });
  });

  test('come page by page, also where they are not counted', async () => {
    const server = signedInServer().on(`GET ${list}`, ({ query }) =>
      query.has('cursor') ? answer({ items: [grace] }) : answer({ items: [ada], nextCursor: 'next' }, {}),
    );
    const { user } = renderApp('/admin/users', server);
    await user.click(await screen.findByRole('button', { name: 'Load more' }));
    await screen.findByText('Grace Hopper');
    expect(server.requestsTo(list).at(-1)?.query.get('cursor')).toBe('next');
  });

  test('that are refused are asked for once', async () => {
    const refused = signedInServer().on(`GET ${list}`, () => apiError('FORBIDDEN', 'This needs the role admin'));
    renderApp('/admin/users', refused);
    await screen.findByText(/This needs the role admin/);
    expect(refused.requestsTo(list)).toHaveLength(1);
  });

  test.each([
    [401, 0],
    [403, 0],
    [500, 3],
    [503, 3],
    [0, 3],
  ])('that could not be loaded for status %s are asked for again %s times', (status, times) => {
    const { retry } = usersQuery({ source: 'all', role: 'all' });
    const error = new ApiError('It failed', { status });
    if (typeof retry !== 'function') throw new Error('The query does not say when it is tried again');
    let failures = 0;
    while (retry(failures, error)) failures += 1;
    expect(failures).toBe(times);
  });

  test('are added, a technician by default, once somebody has said which tenants they see', async () => {
    const server = serverWith(ada).on(`POST ${list}`, () => json(grace, 201));
    const { user } = renderApp('/admin/users', server);
    await user.click(await screen.findByRole('button', { name: 'Add Local User' }));
    const dialog = await dialogOf('Add Local User');
    const submit = dialog.getByRole('button', { name: 'Create User' }) as HTMLButtonElement;
    expect(submit.disabled).toBe(true);
    await user.type(dialog.getByLabelText(/^Username/), 'g');
    await dialog.findByText('Username must be at least 3 characters');
    await user.type(dialog.getByLabelText(/^Username/), 'race');
    await user.type(dialog.getByLabelText(/^Email/), 'grace@msp.example');
    await user.type(dialog.getByLabelText(/^Display name/), 'Grace Hopper');
    await user.type(dialog.getByLabelText(/^Password\W*$/), 'Qu1et!harbor');
    await user.type(dialog.getByLabelText(/^Confirm password/), 'Qu1et!harbo');
    await dialog.findByText("Passwords don't match");
    expect(submit.disabled).toBe(true);
    await user.type(dialog.getByLabelText(/^Confirm password/), 'r');
    const roles = within(dialog.getByLabelText(/^Role/)).getAllByRole('option');
    expect(roles.map(({ textContent }) => textContent)).toEqual(['Technician', 'Admin']);
    const scopes = dialog.getAllByRole<HTMLInputElement>('radio');
    expect(scopes.map(({ checked }) => checked)).toEqual([false, false, false]);
    expect(submit.disabled).toBe(true);
    await user.click(dialog.getByLabelText('All tenants, those that are added later too'));
    await user.click(submit);
    await screen.findByText('User Created');
    expect(sent(server, 'POST')[0]?.body).toMatchObject({
      username: 'grace',
      email: 'grace@msp.example',
      displayName: 'Grace Hopper',
      role: 'technician',
      password: 'Qu1et!harbor',
      tenantId: null,
      authType: 'local',
    });
  });

  test('are edited: role with what it may do, tenants searched on the server, account', async () => {
    const found = { items: [{ id: fabrikam.id, name: 'Fabrikam', domain: fabrikam.domain }], total: 1 };
    const server = serverWith(ada, { ...grace, scope: { kind: 'all', tenants: [], tenantCount: 0, groupIds: [] } })
      .on(`PUT ${list}/${grace.id}`, () => json(grace))
      .on('GET /api/admin/user-tenants', () => json(found));
    const { user } = renderApp('/admin/users', server);
    await user.click(await screen.findByRole('button', { name: 'Edit Grace Hopper' }));
    const dialog = await dialogOf('Edit Grace Hopper');
    expect((dialog.getByRole('button', { name: 'Save' }) as HTMLButtonElement).disabled).toBe(true);
    expect(dialog.getByRole('list', { name: 'What the role Technician may do' }).textContent).toContain(
      'Cannot create or delete users',
    );
    await user.selectOptions(dialog.getByLabelText(/^Role/), 'viewer');
    expect(dialog.getByRole('list', { name: 'What the role Viewer may do' }).textContent).toContain('Read-only');
    await user.click(dialog.getByLabelText('Only chosen tenants'));
    await user.type(dialog.getByRole('combobox', { name: 'Chosen tenants' }), 'fab');
    await waitFor(() => expect(server.requestsTo('/api/admin/user-tenants').at(-1)?.query.get('search')).toBe('fab'));
    await user.click(await screen.findByText(`Fabrikam (${fabrikam.domain})`));
    await user.click(dialog.getByRole('switch', { name: 'Account enabled' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('User Updated');
    expect(sent(server, 'PUT', `${list}/${grace.id}`)[0]?.body).toEqual({
      role: 'viewer',
      tenantIds: [fabrikam.id],
      disabled: true,
    });
  });

  test('are given a group by its own name, whichever groups stand before it', async () => {
    const silver = { ...gold, id: '88888888-0000-4000-8000-000000000000', name: 'Silver' };
    const server = serverWith(ada, { ...grace, scope: { kind: 'all', tenants: [], tenantCount: 0, groupIds: [] } })
      .on(`PUT ${list}/${grace.id}`, () => json(grace))
      .on('GET /api/admin/tenant-groups', () => json({ groups: [gold, silver] }));
    const { user } = renderApp('/admin/users', server);
    await user.click(await screen.findByRole('button', { name: 'Edit Grace Hopper' }));
    const dialog = await dialogOf('Edit Grace Hopper');
    await user.click(dialog.getByLabelText('Tenants of chosen groups, whichever they are at the time'));
    await user.click(await dialog.findByText('Silver (2 tenants)'));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('User Updated');
    expect(sent(server, 'PUT', `${list}/${grace.id}`)[0]?.body).toEqual({ groupIds: [silver.id] });
  });

  test('whose change fails say so, with the words of the server', async () => {
    const message = 'This is the last admin of all tenants and cannot be demoted.';
    const server = serverWith(ada).on(`PUT ${list}/${ada.id}`, () => apiError('CONFLICT', message));
    const { user } = renderApp('/admin/users', server);
    await user.click(await screen.findByRole('button', { name: 'Edit Ada Lovelace' }));
    const dialog = await dialogOf('Edit Ada Lovelace');
    await user.selectOptions(dialog.getByLabelText(/^Role/), 'viewer');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('Update Failed');
    expect(screen.getAllByText(message).length).toBeGreaterThan(0);
  });

  test('get a new password once all of its rules hold and it is confirmed', async () => {
    const path = '/api/admin/reset-password';
    const server = serverWith(ada, grace).on(`POST ${path}`, () => json({ success: true }));
    const { user } = renderApp('/admin/users', server);
    await user.click(await screen.findByRole('button', { name: 'Reset password of Grace Hopper' }));
    const dialog = await dialogOf('Reset password of Grace Hopper');
    const submit = dialog.getByRole('button', { name: 'Reset Password' }) as HTMLButtonElement;
    await user.type(dialog.getByLabelText(/^New password/), 'Qu1etharbor');
    await user.type(dialog.getByLabelText(/^Confirm password/), 'Qu1etharbor');
    expect(submit.disabled).toBe(true);
    await user.type(dialog.getByLabelText(/^New password/), '!');
    expect(submit.disabled).toBe(true);
    await user.type(dialog.getByLabelText(/^Confirm password/), '!');
    await user.click(submit);
    await screen.findByText('Password Reset Successfully');
    expect(sent(server, 'POST', path)[0]?.body).toEqual({ userId: grace.id, newPassword: 'Qu1etharbor!' });
  });

  test('get a one-time link, shown once and copied', async () => {
    const url = `http://localhost:4280/reset-password#${grace.id}.${'x'.repeat(43)}`;
    const server = serverWith(grace).on('POST /api/admin/initiate-reset', () =>
      json({
        success: true,
        url,
        expiresAt: '2030-01-01T00:00:00.000Z',
        user: { id: grace.id, username: 'grace', displayName: 'Grace Hopper' },
      }),
    );
    const { user } = renderApp('/admin/users', server);
    await user.click(await screen.findByRole('button', { name: 'Reset password of Grace Hopper' }));
    const dialog = await dialogOf('Reset password of Grace Hopper');
    await user.click(dialog.getByRole('button', { name: 'Create One-Time Link' }));
    await dialog.findByText(url);
    expect(sent(server, 'POST', '/api/admin/initiate-reset')[0]?.body).toEqual({ email: grace.email });
    await user.click(dialog.getByRole('button', { name: 'Copy: One-time link' }));
    expect(await navigator.clipboard.readText()).toBe(url);
  });

  test('who lost their authenticator app have it removed, after a question', async () => {
    const path = `/api/admin/users/${grace.id}/authenticator`;
    const server = serverWith(grace).on(`DELETE ${path}`, () => json({ success: true }));
    const { user } = renderApp('/admin/users', server);
    await user.click(await screen.findByRole('button', { name: 'Reset password of Grace Hopper' }));
    const dialog = await dialogOf('Reset password of Grace Hopper');
    await user.click(dialog.getByRole('button', { name: 'Remove Authenticator App' }));
    const remove = await screen.findByRole('button', { name: 'Remove', hidden: true });
    expect(sent(server, 'DELETE', path)).toHaveLength(0);
    await user.click(remove);
    await screen.findByText('Authenticator App Removed');
    expect(sent(server, 'DELETE', path)).toHaveLength(1);
  });

  test('are deleted after a question; the last admin cannot be', async () => {
    let answers = () => apiError('CONFLICT', 'This is the last admin of all tenants and cannot be deleted.');
    const server = signedInServer()
      .on(`GET ${list}`, () => answer({ items: [ada, grace], lastAdministratorId: ada.id }))
      .on(`DELETE ${list}/${grace.id}`, () => answers());
    const { user } = renderApp('/admin/users', server);
    const last = await screen.findByRole('button', { name: 'Delete Ada Lovelace' });
    expect(last.getAttribute('aria-disabled')).toBe('true');
    await user.click(screen.getByRole('button', { name: 'Delete Grace Hopper' }));
    const dialog = await dialogOf('Delete user');
    expect(sent(server, 'DELETE', `${list}/${grace.id}`)).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: 'Delete User' }));
    await screen.findByText('Cannot Delete Last Admin');
    await screen.findByText('Cannot delete the final admin user. Please create another admin first.');
    answers = () => json({ success: true });
    await user.click(dialog.getByRole('button', { name: 'Delete User' }));
    await screen.findByText('User Deleted');
  });

  describe('where the server fails', () => {
    const message = 'The change could not be written';
    const failing = () => apiError('INTERNAL', message);
    const failingServer = () =>
      serverWith(ada, grace)
        .on(`POST ${list}`, failing)
        .on('POST /api/admin/reset-password', failing)
        .on(`DELETE ${list}/${grace.id}`, failing);

    test('a deletion says so, with the words of the server', async () => {
      const { user } = renderApp('/admin/users', failingServer());
      await user.click(await screen.findByRole('button', { name: 'Delete Grace Hopper' }));
      await user.click((await dialogOf('Delete user')).getByRole('button', { name: 'Delete User' }));
      await screen.findByText('Delete Failed');
      expect(screen.getAllByText(message).length).toBeGreaterThan(0);
    });

    test('a reset of a password says so, with the words of the server', async () => {
      const { user } = renderApp('/admin/users', failingServer());
      await user.click(await screen.findByRole('button', { name: 'Reset password of Grace Hopper' }));
      const reset = await dialogOf('Reset password of Grace Hopper');
      await user.type(reset.getByLabelText(/^New password/), 'Qu1et!harbor');
      await user.type(reset.getByLabelText(/^Confirm password/), 'Qu1et!harbor');
      await user.click(reset.getByRole('button', { name: 'Reset Password' }));
      await screen.findByText('Password Reset Failed');
      expect(screen.getAllByText(message).length).toBeGreaterThan(0);
    });

    test('a creation says so, with the words of the server', async () => {
      const { user } = renderApp('/admin/users', failingServer());
      await user.click(await screen.findByRole('button', { name: 'Add Local User' }));
      const form = await dialogOf('Add Local User');
      await user.type(form.getByLabelText(/^Username/), 'other');
      await user.type(form.getByLabelText(/^Email/), 'o@msp.example');
      await user.type(form.getByLabelText(/^Display name/), 'Other');
      await user.type(form.getByLabelText(/^Password\W*$/), 'Qu1et!harbor');
      await user.type(form.getByLabelText(/^Confirm password/), 'Qu1et!harbor');
      await user.click(form.getByLabelText(/^All tenants/));
      await user.click(form.getByRole('button', { name: 'Create User' }));
      await screen.findByText('Error');
      expect(screen.getAllByText(message).length).toBeGreaterThan(0);
    });
  });

  test('offer what fits: no password and no deletion for Microsoft accounts, nothing for accounts of customers', async () => {
    const staff = { ...grace, id: 'user-4', displayName: 'Hugo', source: 'm365' as const, hasLocalAuth: false };
    renderApp('/admin/users', serverWith(staff, account(1, {})));
    expect(await screen.findByRole('button', { name: 'Edit Hugo' })).toBeDefined();
    expect(screen.queryByRole('button', { name: /Hugo/, description: 'Reset' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Delete Hugo' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Reset password of Hugo' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Edit Account 1' })).toBeNull();
  });

  test('are to look at only for an administrator of some tenants, and nothing for a technician', async () => {
    const server = signedInServer('admin', [contoso], false).on(`GET ${list}`, () => answer({ items: [grace] }));
    const { unmount } = renderApp('/admin/users', server);
    await screen.findByText('Grace Hopper');
    expect(screen.queryByRole('button', { name: 'Add Local User' })).toBeNull();
    expect(screen.queryByRole('columnheader', { name: 'Actions' })).toBeNull();
    unmount();
    const technician = signedInServer('technician');
    renderApp('/admin/users', technician);
    await screen.findByText("You don't have permission to access the admin panel");
    expect(technician.requestsTo(list)).toEqual([]);
  });
});
