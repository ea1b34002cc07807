import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const path = '/api/settings/evidence-time-stamp';

test('an administrator names the time stamp authority of evidence packs, by an https address', async () => {
  const off = { url: null, updatedAt: null, updatedBy: null };
  const on = { url: 'https://tsa.example/tsr', updatedAt: '2026-01-02T00:00:00.000Z', updatedBy: 'ada' };
  const server = signedInServer()
    .on(`GET ${path}`, () => json(off))
    .on(`PUT ${path}`, () => json(on));
  const { user } = renderApp('/admin/settings', server);
  const region = await screen.findByRole('region', { name: 'Time stamp of evidence packs' }, { timeout: 10_000 });
  const card = within(region);
  await card.findByText('Off: packs are signed, and have no time stamp.');
  await user.click(card.getByRole('button', { name: 'Edit time stamp' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Time stamp of evidence packs' }));
  const address = dialog.getByRole('textbox', { name: 'Address of the authority' });
  await user.type(address, 'http://tsa.example');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText('Must be an https address');
  await user.clear(address);
  await user.type(address, 'https://tsa.example/tsr');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await card.findByText('https://tsa.example/tsr');
  const sent = server.requestsTo(path).filter(({ method }) => method === 'PUT');
  expect(sent.map(({ body }) => body)).toEqual([{ url: 'https://tsa.example/tsr' }]);
});
