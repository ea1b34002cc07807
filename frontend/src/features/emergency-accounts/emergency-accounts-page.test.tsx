import type { EmergencyAccount } from '@tenantry/contract/emergency-accounts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { dayAfter, endOfDay } from '../../lib/calendar-day.ts';
import { storageKeys } from '../../lib/storage.ts';
import { apiError, contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const list = `/api/admin/tenants/${contoso.id}/emergency-accounts`;
const glass: EmergencyAccount = {
  userId: 'aaaaaaaa-0000-4000-8000-000000000001',
  displayName: 'Break Glass 1',
  userPrincipalName: 'glass1@contoso.example',
  reason: 'Kept in the safe of the office',
  declaredBy: 'Dana Doe',
  declaredAt: '2026-01-02T00:00:00.000Z',
  expiresAt: '2026-12-02T12:00:00.000Z',
  isExpired: false,
  state: {
    policies: { count: 4, notExcluded: [], notExcludedCount: 0, unknown: [], unknownCount: 0 },
    enabled: true,
    cloudOnly: true,
    securityKey: true,
    globalAdministrator: true,
    lastSignIn: '2026-01-01T12:00:00.000Z',
  },
};
const old: EmergencyAccount = {
  ...glass,
  userId: 'aaaaaaaa-0000-4000-8000-000000000002',
  displayName: null,
  userPrincipalName: null,
  expiresAt: '2026-01-03T00:00:00.000Z',
  isExpired: true,
};

function serverWith(...first: EmergencyAccount[]) {
  const state = { accounts: first };
  const answer = () => json({ accounts: state.accounts, checkedAt: '2026-02-01T00:00:00.000Z' });
  const server = signedInServer().on(`GET ${list}`, answer);
  return { server, state, answer };
}
const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('the emergency accounts page', () => {
  beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

  test.each(['technician', 'viewer'] as const)('a %s does not get to it', async (role) => {
    const server = signedInServer(role);
    renderApp('/emergency-accounts', server);
    await screen.findByText(/Access Denied/i);
    expect(server.requestsTo(list)).toEqual([]);
    expect(screen.queryByRole('link', { name: 'Break-glass accounts' })).toBeNull();
  });

  test('tells of each account its reason, who declared it, and whether it still holds', async () => {
    const { server } = serverWith(glass, old);
    renderApp('/emergency-accounts', server);
    const table = within(await screen.findByRole('table', { name: 'Break-glass accounts' }));
    // Below each stands what the last scan saw of it.
    const [, first, details, second] = table.getAllByRole('row');
    expect(within(details as HTMLElement).getByText(/^Dana Doe, /)).toBeDefined();
    for (const text of ['Break Glass 1', 'glass1@contoso.example', 'Active']) {
      expect(within(first as HTMLElement).getByText(text)).toBeDefined();
    }
    expect(within(second as HTMLElement).getByText(old.userId)).toBeDefined();
    expect(within(second as HTMLElement).getByText('Expired')).toBeDefined();
    expect(screen.getByText('1 declaration has expired')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Scan internal policies' }).getAttribute('href')).toBe(
      `/scan?tenantId=${contoso.id}`,
    );
  });

  const ready = glass.state;
  const reached = {
    count: 4,
    notExcluded: ['Block legacy', 'MFA for all'],
    notExcludedCount: 3,
    unknown: [],
    unknownCount: 0,
  };
  test.each([
    ['excluded where it must be, with all that it needs', ready, 'Active'],
    ['excluded nowhere', { ...ready, policies: reached }, 'Not excluded'],
    ['that no longer exists', { ...ready, isGone: true }, 'No longer exists'],
    ['synced from on-premises', { ...ready, cloudOnly: false }, 'Needs attention'],
    ['without a security key', { ...ready, securityKey: false }, 'Needs attention'],
    ['of which the key is not known', { ...ready, securityKey: null }, 'Not checked'],
    ['of which the policies are not known', { ...ready, policies: null }, 'Not checked'],
    ['that no scan has looked at', null, 'Not checked'],
  ])('an account %s is said to be so', async (_, state, label) => {
    const { server } = serverWith({ ...glass, state: state as EmergencyAccount['state'] });
    renderApp('/emergency-accounts', server);
    const table = within(await screen.findByRole('table', { name: 'Break-glass accounts' }));
    expect(table.getByText(label)).toBeDefined();
    expect(table.queryAllByText('Active')).toHaveLength(label === 'Active' ? 1 : 0);
  });

  test('tells which policies do not exclude an account, whether it is cloud-only, its key and its last sign-in', async () => {
    const state = { ...ready, policies: reached, cloudOnly: false, lastSignIn: 'none' } as EmergencyAccount['state'];
    const { server } = serverWith({ ...glass, state });
    renderApp('/emergency-accounts', server);
    await screen.findByText('Not excluded from "Block legacy", "MFA for all" and 1 more');
    for (const text of ['Synced from on-premises · Enabled', 'Registered', 'None on record', 'Permanent']) {
      expect(screen.getByText(text)).toBeDefined();
    }
    expect(screen.getByText(/^Checked /)).toBeDefined();
  });

  test('an account that was never given a last day holds until it is removed', async () => {
    const { server } = serverWith({ ...glass, expiresAt: null });
    renderApp('/emergency-accounts', server);
    await screen.findByText('No end date');
    expect(screen.queryByText(/has expired/)).toBeNull();
  });

  test('recommends two cloud-only accounts where none is declared', async () => {
    const { server } = serverWith();
    renderApp('/emergency-accounts', server);
    await screen.findByText(/Microsoft recommends two cloud-only accounts/);
  });

  test('declares an account once on a double click', async () => {
    const { server, state, answer } = serverWith();
    const waiting = Promise.withResolvers<Response>();
    server.on(`POST ${list}`, () => waiting.promise);
    const { user } = renderApp('/emergency-accounts', server);
    await user.click(await screen.findByRole('button', { name: 'Declare account' }));
    const dialog = await dialogOf('Declare a break-glass account');
    await user.type(dialog.getByLabelText(/^Account/), ' glass1@contoso.example');
    await user.type(dialog.getByLabelText(/^Reason/), glass.reason);
    const submit = dialog.getByRole('button', { name: 'Declare' });
    fireEvent.click(submit);
    fireEvent.click(submit);
    state.accounts = [glass];
    waiting.resolve(answer());
    await screen.findByText('Break Glass 1');
    const expiresAt = endOfDay(dayAfter(new Date(), 365));
    expect(server.requestsTo(list).filter(({ method }) => method === 'POST')).toMatchObject([
      { body: { account: 'glass1@contoso.example', reason: glass.reason, expiresAt }, tenantId: contoso.id },
    ]);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Declare account' })));
  });

  test('shows at its field what is wrong with an account, before and after it is sent', async () => {
    const { server } = serverWith();
    const message = 'The directory of this tenant has no such account';
    server.on(`POST ${list}`, () => apiError('INVALID_INPUT', message, [{ path: 'account', message }]));
    const { user } = renderApp('/emergency-accounts', server);
    await user.click(await screen.findByRole('button', { name: 'Declare account' }));
    const dialog = await dialogOf('Declare a break-glass account');
    const account = dialog.getByLabelText<HTMLInputElement>(/^Account/);
    await user.type(account, 'nobody');
    await user.type(dialog.getByLabelText(/^Reason/), glass.reason);
    await user.click(dialog.getByRole('button', { name: 'Declare' }));
    await dialog.findByText('Give the object id or the user principal name of the account');
    expect(server.seen.some(({ method }) => method === 'POST')).toBe(false);
    await user.type(account, '@contoso.example');
    await user.click(dialog.getByRole('button', { name: 'Declare' }));
    const said = await dialog.findByText(message);
    expect(account.getAttribute('aria-describedby')).toContain(said.id);
    expect(dialog.queryByText(/Request id/)).toBeNull();
  });

  test('says why an account that is declared already is not declared again', async () => {
    const { server } = serverWith(glass);
    server.on(`POST ${list}`, () => apiError('CONFLICT', 'This account is declared already.'));
    const { user } = renderApp('/emergency-accounts', server);
    await user.click(await screen.findByRole('button', { name: 'Declare account' }));
    const dialog = await dialogOf('Declare a break-glass account');
    await user.type(dialog.getByLabelText(/^Account/), 'glass1@contoso.example');
    await user.type(dialog.getByLabelText(/^Reason/), glass.reason);
    await user.click(dialog.getByRole('button', { name: 'Declare' }));
    await dialog.findByText(/This account is declared already\./);
  });

  test('changes the reason and the last day of a declaration', async () => {
    const { server, state, answer } = serverWith(old);
    server.on(`PATCH ${list}/${old.userId}`, () => {
      state.accounts = [{ ...old, isExpired: false, reason: 'Moved to the bank’s safe' }];
      return answer();
    });
    const { user } = renderApp('/emergency-accounts', server);
    await user.click(await screen.findByRole('button', { name: `Edit ${old.userId}` }));
    const dialog = await dialogOf('Change the declaration');
    expect(dialog.queryByLabelText(/^Account/)).toBeNull();
    const reason = dialog.getByLabelText<HTMLTextAreaElement>(/^Reason/);
    expect(reason.value).toBe(old.reason);
    fireEvent.change(reason, { target: { value: 'Moved to the\nbank’s safe' } });
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('Moved to the bank’s safe');
    expect(server.requestsTo(`${list}/${old.userId}`)[0]?.body).toEqual({
      reason: 'Moved to the bank’s safe',
      expiresAt: endOfDay(dayAfter(new Date(), 365)),
    });
  });

  test('removes a declaration after a question', async () => {
    const { server, state, answer } = serverWith(glass);
    server.on(`DELETE ${list}/${glass.userId}`, () => {
      state.accounts = [];
      return answer();
    });
    const { user } = renderApp('/emergency-accounts', server);
    await user.click(await screen.findByRole('button', { name: 'Remove Break Glass 1' }));
    await user.click(await screen.findByRole('button', { name: 'Remove declaration', hidden: true }));
    await screen.findByText('No break-glass accounts declared');
    expect(server.requestsTo(`${list}/${glass.userId}`).map(({ method }) => method)).toEqual(['DELETE']);
  });

  test('an outage is an error, and not an empty list', async () => {
    const { server } = serverWith();
    server.on(`GET ${list}`, () => apiError('UNAVAILABLE', 'The store does not answer'));
    renderApp('/emergency-accounts', server);
    await screen.findByText(/The store does not answer/);
    expect(screen.queryByText('No break-glass accounts declared')).toBeNull();
  });
});
