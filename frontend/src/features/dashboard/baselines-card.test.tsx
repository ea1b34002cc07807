import type { BaselineStanding } from '@tenantry/contract/alignment';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { storageKeys } from '../../lib/storage.ts';
import { contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { unscanned } from '../../testing/tenant-summaries.ts';

beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

const essentials: BaselineStanding = {
  ...{ baselineId: 'essentials', baselineName: 'Essentials', state: 'deviating' },
  ...{ aligned: 20, excepted: 2, deviating: 9, notKnown: 2, notRequired: 0 },
  ...{ percent: 66, gravest: 'critical', exceptedUntil: '2027-01-31T12:00:00.000Z' },
};
const scuba: BaselineStanding = {
  ...essentials,
  ...{ baselineId: 'scuba', baselineName: 'SCuBA', state: 'notKnown', percent: null, gravest: null },
  ...{ aligned: 0, excepted: 0, deviating: 0, notKnown: 70, exceptedUntil: null },
};
const server = (role: 'admin' | 'viewer', baselines: BaselineStanding[]) =>
  signedInServer(role).on(`GET /api/tenant/${contoso.id}/summary`, () =>
    json({ ...unscanned({ baselines }), latestScan: null, meanScanDurationMs: null }),
  );

test('the dashboard says of each baseline how the tenant stands, and administrators open its checks', async () => {
  renderApp('/dashboard', server('admin', [essentials, scuba]));
  const list = within(await screen.findByRole('list', { name: 'Baselines' }, { timeout: 5000 }));
  const [first, second] = list.getAllByRole('listitem').map(({ textContent }) => textContent ?? '');
  expect(first).toMatch(/Deviating.*Essentials.*66%.*9 checks deviating · 2 not known · 2 excepted, first until/);
  expect(second).toMatch(/SCuBA.*Not known.*70 not known/);
  const link = list.getByRole('link', { name: 'Essentials' });
  expect(link.getAttribute('href')).toBe(`/admin/baselines?of=${contoso.id}+essentials`);
});

test('a viewer reads the same without the way to the page of administrators', async () => {
  renderApp('/dashboard', server('viewer', [essentials]));
  const list = within(await screen.findByRole('list', { name: 'Baselines' }, { timeout: 5000 }));
  list.getByText('66%');
  expect(list.queryByRole('link')).toBeNull();
});
