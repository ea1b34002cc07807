import type { SampledPasses } from '@tenantry/contract/microsoft-answers';
import type { Witness } from '@tenantry/contract/witness';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { storageKeys } from '../../lib/storage.ts';
import { audit, serverWithAudit } from '../../testing/audits.ts';
import { apiError, contoso } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const at = '2026-01-02T03:05:00.000Z';
const signIn: Witness = {
  user: {
    id: 'u1',
    name: 'mira@contoso.example',
    isUsual: true,
    guest: null,
    guestTenant: null,
    groups: [],
    roles: [],
  },
  target: { kind: 'application', id: 'a1', name: 'Exchange Online' },
  client: 'browser',
  platform: 'windows',
  place: { address: '203.0.113.10', country: null, locations: [] },
  device: { trust: null, isCompliant: null, attributes: {} },
  signInRisk: 'none',
  userRisk: 'none',
  insiderRisk: 'none',
  flow: 'none',
};
const disagreement = (applied: string[]): SampledPasses['disagreements'][number] => ({
  checkId: 'check.pass',
  title: 'Check pass',
  signIn,
  answer: {
    askedAt: at,
    askedBy: 'scanner',
    outcome: 'disagrees',
    because: '',
    applied: applied.map((name) => ({ id: name, name, protects: false })),
  },
});
const sampled = (over: Partial<SampledPasses> = {}) =>
  serverWithAudit(audit, 'viewer', { askedAt: at, confirmed: 8, cannotBeAsked: 1, disagreements: [], ...over });
const card = async () => within(await screen.findByRole('region', { name: 'Microsoft’s answers' }));

describe('what Microsoft says of checks that pass', () => {
  beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

  test('is listed with both sides where it disagrees: which sign-in, and when', async () => {
    renderApp('/audit', sampled({ disagreements: [disagreement(['Terms of use', 'Sessions'])] }));
    const shown = await card();
    expect(shown.getByText(/^8 sign-ins confirmed, 1 contradicted, 1 that Microsoft could not/)).toBeDefined();
    const [, row] = within(shown.getByRole('table', { name: 'Microsoft disagrees' })).getAllByRole('row');
    for (const text of [
      /Check pass/,
      /User: mira@contoso.example, like any other member; Application: Exchange Online; Client: Browser/,
      /Message of pass/,
      /“Terms of use”, “Sessions” apply to this sign-in, and none does what the check asks for/,
      /2026/,
    ])
      expect(row?.textContent).toMatch(text);
  });

  test('stands in the details of the check, and of no other', async () => {
    const { user } = renderApp('/audit', sampled({ disagreements: [disagreement([])] }));
    await user.click((await card()).getByRole('button', { name: 'Check pass' }));
    const part = within(await screen.findByRole('region', { name: 'Microsoft disagrees', hidden: true }));
    expect(part.getByText('Exchange Online')).toBeDefined();
    expect(part.getByText(/this sign-in is covered\. No policy that is on applies to this sign-in\./)).toBeDefined();
    expect(part.getByText(/^Asked .*2026.* by a scan$/)).toBeDefined();
  });

  test('is told where it confirms all of them, without a list', async () => {
    renderApp('/audit', sampled({ confirmed: 1, cannotBeAsked: 0 }));
    const shown = await card();
    expect(shown.getByText(/^1 sign-in confirmed, 0 contradicted/)).toBeDefined();
    expect(shown.queryByRole('table')).toBeNull();
  });

  test('stands where Microsoft gave no answer since, which is told', async () => {
    const failedTry = { askedAt: at, askedBy: 'scanner', because: 'The tenant refuses it.' };
    renderApp('/audit', sampled({ failedTry }));
    const shown = await card();
    expect(shown.getByText(/^8 sign-ins confirmed/)).toBeDefined();
    expect(shown.getByText(/^A scan asked again .*2026.*, without an answer: The tenant refuses it\.$/)).toBeDefined();
  });

  test('tells of a contradiction that Microsoft gave no answer since, and for how many no call was left', async () => {
    const failedTry = { askedAt: at, askedBy: 'scanner', because: 'Microsoft did not answer in time.' };
    const contradicted = disagreement([]);
    const answer = { ...contradicted.answer, failedTry };
    renderApp('/audit', sampled({ disagreements: [{ ...contradicted, answer }], withoutCall: 7 }));
    const shown = await card();
    expect(shown.getByText(/^No call was left for 7 more sign-ins: a scan makes twelve at most/)).toBeDefined();
    const [, row] = within(shown.getByRole('table', { name: 'Microsoft disagrees' })).getAllByRole('row');
    expect(row?.textContent).toMatch(/asked again .*2026.*, without an answer: Microsoft did not answer in time\./);
  });

  test('is not there where nobody asked', async () => {
    renderApp('/audit?check=check.pass', serverWithAudit(audit));
    await screen.findByText('Message of pass');
    expect(screen.queryByRole('region', { name: 'Microsoft’s answers', hidden: true })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Microsoft disagrees', hidden: true })).toBeNull();
  });

  test('says so where they could not be loaded', async () => {
    const server = serverWithAudit(audit).on('GET /api/audit/sampled-passes', () => apiError('INTERNAL', 'Down'));
    renderApp('/audit', server);
    await screen.findByText('Microsoft’s answers could not be loaded');
  });
});
