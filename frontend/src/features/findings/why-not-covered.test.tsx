import type { LetsPast, NotCovered } from '@tenantry/contract/not-covered';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { storageKeys } from '../../lib/storage.ts';
import { contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { detailsOf, finding, listOf } from '../../testing/findings.ts';
import { renderApp } from '../../testing/render-app.tsx';

const nothing = { items: [], itemCount: 0, accounts: null, accountCount: null };
const whole: NotCovered = {
  policies: [
    {
      id: 'p1',
      name: 'MFA for all',
      reasons: [
        {
          part: 'people',
          how: 'excludes',
          items: ['group Kitchen'],
          itemCount: 1,
          accounts: [{ id: 'u1', name: 'ada@contoso.example' }],
          accountCount: 4,
        },
        { ...nothing, part: 'locations', how: 'excludes', items: ['location Office'], itemCount: 3 },
      ],
    },
    {
      id: 'p2',
      name: 'MFA in trial',
      reasons: [
        { ...nothing, part: 'state', how: 'report-only' },
        { ...nothing, part: 'platforms', how: 'only', items: ['devices with windows'], itemCount: 1 },
      ],
    },
  ],
  policyCount: 3,
  accepted: ['account bg1@contoso.example'],
  expected: ['role Directory Synchronization Accounts'],
  ifDeclared: { accounts: ['bg2@contoso.example'], status: 'pass' },
};

describe('why a finding fails although a policy exists', () => {
  beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

  const mfa = finding(contoso, 'mfa');
  const open = (notCovered: NotCovered | null) =>
    renderApp(
      `/findings?finding=${mfa.id}`,
      signedInServer()
        .on('GET /api/graph/findings', () => json(listOf([mfa])))
        .on(`GET /api/findings/${mfa.id}`, () => json({ ...detailsOf(mfa), notCovered })),
    );

  test('is told policy by policy, with the accounts, and with what declared accounts have to do with it', async () => {
    open(whole);
    const list = await screen.findByRole('list', { name: 'Policies that nearly cover it' });
    const told = [...list.children].map(({ textContent }) => textContent);
    expect(told).toEqual([
      'MFA for all' +
        'Leaves out (users): group Kitchen.4 accounts: ada@contoso.example and 3 more.' +
        'Leaves out (locations): location Office and 2 more.',
      'MFA in trial' +
        'Is in report-only mode: it records what it would do, and does nothing.' +
        'Applies only to (device platforms): devices with windows.',
    ]);
    expect(screen.getByText('And 1 more policy.')).toBeDefined();
    const declared = within(screen.getByRole('region', { name: 'Break-glass accounts' }));
    expect(
      declared.getByText(
        'Accepted, because they are declared: account bg1@contoso.example. Their exclusion does not count.',
      ),
    ).toBeDefined();
    expect(declared.getByText(/because Microsoft advises it: role Directory Synchronization Accounts/)).toBeDefined();
    expect(
      declared.getByText(/^If bg2@contoso\.example were a declared break-glass account, this check would pass/),
    ).toBeDefined();
    expect(declared.getByRole('link').getAttribute('href')).toBe(`/emergency-accounts?tenantId=${contoso.id}`);
    expect(screen.getByRole('link', { name: 'How exclusions are judged' }).getAttribute('href')).toBe(
      '/help?article=exclusions',
    );
  });

  test('says that accounts are not known, and that nothing is declared', async () => {
    const people: LetsPast = {
      ...nothing,
      part: 'people',
      how: 'excludes',
      items: ['group g'],
      itemCount: 1,
      accounts: [],
    };
    const policies = [{ id: 'p', name: 'MFA', reasons: [people] }];
    open({ policies, policyCount: 1, accepted: [], expected: [], ifDeclared: null });
    await screen.findByText('Which accounts these are is not known.');
    expect(screen.getByText(/^None of these exclusions is accepted as that of a declared/)).toBeDefined();
    expect(screen.queryByText(/^If /)).toBeNull();
  });

  test('says who is declared and is in a group with others who are not', async () => {
    open({
      ...whole,
      accepted: [],
      declaredWithOthers: ['bg1@contoso.example'],
      ifDeclared: { accounts: ['ada@contoso.example'], status: 'pass' },
    });
    await screen.findByText(/^Declared, but left out by a group with others who are not: bg1@contoso\.example\. The/);
    expect(screen.getByText(/^If ada@contoso\.example were also declared, this check would pass/)).toBeDefined();
    expect(screen.queryByText(/^None of these exclusions is accepted/)).toBeNull();
  });

  test.each<[string, Partial<NotCovered>]>([
    ['an exclusion is accepted because Microsoft advises it', {}],
    [
      'nobody gets past by an exclusion of people',
      { expected: [], policies: whole.policies.map((policy) => ({ ...policy, reasons: policy.reasons.slice(1) })) },
    ],
  ])('does not say that none is accepted where %s', async (_, of) => {
    open({ ...whole, accepted: [], ...of });
    await screen.findByRole('region', { name: 'Break-glass accounts' });
    expect(screen.queryByText(/^None of these exclusions is accepted/)).toBeNull();
  });

  test('is not there where no policy comes near, or the finding is of before', async () => {
    open(null);
    await screen.findByText('No policy requires MFA');
    expect(screen.queryByText('Why this fails although a policy exists')).toBeNull();
  });
});
