import { listTenantUsers } from '@tenantry/contract/directory';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { managedTenant } from '../../testing/connections.ts';
import { directoryOf, directorySync, m365User } from '../../testing/directory.ts';
import { apiError, contoso, json, type SeenRequest, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const list = `/api/admin/tenants/${contoso.id}/users`;
const address = `/admin/tenants/${contoso.id}/users`;
const serverWith = (answer: (request: SeenRequest) => ReturnType<typeof directoryOf>) =>
  signedInServer().on(`GET ${list}`, (request) => json(answer(request)));
const bob = m365User({ id: 'b', displayName: 'Bob Brown', email: null, jobTitle: null });

describe('the users of a tenant', () => {
  test.each(['technician', 'viewer'] as const)('are not for a %s', async (role) => {
    const server = signedInServer(role);
    renderApp(address, server);
    await screen.findByText(/Access Denied/i);
    expect(server.requestsTo(list)).toEqual([]);
  });

  test('are reached from the list of tenants, and lead back to it', async () => {
    const server = serverWith(() => directoryOf([m365User()])).on('GET /api/admin/tenants', () =>
      json({ tenants: [managedTenant({ linkedM365Users: 1234 })], offboarding: [] }),
    );
    const { user, path } = renderApp('/admin/tenants', server);
    await user.click(await screen.findByRole('link', { name: 'View Users (1,234) of Contoso' }));
    expect(await screen.findByText('Contoso Ltd')).toBeDefined();
    expect(path()).toBe(address);
    expect(screen.queryByText('Simulated')).toBeNull();
    expect(screen.getByText(/contoso\.example$/, { selector: 'span' })).toBeDefined();
    await user.click(screen.getByRole('link', { name: 'Back to Tenants' }));
    await waitFor(() => expect(path()).toBe('/admin/tenants'));
    await screen.findByRole('link', { name: 'View Users (1,234) of Contoso' });
  });

  test('are shown with what is known of each, and what is not', async () => {
    const reason = 'The policies were refused.';
    const unknown = { licenseAssigned: null, mfaEnforced: null, mfaUnknownBecause: reason, directoryRoles: null };
    renderApp(
      address,
      serverWith(() =>
        directoryOf([
          m365User({ directoryRoles: ['Global Administrator', 'Global Reader'] }),
          { ...bob, userType: 'Guest', accountEnabled: false, licenseAssigned: false, mfaEnforced: false },
          m365User({ id: 'c', displayName: 'Cleo', ...unknown, rolesUnknownBecause: 'A group could not be read.' }),
        ]),
      ),
    );
    const table = within(await screen.findByRole('table', { name: 'Users' }));
    const [, ada, guest, cleo] = table.getAllByRole('row').map((row) => row.textContent);
    expect(ada).toMatch(
      /Ada Abel.*ada@contoso\.example.*Engineer.*Licensed.*Enforced.*Global Administrator, Global Reader/,
    );
    expect(guest).toMatch(/Bob Brown.*Guest.*Disabled.*—.*—.*Unlicensed.*Not enforced.*—/);
    expect(cleo).toMatch(/Cleo.*Not known.*Not known.*Not known/);
    expect(screen.getByText(`MFA enforcement is not known for some accounts: ${reason}`)).toBeDefined();
    expect(
      screen.getByText('The directory roles of some accounts are not known: A group could not be read.'),
    ).toBeDefined();
  });

  test('are searched by the server, over all of them, and the address keeps the search', async () => {
    const server = serverWith(({ query }) => {
      const search = query.get('search');
      return directoryOf(search === null ? [m365User(), bob] : search === 'bro' ? [bob] : []);
    });
    const { user, path } = renderApp(address, server);
    const box = await screen.findByRole('searchbox', { name: 'Search users' });
    await user.type(box, 'bro');
    await waitFor(() => {
      expect(screen.queryByText('Ada Abel')).toBeNull();
      expect(screen.getByText('Bob Brown')).toBeDefined();
    });
    expect(path()).toBe(`${address}?search=bro`);
    await user.type(box, 'zzz');
    await screen.findByText('No users match your search criteria');
  });

  test('of a long list come a page at a time', async () => {
    const server = serverWith(({ query }) =>
      query.get('cursor') === 'more'
        ? directoryOf([bob], { total: 2 })
        : directoryOf([m365User()], { total: 2, nextCursor: 'more' }),
    );
    const { user } = renderApp(address, server);
    await screen.findByText('Showing 1 of 2');
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    await screen.findByText('Showing 2 of 2');
    expect(screen.getByText('Bob Brown')).toBeDefined();
    expect(screen.getByText('Ada Abel')).toBeDefined();
  });

  test('that there are none of, the page says so', async () => {
    renderApp(
      address,
      serverWith(() => directoryOf([])),
    );
    await screen.findByText('No users found for this tenant');
  });

  test.each([
    ['/admin/tenants/contoso/users', 'Invalid tenant ID in URL'],
    ['/admin/tenants/%20/users', 'Tenant ID is required'],
  ])('at %s: %s', async (wrong, text) => {
    const server = signedInServer();
    renderApp(wrong, server);
    await screen.findByText(text);
    expect(server.seen.filter(({ path }) => path.endsWith('/users'))).toEqual([]);
  });

  test.each([
    ['INTERNAL', 'Something broke', 'Failed to load tenant users. Please try again.'],
    ['TENANT_NOT_FOUND', 'There is no such tenant.', 'There is no such tenant.'],
  ] as const)('that cannot be loaded (%s) can be tried again', async (code, message, text) => {
    let isBroken = true;
    const server = signedInServer().on(`GET ${list}`, () =>
      isBroken ? apiError(code, message) : json(directoryOf([m365User()])),
    );
    const { user } = renderApp(address, server);
    const title = await screen.findByText('Failed to fetch tenant users');
    expect(title.parentElement?.textContent).toContain(`${text} (Request id: request-1)`);
    isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('Ada Abel');
  });
});

describe('the synchronization of a directory', () => {
  afterEach(() => vi.useRealTimers());
  const never = directoryOf([], {
    total: null,
    syncedAt: null,
    unknownBecause: 'The directory of this tenant has not been synchronized yet.',
    sync: directorySync({ status: 'never', startedAt: null, endedAt: null, processed: null, nextAt: null }),
  });

  test('that never was is told, asked for once on a double click, followed, and the users are there after it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let answer = never;
    const server = serverWith(() => answer).on(`POST ${list}/sync`, () => {
      answer = { ...never, sync: directorySync({ status: 'queued', processed: null, nextAt: null }) };
      return json({ sync: answer.sync });
    });
    const { user } = renderApp(address, server);
    await screen.findByText('The directory of this tenant has not been synchronized yet.');
    expect(screen.queryByText('No users found for this tenant')).toBeNull();
    const [button] = screen.getAllByRole('button', { name: 'Sync Now' });
    await user.dblClick(button as HTMLElement);
    await screen.findByText('Queued…');
    expect(server.requestsTo(`${list}/sync`)).toHaveLength(1);
    answer = { ...never, sync: directorySync({ status: 'running', processed: 1998, nextAt: null }) };
    await act(() => vi.advanceTimersByTimeAsync(2000));
    await screen.findByText('Reading the directory: 1,998 accounts so far');
    // Asked by the page itself, it must not say that somebody is there.
    expect(listTenantUsers.background).toBe(true);
    answer = directoryOf([m365User()]);
    await act(() => vi.advanceTimersByTimeAsync(2000));
    await screen.findByText('Directory Synchronized');
    await screen.findByText('Ada Abel');
    expect(screen.getByRole('button', { name: 'Sync Now' })).toBeDefined();
    const asked = server.requestsTo(list).length;
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(server.requestsTo(list)).toHaveLength(asked);
  });

  test('that is only queued is not told as ended where an answer of before comes late', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const before = directoryOf([m365User()]);
    const queued = { ...before, sync: directorySync({ status: 'queued', processed: null, nextAt: null }) };
    const late = Promise.withResolvers<void>();
    const server = serverWith(() => before);
    const { user } = renderApp(address, server);
    await screen.findByText('Ada Abel');
    const asked = server.requestsTo(list).length;
    server.on(`GET ${list}`, () => late.promise.then(() => json(before)));
    server.on(`POST ${list}/sync`, () => {
      server.on(`GET ${list}`, () => json(queued));
      return json({ sync: queued.sync });
    });
    void queryClient.invalidateQueries({ queryKey: ['tenant-directory'] });
    await waitFor(() => expect(server.requestsTo(list).length).toBeGreaterThan(asked));
    await user.click(screen.getByRole('button', { name: 'Sync Now' }));
    await screen.findByText('Queued…');
    late.resolve();
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect(screen.getByText('Queued…')).toBeDefined();
    expect(screen.queryByText('Directory Synchronized')).toBeNull();
  });

  test('that failed says why, where to mend it, and leaves what was known', async () => {
    const error = 'Microsoft refused to show this data.';
    const grantUrl = '/api/auth/m365/start?tenantId=x&consent=1';
    renderApp(
      address,
      serverWith(() => directoryOf([m365User()], { sync: directorySync({ status: 'failed', error, grantUrl }) })),
    );
    await screen.findByText('Ada Abel');
    expect(screen.getByText(/The last synchronization failed/).textContent).toContain(error);
    expect(screen.getByRole('link', { name: 'Grant the permission' }).getAttribute('href')).toBe(grantUrl);
  });

  test('that could not be asked for is told', async () => {
    const server = serverWith(() => directoryOf([m365User()])).on(`POST ${list}/sync`, () =>
      apiError('UNAVAILABLE', 'Try again later.'),
    );
    const { user } = renderApp(address, server);
    await user.click(await screen.findByRole('button', { name: 'Sync Now' }));
    await screen.findByText('Sync Failed');
    expect(screen.getByText('Try again later.')).toBeDefined();
  });
});
