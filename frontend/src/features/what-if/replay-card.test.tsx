import type { ForecastAccount, SignInForecast, SignInLog, SignInReadingState } from '@tenantry/contract/sign-in-replay';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { apiError, contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { ReplayCard } from './replay-card.tsx';

const path = `/api/tenant/${contoso.id}/sign-in-log`;

const never: SignInReadingState = {
  status: 'never',
  days: null,
  requestedBy: null,
  requestedAt: null,
  endedAt: null,
  read: null,
  reachedAt: null,
  error: null,
};
const log: SignInLog = {
  from: '2026-11-13T12:00:00.000Z',
  to: '2026-11-20T12:00:00.000Z',
  days: 7,
  firstAt: '2026-11-17T12:00:00.000Z',
  entries: 1250,
  signIns: 1200,
  accounts: 310,
  failedBefore: 50,
  folded: 0,
  notReplayed: 0,
  seesPolicies: true,
  keptUntil: '2026-12-20T12:00:00.000Z',
};
const logged = { signIns: 30, interrupted: 2, blocked: 0, reportOnlyFailure: 21, reportOnlyInterrupted: 0 };
const scanner: ForecastAccount = {
  id: 'a',
  name: 'Front desk scanner',
  userPrincipalName: 'scanner@contoso.example',
  kind: 'service',
  kindBecause: 'It signed in with legacy clients alone.',
  change: 'blocked',
  signIns: { blocked: 21, mayBeBlocked: 0, asked: 0, mayBeAsked: 0, mayBeLimited: 0, noLonger: 0 },
  lastAt: '2026-11-20T08:00:00.000Z',
  lastTo: 'Office 365 Exchange Online, with a legacy client',
  policies: ['MFA for all users'],
  lacks: [],
  logged,
};
const total = (accounts: number, signIns: number) => ({ accounts, signIns });
const forecast: SignInForecast = {
  log,
  replayedAt: '2026-11-20T13:00:00.000Z',
  totals: {
    blocked: total(1, 21),
    mayBeBlocked: total(1, 4),
    asked: total(0, 0),
    mayBeAsked: total(0, 0),
    mayBeLimited: total(0, 0),
    noLonger: total(0, 0),
  },
  accounts: [
    scanner,
    {
      ...scanner,
      id: 'b',
      name: 'Ada Abel',
      kind: 'person',
      kindBecause: null,
      change: 'mayBeBlocked',
      signIns: { ...scanner.signIns, blocked: 0, mayBeBlocked: 4, asked: 12 },
      lacks: ['the authentication flow'],
    },
  ],
  logged,
};

/** The card by itself, with a draft that a button changes. */
function Draft() {
  const [policies, setPolicies] = useState([{ id: 'p', state: 'enabled' }]);
  return (
    <>
      <button type="button" onClick={() => setPolicies([{ id: 'q', state: 'disabled' }])}>
        Change
      </button>
      <ReplayCard tenantId={contoso.id} policies={policies} />
    </>
  );
}
const open = (server: ReturnType<typeof signedInServer>) => renderApp('/', server, [{ path: '/', element: <Draft /> }]);

test('sign-ins are read when somebody asks, and replayed once there are any', async () => {
  let reading = never;
  const server = signedInServer('technician')
    .on(`GET ${path}`, () => json({ reading, log: reading.status === 'completed' ? log : null }))
    .on(`POST ${path}/read`, () => {
      const running: SignInReadingState = { ...never, status: 'running', days: 7, read: 400 };
      reading = { ...running, status: 'completed' };
      return json({ reading: running, log: null });
    })
    .on(`POST ${path}/replay`, () => json(forecast));
  const { user } = open(server);
  const replay = await screen.findByRole('button', { name: 'Replay' });
  expect(replay.getAttribute('aria-disabled')).toBe('true');
  await user.click(screen.getByRole('button', { name: 'Read Sign-ins' }));
  await screen.findByText('Reading the sign-in log: 400 entries so far');
  await screen.findByText(/1,200 sign-ins of 310 accounts in 7 days/, {}, { timeout: 5000 });
  await screen.findByText(/The first sign-in is of .*: the log may go back no further\./);
  await user.click(replay);
  const table = within(await screen.findByRole('table', { name: 'Accounts' }));
  const [, first, second] = table.getAllByRole('row').map((row) => row.textContent);
  expect(first).toMatch(/Front desk scanner.*Service account\. It signed in with legacy clients alone\..*Blocked/);
  expect(first).toMatch(/“MFA for all users”.*21 of 30.*21 would have failed \(report-only\), 2 interrupted/);
  expect(second).toMatch(
    /Ada Abel.*May be blocked.*Asked for more: 12 sign-ins.*The log lacks the authentication flow\..*4 of 30/,
  );
  expect(server.requestsTo(`${path}/replay`)[0]?.body).toEqual({ policies: [{ id: 'p', state: 'enabled' }] });
  // A draft that changes has another forecast.
  await user.click(screen.getByRole('button', { name: 'Change' }));
  await screen.findByText('The draft has changed since. Replay to see what it does now.');
});

test('why the log was not read is said, and a replay that fails tells why', async () => {
  const error = 'Microsoft gives the sign-in log with Entra ID P1 or P2 alone (403 X).';
  const failed: SignInReadingState = { ...never, status: 'failed', endedAt: '2026-11-20T12:00:00.000Z', error };
  const server = signedInServer('technician')
    .on(`GET ${path}`, () => json({ reading: failed, log }))
    .on(`POST ${path}/replay`, () => apiError('CONFLICT', "Microsoft did not give today's policies."));
  const { user } = open(server);
  await screen.findByText(/Entra ID P1 or P2 alone/);
  await user.click(screen.getByRole('button', { name: 'Replay' }));
  await screen.findByText("Microsoft did not give today's policies.");
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
});
