import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { storageKeys } from '../../lib/storage.ts';
import { apiError, contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { finding, groupOf, listOf } from '../../testing/findings.ts';
import { renderApp } from '../../testing/render-app.tsx';

const list = '/api/graph/findings';
const groups = '/api/findings/groups';
const many = Array.from({ length: 9 }, (_, index) => finding(contoso, `f${index}`));
const first = groupOf('require-mfa', many);
// A license is no remedy: it is what several wait for.
const second = groupOf('block-legacy', many.slice(0, 1), {
  remedy: null,
  severity: 'high',
  points: 1,
  hours: 1,
  needsLicense: 'Microsoft Entra ID P1',
});
const answer = (given: readonly object[], score: number | null = 61, scoreUnknownBecause: string | null = null) =>
  json({ groups: given, score, scoreUnknownBecause, gainUnknownBecause: null });
const server = (role: 'technician' | 'viewer' = 'technician') =>
  signedInServer(role)
    .on(`GET ${list}`, () => json(listOf(many.slice(0, 2))))
    .on(`GET ${groups}`, () => answer([first, second]));
const rows = async () => within(await screen.findByRole('list', { name: 'What to do first' })).getAllByRole('listitem');

describe('what to do first', () => {
  beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

  test('says of each piece of work what it closes, brings, takes and needs', async () => {
    const used = server('viewer');
    renderApp('/findings', used);
    const [one, two] = await rows();
    for (const text of ['1.', 'CRITICAL', 'Closes 9 findings', '+12.4 points', '6 hours']) {
      expect(within(one as HTMLElement).getByText(text)).toBeDefined();
    }
    const texts = ['HIGH', 'Closes 1 finding', '+1 point', '1 hour', 'Get Microsoft Entra ID P1', 'Counts once'];
    for (const text of texts) expect(within(two as HTMLElement).getByText(text)).toBeDefined();
    expect(screen.getByText(/audit score of 61\./)).toBeDefined();
    const help = within(one as HTMLElement).getByRole('link', { name: /\(Work of require-mfa\)$/ });
    expect(help.getAttribute('href')).toBe('/help?article=require-mfa');
    expect(used.requestsTo(groups).map(({ query, tenantId }) => [query.get('tenantId'), tenantId])).toEqual([
      [contoso.id, contoso.id],
    ]);
  });

  test('leads to the open findings that one remedy mends, by an entry of the history, with the keyboard in the list', async () => {
    const used = server();
    const { user, path, router } = renderApp('/findings', used);
    await user.click(await screen.findByRole('link', { name: 'Work of require-mfa' }));
    const filtered = `/findings?tenantId=${contoso.id}&status=open&remedy=require-mfa`;
    await waitFor(() => expect(path()).toBe(filtered));
    await waitFor(() => expect(used.requestsTo(list).at(-1)?.query.get('remedy')).toBe('require-mfa'));
    expect(document.activeElement?.getAttribute('aria-label')).toBe('List of findings');
    await screen.findByText('Shown below');
    await router.navigate(-1);
    await waitFor(() => expect(path()).toBe(`/findings?tenantId=${contoso.id}`));
    await waitFor(() => expect(screen.queryByText('Shown below')).toBeNull());
  });

  test('the filter by a remedy has a name, and is removed by itself', async () => {
    const { user, path } = renderApp('/findings?severity=critical&remedy=require-mfa', server());
    await user.click(await screen.findByRole('button', { name: 'Remove the filter: Work of require-mfa' }));
    await waitFor(() => expect(path()).toBe(`/findings?tenantId=${contoso.id}&severity=critical`));
    expect(document.activeElement?.getAttribute('aria-label')).toBe('List of findings');
  });

  test('are five pieces of work, and the rest on demand', async () => {
    const seven = Array.from({ length: 7 }, (_, index) => groupOf(`work-${index}`, many));
    const { user } = renderApp(
      '/findings',
      server().on(`GET ${groups}`, () => answer(seven)),
    );
    expect(await rows()).toHaveLength(5);
    await user.click(screen.getByRole('button', { name: 'Show all 7' }));
    expect(await rows()).toHaveLength(7);
    await user.click(screen.getByRole('button', { name: 'Show the first 5' }));
    expect(await rows()).toHaveLength(5);
  });

  test('says how many findings of other work are closed too', async () => {
    const closes = [{ checkId: 'a', title: 'Mail in the open', severity: 'low', isOther: true }];
    const wide = { ...first, gain: { score: 73, closes, improves: [], opens: [] } };
    renderApp(
      '/findings',
      server().on(`GET ${groups}`, () => answer([wide])),
    );
    await screen.findByText('And 1 of other work');
  });

  test('of an audit of before it was worked out has no points, and says when they come', async () => {
    const older = { ...first, points: null, gain: null };
    const told = { score: 61, scoreUnknownBecause: null, gainUnknownBecause: 'Worked out by the next scan.' };
    renderApp(
      '/findings',
      server().on(`GET ${groups}`, () => json({ groups: [older], ...told })),
    );
    await screen.findByText('Without points: Worked out by the next scan.');
    expect(screen.queryByText(/ points$/)).toBeNull();
  });

  test('has no points where no score is told, and says why', async () => {
    const untold = groupOf('require-mfa', many, { points: null });
    const why = 'This tenant has never been scanned.';
    renderApp(
      '/findings',
      server().on(`GET ${groups}`, () => answer([untold], null, why)),
    );
    await screen.findByText(new RegExp(why));
    expect(screen.queryByText(/^\+/)).toBeNull();
  });

  test('leads nowhere from findings whose checks are no longer made', async () => {
    renderApp(
      '/findings',
      server().on(`GET ${groups}`, () => answer([{ ...first, remedy: null }])),
    );
    const [one] = await rows();
    expect(within(one as HTMLElement).getByText('Findings of checks that are no longer made')).toBeDefined();
    expect(within(one as HTMLElement).queryByRole('link')).toBeNull();
  });

  test('is not there where nothing is open, nor over all tenants', async () => {
    const used = server().on(`GET ${groups}`, () => answer([]));
    const { unmount } = renderApp('/findings', used);
    await screen.findByText('Title of f0');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Do this first' })).toBeNull());
    unmount();
    localStorage.removeItem(storageKeys.tenantId);
    sessionStorage.clear();
    const overAll = server();
    renderApp('/findings', overAll);
    await screen.findByText('Title of f0');
    expect(screen.queryByRole('region', { name: 'Do this first' })).toBeNull();
    expect(overAll.requestsTo(groups)).toEqual([]);
  });

  test('says that it could not be worked out, keeps the list, and can be asked for again', async () => {
    const used = server().on(`GET ${groups}`, () => apiError('UNAVAILABLE', 'The store does not answer'));
    const { user } = renderApp('/findings', used);
    const part = within(await screen.findByRole('region', { name: 'Do this first' }));
    await part.findByText(/The store does not answer/);
    await screen.findByText('Title of f0');
    used.on(`GET ${groups}`, () => answer([first]));
    await user.click(part.getByRole('button', { name: 'Retry' }));
    expect(await rows()).toHaveLength(1);
  });
});
