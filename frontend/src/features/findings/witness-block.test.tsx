import type { FindingDetails } from '@tenantry/contract/findings';
import type { MicrosoftAnswer } from '@tenantry/contract/microsoft-answers';
import type { Witness } from '@tenantry/contract/witness';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { storageKeys } from '../../lib/storage.ts';
import { contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { detailsOf, finding, listOf } from '../../testing/findings.ts';
import { renderApp } from '../../testing/render-app.tsx';

const witness: Witness = {
  user: {
    id: 'u1',
    name: 'mira@contoso.example',
    isUsual: false,
    guest: null,
    guestTenant: null,
    groups: [{ id: 'g1', name: 'Scanners' }],
    roles: [],
  },
  target: { kind: 'application', id: 'a1', name: 'Exchange Online' },
  client: 'browser',
  platform: 'linux',
  place: { address: '203.0.113.10', country: 'US', locations: [] },
  device: { trust: null, isCompliant: null, attributes: { model: 'surface' } },
  signInRisk: 'none',
  userRisk: 'hidden',
  insiderRisk: 'none',
  flow: 'deviceCodeFlow',
};
const answer = (over: Partial<MicrosoftAnswer>): MicrosoftAnswer => ({
  askedAt: '2026-01-02T00:00:00.000Z',
  askedBy: 'Ada Lovelace',
  outcome: 'confirmed',
  because: '',
  applied: [],
  ...over,
});

describe('the sign-in that gets past', () => {
  beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));
  const found = finding(contoso, 'mfa');
  const open = async (
    details: Partial<FindingDetails>,
    role: 'viewer' | 'technician' = 'technician',
    after: Partial<FindingDetails> = {},
  ) => {
    const server = signedInServer(role)
      .on('GET /api/graph/findings', () => json(listOf([found])))
      .on(`GET /api/findings/${found.id}`, () => json({ ...detailsOf(found), ...details }))
      .on(`POST /api/findings/${found.id}/ask-microsoft`, () =>
        json({ ...detailsOf(found), ...details, microsoftAnswer: answer({}), ...after }),
      );
    const { user } = renderApp('/findings', server);
    await user.click(await screen.findByRole('button', { name: /^View Details/ }));
    await screen.findByText('No policy requires MFA');
    return { user, server };
  };
  const block = () => screen.findByRole('region', { name: 'A sign-in that gets past', hidden: true });

  test('is told thing by thing, and Microsoft is asked about it', async () => {
    const { user, server } = await open({ witness });
    const shown = within(await block());
    for (const text of [
      'mira@contoso.example (group Scanners)',
      'Exchange Online',
      'Browser',
      'Linux',
      '203.0.113.10, country US',
      'Not registered, model “surface”',
      'Device code flow',
    ])
      expect(shown.getByText(text)).toBeDefined();
    expect(shown.queryByText('User risk')).toBeNull();
    await user.click(shown.getByRole('button', { name: 'Ask Microsoft', hidden: true }));
    await shown.findByText(/By its own evaluation no policy/);
    expect(shown.getByText(/^Asked .* by Ada Lovelace$/)).toBeDefined();
    expect(server.requestsTo(`/api/findings/${found.id}/ask-microsoft`)).toHaveLength(1);
  });

  test('tells what is not certain of it, and not that somebody stands for others', async () => {
    await open({ witness: { ...witness, open: ['whether the account is in the group pilot is not known'] } });
    expect(within(await block()).getByText('Whether the account is in the group pilot is not known.')).toBeDefined();
  });

  test('names somebody who stands for all others, as the directory writes the name', async () => {
    const user = { ...witness.user, isUsual: true, groups: [] };
    await open({ witness: { ...witness, user } });
    expect(within(await block()).getByText('mira@contoso.example, like any other member')).toBeDefined();
    expect(within(await block()).queryByText('Not certain')).toBeNull();
  });

  test('tells both sides where Microsoft disagrees, and why it cannot be asked', async () => {
    const applied = [{ id: 'p1', name: 'MFA for all', protects: true }];
    await open({ witness, microsoftAnswer: answer({ outcome: 'disagrees', applied, askedBy: 'scanner' }) });
    const shown = within(await block());
    expect(shown.getByText(/no policy stops this sign-in\. Microsoft says that “MFA for all” applies/)).toBeDefined();
    expect(shown.getByText(/by a scan$/)).toBeDefined();
  });

  test.each<[string, Partial<FindingDetails>]>([
    ['there is none any more', { witness: null, microsoftAnswer: null }],
    ['another gets past', { witness: { ...witness, platform: 'macOS' }, microsoftAnswer: answer({}) }],
  ])('says that the finding has changed where meanwhile %s', async (_, after) => {
    const { user } = await open({ witness }, 'technician', after);
    await user.click(within(await block()).getByRole('button', { name: 'Ask Microsoft', hidden: true }));
    await screen.findByText('The finding has changed; look again.');
    expect(screen.queryByText('Microsoft cannot be asked.')).toBeNull();
  });

  test.each<[MicrosoftAnswer['outcome'], RegExp]>([
    ['disagrees', /says that “A”, “B” apply to it\./],
    ['confirmed', /By its own evaluation “A”, “B” apply to this sign-in, and none does what this check asks for\./],
  ])('speaks of several policies where it is %s', async (outcome, text) => {
    const applied = ['A', 'B'].map((name) => ({ id: name, name, protects: outcome === 'disagrees' }));
    await open({ witness, microsoftAnswer: answer({ outcome, applied }) });
    expect(within(await block()).getByText(text)).toBeDefined();
  });

  test('tells the answer that stands, and that Microsoft gave none since', async () => {
    const failedTry = { askedAt: '2026-01-03T00:00:00.000Z', askedBy: 'scanner', because: 'The tenant refuses it.' };
    await open({ witness, microsoftAnswer: answer({ failedTry }) });
    const shown = within(await block());
    expect(shown.getByText('Microsoft confirms it.')).toBeDefined();
    expect(
      shown.getByText(/^Asked again .*2026.* by a scan, without an answer: The tenant refuses it\.$/),
    ).toBeDefined();
  });

  test.each<[string, Partial<MicrosoftAnswer>]>([
    ['Microsoft cannot be asked.', {}],
    ['Microsoft gave no answer.', { isForNow: true }],
  ])('is headed “%s” as it may be asked again or not', async (title, over) => {
    await open({ witness, microsoftAnswer: answer({ outcome: 'cannotBeAsked', because: 'Late.', ...over }) });
    expect(within(await block()).getByText(title)).toBeDefined();
  });

  test('is none under security defaults, and why is told', async () => {
    const onDefaults = [{ dataset: 'securityDefaults', observed: 'isEnabled = true' }];
    const policies = [{ dataset: 'conditionalAccessPolicies', observed: 'No policy requires MFA' }];
    await open({ witness: null, evidence: [...onDefaults, ...policies] });
    expect(within(await block()).getByText(/^None is shown: security defaults are on/)).toBeDefined();
  });

  test('a viewer reads it and cannot ask, and a finding without one says nothing', async () => {
    const because = 'The call has no word for it.';
    await open({ witness, microsoftAnswer: answer({ outcome: 'cannotBeAsked', because }) }, 'viewer');
    const shown = within(await block());
    expect(shown.getByText(because)).toBeDefined();
    expect(shown.queryByRole('button', { hidden: true })).toBeNull();
  });

  test('is not told of what is resolved', async () => {
    await open({ witness, status: 'resolved' });
    expect(screen.queryByRole('region', { name: 'A sign-in that gets past', hidden: true })).toBeNull();
  });
});
