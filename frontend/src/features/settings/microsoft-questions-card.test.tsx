import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const path = '/api/settings/microsoft-questions';

test('an administrator has each scan ask Microsoft', async () => {
  const off = { atEachScan: false, updatedAt: null, updatedBy: null };
  const on = { atEachScan: true, updatedAt: '2026-01-02T00:00:00.000Z', updatedBy: 'ada' };
  const server = signedInServer()
    .on(`GET ${path}`, () => json(off))
    .on(`PUT ${path}`, () => json(on));
  const { user } = renderApp('/admin/settings', server);
  const card = within(
    await screen.findByRole('region', { name: 'Conditional Access, held against Microsoft' }, { timeout: 10_000 }),
  );
  const choice = await card.findByRole('switch', { name: 'Ask Microsoft at each scan' });
  expect(choice).toHaveProperty('checked', false);
  await user.click(choice);
  await card.findByText(/^Last updated: .* by ada$/);
  expect(choice).toHaveProperty('checked', true);
  expect(server.requestsTo(path).find(({ method }) => method === 'PUT')?.body).toEqual({ atEachScan: true });
});
