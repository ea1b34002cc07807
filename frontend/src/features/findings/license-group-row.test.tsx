import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { storageKeys } from '../../lib/storage.ts';
import { contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { finding, listOf } from '../../testing/findings.ts';
import { renderApp } from '../../testing/render-app.tsx';

beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

const license = 'Microsoft Entra ID P1';
const own = finding(contoso, 'alone', { severity: 'high' });
const lead = finding(contoso, 'lead', { needsLicense: license, countsWith: 1 });
const member = finding(contoso, 'member', { needsLicense: license, countsWith: 1, isCounted: false });
const row = { ...lead, title: `${license} is missing: 2 findings need it`, category: 'conditional-access' as const };

const server = (asked: string[] = []) =>
  signedInServer('admin')
    .on('GET /api/findings/groups', () => json({ groups: [], score: null, scoreUnknownBecause: 'never' }))
    .on('GET /api/graph/findings', ({ query }) => {
      asked.push(query.toString());
      return json(query.has('group') ? listOf([lead, member]) : listOf([row, own]));
    });

test('what counts once is one row that unfolds to each finding, and each has its own actions', async () => {
  const asked: string[] = [];
  const { user } = renderApp('/findings', server(asked));
  const group = await screen.findByRole('article', { name: row.title });
  expect(within(group).queryByRole('button', { name: /^View Details/ })).toBeNull();
  await user.click(within(group).getByRole('button', { name: 'Show 2 findings' }));
  const members = await within(group).findByRole('list', { name: row.title });
  expect(
    within(members)
      .getAllByRole('heading')
      .map(({ textContent }) => textContent),
  ).toEqual([lead.title, member.title]);
  expect(within(members).getByRole('button', { name: `View Details: ${member.title}` })).toBeDefined();
  expect(within(members).queryByText(/they count once/)).toBeNull();
  expect(asked.filter((search) => search.includes('group='))).toEqual([
    `group=${encodeURIComponent(lead.id)}&limit=200`,
  ]);
  await user.click(within(group).getByRole('button', { name: 'Hide findings' }));
  expect(within(group).queryByRole('list')).toBeNull();
});

test('selecting all takes what stands for itself, and nothing of what is not unfolded', async () => {
  const { user } = renderApp('/findings', server());
  await user.click(await screen.findByRole('checkbox', { name: 'Select the one loaded finding' }));
  expect(screen.getByRole('checkbox', { name: `Select: ${own.title}` })).toHaveProperty('checked', true);
});

test('each is a row where it is looked for by its words', async () => {
  renderApp('/findings?search=member', server());
  await screen.findByRole('button', { name: `View Details: ${row.title}` });
  expect(screen.getByText(`Needs ${license}, as 1 other does: they count once`)).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Show \d+ findings$/ })).toBeNull();
});
