import type { FindingDetails, FindingEvent } from '@tenantry/contract/findings';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { storageKeys } from '../../lib/storage.ts';
import { apiError, contoso, fabrikam, json, signedInServer } from '../../testing/fake-server.ts';
import { detailsOf, finding, groupOf, listOf } from '../../testing/findings.ts';
import { renderApp } from '../../testing/render-app.tsx';

const mfa = finding(contoso, 'mfa');
const scanLogId = `${contoso.id}_scan-2`;
const event = (what: FindingEvent['what'], by: string, over: Partial<FindingEvent> = {}): FindingEvent => ({
  at: '2026-01-02T00:00:00.000Z',
  what,
  by,
  note: '',
  scanLogId: null,
  ...over,
});

/** Tells this of a finding that the list does not show. */
function serverWith(details: Partial<FindingDetails>) {
  const told = { ...detailsOf(mfa), ...details };
  return signedInServer('viewer')
    .on('GET /api/graph/findings', () => json(listOf([])))
    .on(`GET /api/findings/${mfa.id}`, () => json(told));
}

const opened = `/findings?finding=${mfa.id}`;
/** jsdom lays nothing out, so that Fluent may take the drawer itself for hidden. */
const inDrawer = { hidden: true };
const events = async () =>
  within(await screen.findByRole('list', { ...inDrawer, name: 'History of this finding' })).getAllByRole(
    'listitem',
    inDrawer,
  );

describe('the history of a finding', () => {
  beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

  test('tells what became of it and by whom, the newest first, with notes and the scan that saw it', async () => {
    const history = [
      event('back-again', 'scanner', { scanLogId }),
      event('resolved', 'Dana Doe', { note: 'One policy\nfor all' }),
      event('acceptance-ended', 'system'),
      event('resolved', 'scanner'),
      event('resolved', 're-check'),
      event('first-seen', 'scanner'),
    ];
    renderApp(opened, serverWith({ history, note: 'Kept open for the audit' }));
    const texts = (await events()).map(({ textContent }) => textContent);
    expect(texts).toEqual([
      expect.stringMatching(/^Back again by a scan/),
      expect.stringMatching(/^Resolved by Dana Doe.*One policy\nfor all$/s),
      expect.stringMatching(/^Acceptance ended(?! by)/),
      expect.stringMatching(/^Resolved: a scan no longer found it/),
      expect.stringMatching(/^Resolved by re-check/),
      expect.stringMatching(/^First seen by a scan/),
    ]);
    expect(screen.getByRole('region', { ...inDrawer, name: 'Note' }).textContent).toContain('Kept open for the audit');
    const link = screen.getByRole('link', { ...inDrawer, name: 'Changes up to this scan' });
    expect(link.getAttribute('href')).toBe(`/changes?tenantId=${contoso.id}&to=${scanLogId}`);
  });

  test('says how many events before the first were left out', async () => {
    const history = [event('resolved', 'Dana Doe'), event('first-seen', 'scanner')];
    renderApp(opened, serverWith({ history, historyOmitted: 12 }));
    const texts = (await events()).map(({ textContent }) => textContent);
    expect(texts[1]).toBe('12 events in between left out');
    expect(texts[2]).toMatch(/^First seen/);
  });
});

describe('a link to a finding', () => {
  beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

  test('opens it though the filters hide it, and is copied whole', async () => {
    const { user } = renderApp(`${opened}&severity=low`, serverWith({}));
    await user.click(await screen.findByRole('button', { ...inDrawer, name: 'Copy link to this finding' }));
    await screen.findByText('Link copied');
    expect(await navigator.clipboard.readText()).toBe(
      `${window.location.origin}/findings?tenantId=${contoso.id}&finding=${mfa.id}`,
    );
  });

  test('that could not be copied says why', async () => {
    const { user } = renderApp(opened, serverWith({}));
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Not allowed here'));
    await user.click(await screen.findByRole('button', { ...inDrawer, name: 'Copy link to this finding' }));
    await screen.findByText('Not allowed here');
  });

  test.each([
    ['is gone', () => apiError('NOT_FOUND', 'There is no such finding.')],
    ['never was', () => apiError('INVALID_INPUT', 'Must be an id as this API gave it out')],
  ])('says so where the finding %s', async (_, answer) => {
    renderApp(opened, serverWith({}).on(`GET /api/findings/${mfa.id}`, answer));
    await screen.findByText('There is no such finding.');
    expect(screen.queryByRole('button', { ...inDrawer, name: 'Retry' })).toBeNull();
  });

  test('says so where the finding belongs to another tenant, and asks nothing about it', async () => {
    const theirs = finding(fabrikam, 'theirs');
    const server = serverWith({});
    renderApp(`/findings?finding=${theirs.id}`, server);
    await screen.findByText('This finding belongs to another tenant.');
    expect(server.requestsTo(`/api/findings/${theirs.id}`)).toEqual([]);
  });
});

describe('the remedy of a finding', () => {
  beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

  test('is named with its article and the others that it mends, to which a link leads', async () => {
    const others = [mfa, finding(contoso, 'b'), finding(contoso, 'c')];
    const group = groupOf('require-mfa', others);
    const server = serverWith({}).on('GET /api/findings/groups', () =>
      json({ groups: [group], score: 61, scoreUnknownBecause: null, gainUnknownBecause: null }),
    );
    const { user, path } = renderApp(opened, server);
    const part = within(await screen.findByRole('region', { ...inDrawer, name: 'Recommendation' }));
    expect(part.getByRole('link', { ...inDrawer, name: /^How to fix this/ }).getAttribute('href')).toBe(
      '/help?article=require-mfa',
    );
    await user.click(await part.findByRole('link', { ...inDrawer, name: 'Also fixes 2 other findings' }));
    await waitFor(() => expect(path()).toBe(`/findings?tenantId=${contoso.id}&status=open&remedy=require-mfa`));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('is not told where the catalog no longer has the check', async () => {
    renderApp(opened, serverWith({ remedy: null }));
    const part = within(await screen.findByRole('region', { ...inDrawer, name: 'Recommendation' }));
    expect(part.queryByRole('link', inDrawer)).toBeNull();
  });
});
