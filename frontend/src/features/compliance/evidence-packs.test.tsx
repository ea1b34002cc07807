import type { Role } from '@tenantry/contract/auth';
import type { EvidencePack } from '@tenantry/contract/evidence';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { storageKeys } from '../../lib/storage.ts';
import { apiError, contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const pack = (over: Partial<EvidencePack> = {}): EvidencePack => ({
  packId: `${contoso.id}_evidence-1`,
  tenantId: contoso.id,
  frameworkId: 'cis-m365',
  snapshot: 'redacted',
  status: 'ready',
  error: null,
  fileName: 'Evidence_Contoso_cis-m365_2026-01-02.zip',
  sizeBytes: 40_000,
  sha256: '0'.repeat(64),
  keyId: 'key',
  timeStampedBy: null,
  noTimeStampBecause: null,
  requestedAt: '2026-01-02T03:04:00.000Z',
  createdAt: '2026-01-02T03:04:05.000Z',
  madeBy: 'ada',
  auditedAt: '2026-01-02T03:00:00.000Z',
  isSimulated: false,
  shared: null,
  ...over,
});

const summary = {
  ...{ id: 'cis-m365', name: 'CIS in full', shortName: 'CIS', version: '1', publisher: 'Publisher' },
  ...{ source: 'https://publisher.example', mapping: { by: 'publisher', note: 'Note.' } },
  counts: { met: 0, supported: 0, partlyMet: 0, notMet: 0, couldNotJudge: 0, notApplicable: 0, notAssessed: 0 },
  coverage: { total: 0, assessed: 0, judged: 0 },
};
const audited = { tenantId: contoso.id, auditedAt: '2026-01-02T03:04:00.000Z', reason: null, isSimulated: false };

const serverWith = (role: Role, packs: () => EvidencePack[]) =>
  signedInServer(role)
    .on('GET /api/compliance', () => json({ ...audited, frameworks: [summary] }))
    .on('GET /api/compliance/cis-m365', () => json({ ...audited, framework: summary, groups: [], controls: [] }))
    .on('GET /api/evidence/packs', () => json({ items: packs() }));

beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

async function openDialog(server: ReturnType<typeof serverWith>) {
  const app = renderApp('/compliance', server);
  await app.user.click(await screen.findByRole('button', { name: 'Evidence pack' }));
  return { ...app, dialog: within(await screen.findByRole('dialog', { name: 'Make evidence pack' })) };
}

describe('evidence packs', () => {
  test('are made of the chosen framework, redacted by default, and listed while and once they are made', async () => {
    let items: EvidencePack[] = [];
    const server = serverWith('technician', () => items).on('POST /api/evidence/packs', () => {
      items = [pack({ status: 'running', createdAt: null, sizeBytes: null })];
      return json(items[0], 202);
    });
    const { dialog, user } = await openDialog(server);
    expect(dialog.getByRole('radio', { name: /^Whole snapshot/ })).toHaveProperty('disabled', true);
    await user.click(dialog.getByRole('button', { name: 'Make pack' }));
    const table = within(await screen.findByRole('table', { name: 'Evidence packs' }));
    await table.findByText('Being made…');
    const [sent] = server.requestsTo('/api/evidence/packs').filter(({ method }) => method === 'POST');
    expect(sent?.body).toMatchObject({ frameworkId: 'cis-m365', snapshot: 'redacted', requestId: expect.any(String) });
    items = [pack({ noTimeStampBecause: 'tsa.example did not answer.' })];
    await table.findByText('Signed, no time stamp', undefined, { timeout: 5_000 });
    expect(table.getByText('tsa.example did not answer.')).toBeDefined();
    expect(table.getByRole('button', { name: /^Download: CIS Microsoft 365 v7 of/ })).toBeDefined();
  });

  test('with the whole snapshot are an administrator’s choice', async () => {
    const server = serverWith('admin', () => []).on('POST /api/evidence/packs', () =>
      json(pack({ snapshot: 'whole' }), 201),
    );
    const { dialog, user } = await openDialog(server);
    await user.click(dialog.getByRole('radio', { name: /^Whole snapshot/ }));
    await user.click(dialog.getByRole('button', { name: 'Make pack' }));
    await screen.findByText('Evidence pack ready');
    const sent = server.requestsTo('/api/evidence/packs').find(({ method }) => method === 'POST');
    expect(sent?.body).toMatchObject({ snapshot: 'whole' });
  });

  test('are shared with the client where they are redacted, and whole ones are no technician’s', async () => {
    let shared: EvidencePack['shared'] = null;
    const whole = pack({ packId: `${contoso.id}_evidence-2`, snapshot: 'whole', frameworkId: 'nist-csf' });
    const path = `/api/evidence/packs/${contoso.id}_evidence-1/shared`;
    const server = serverWith('technician', () => [pack({ shared }), whole]).on(`PUT ${path}`, () => {
      shared = { at: '2026-01-03T00:00:00.000Z', by: 'ada' };
      return json(pack({ shared }));
    });
    const { user } = renderApp('/compliance', server);
    const table = within(await screen.findByRole('table', { name: 'Evidence packs' }));
    expect(table.getAllByRole('button', { name: /^Download/ })).toHaveLength(1);
    await user.click(table.getByRole('button', { name: /^Share with client/ }));
    await table.findByText('Shared with the client by ada');
    expect(server.requestsTo(path)[0]?.body).toEqual({ shared: true });
  });

  test('are no viewer’s to make, that failed say why, and that cannot be loaded say so', async () => {
    const failed = pack({ status: 'failed', error: 'Scan the tenant, then make the pack.' });
    const { unmount } = renderApp(
      '/compliance',
      serverWith('viewer', () => [failed]),
    );
    await screen.findByText('Failed. Scan the tenant, then make the pack.');
    expect(screen.queryByRole('button', { name: 'Evidence pack' })).toBeNull();
    unmount();
    const broken = serverWith('viewer', () => []).on('GET /api/evidence/packs', () => apiError('INTERNAL', 'Broken'));
    renderApp('/compliance', broken);
    await waitFor(() => expect(screen.getByText('The evidence packs could not be loaded')).toBeDefined());
  });
});
