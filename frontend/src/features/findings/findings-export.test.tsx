import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { storageKeys } from '../../lib/storage.ts';
import { apiError, contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { finding, listOf } from '../../testing/findings.ts';
import { renderApp } from '../../testing/render-app.tsx';

const list = '/api/graph/findings';
const ofTenant = `/api/tenant/${contoso.id}/findings/download`;
const ofAll = '/api/findings/export';
const exportButton = () => screen.findByRole('button', { name: /Export Report/ });
const file = (name: string) => () =>
  new Response('a,b', { headers: { 'content-disposition': `attachment; filename="${name}"` } });

describe('exporting findings', () => {
  let names: string[] = [];
  beforeEach(() => {
    names = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined });
  });
  afterEach(() => vi.restoreAllMocks());

  test('saves those that the list is filtered to, in its order, under the name that the server gave', async () => {
    localStorage.setItem(storageKeys.tenantId, contoso.id);
    const server = signedInServer()
      .on(`GET ${list}`, () => json(listOf([finding(contoso, 'a'), finding(contoso, 'b')], { total: 23 })))
      .on(`GET ${ofTenant}`, file('Findings_Named.csv'));
    const address = '/findings?status=open&severity=critical&remedy=require-mfa&search=mfa&sort=title&direction=desc';
    const { user } = renderApp(address, server);
    await screen.findByText('Title of a');
    await user.click(await exportButton());
    await user.click(await screen.findByRole('menuitem', { name: 'Export these 23 (CSV)' }));
    await waitFor(() => expect(names).toEqual(['Findings_Named.csv']));
    const asked = server.requestsTo(ofTenant).map(({ query, tenantId }) => [Object.fromEntries(query), tenantId]);
    const filters = { status: 'open', severity: 'critical', remedy: 'require-mfa', search: 'mfa' };
    expect(asked).toEqual([[{ format: 'csv', ...filters, sort: 'title', direction: 'desc' }, contoso.id]]);
  });

  test('saves those of all tenants where none is selected', async () => {
    const server = signedInServer()
      .on(`GET ${list}`, () => json(listOf([finding(contoso, 'a')])))
      .on(`GET ${ofAll}`, file('Findings.json'));
    const { user } = renderApp('/findings?category=mfa', server);
    await screen.findByText('Title of a');
    await user.click(await exportButton());
    await user.click(await screen.findByRole('menuitem', { name: 'Export this finding (JSON)' }));
    await waitFor(() => expect(names).toEqual(['Findings.json']));
    const asked = server.requestsTo(ofAll).map(({ query, tenantId }) => [Object.fromEntries(query), tenantId]);
    expect(asked).toEqual([[{ format: 'json', category: 'mfa' }, null]]);
  });

  test('says why a file failed', async () => {
    const server = signedInServer()
      .on(`GET ${list}`, () => json(listOf([finding(contoso, 'a')])))
      .on(`GET ${ofAll}`, () => apiError('UNAVAILABLE', 'The store does not answer'));
    const { user } = renderApp('/findings', server);
    await screen.findByText('Title of a');
    await user.click(await exportButton());
    await user.click(await screen.findByRole('menuitem', { name: /CSV/ }));
    await screen.findByText('The store does not answer');
    expect(names).toEqual([]);
  });

  test.each([
    ['nothing matches', 0, 'There are no findings to export.'],
    ['too many match', 10_001, 'A file holds at most 10,000 findings: filter the list first.'],
  ])('is not offered where %s, and says so', async (_, total, why) => {
    const page = { ...listOf([finding(contoso, 'a')]), total };
    const server = signedInServer().on(`GET ${list}`, () => json(page));
    const { user } = renderApp('/findings', server);
    await screen.findByText(/^(No findings match|Showing)/);
    expect((await exportButton()).getAttribute('aria-disabled')).toBe('true');
    await user.hover(await exportButton());
    await screen.findByText(why);
  });
});
