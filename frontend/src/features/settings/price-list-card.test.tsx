import { type PriceList, WorkKind } from '@tenantry/contract/price-list';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { apiError, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const path = '/api/settings/price-list';
const defaults: PriceList = {
  currency: 'USD',
  work: WorkKind.options.map((kind) => ({ kind, hours: 2, hourlyRate: 150 })),
  isDefault: true,
  revision: 0,
  updatedAt: null,
  updatedBy: null,
};
const saved = (list: Partial<PriceList>) => ({
  ...defaults,
  isDefault: false,
  revision: 1,
  updatedAt: '2026-03-04T12:00:00.000Z',
  updatedBy: 'dana',
  ...list,
});
const server = () => signedInServer().on(`GET ${path}`, () => json(defaults));
const card = async () => within(await screen.findByRole('region', { name: 'Price list' }));

async function openDialog(used: ReturnType<typeof server>) {
  const app = renderApp('/admin/settings', used);
  await app.user.click(await (await card()).findByRole('button', { name: 'Edit prices' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit price list' }));
  const row = within(dialog.getByRole('group', { name: 'Mail records in DNS', hidden: true }));
  const type = (label: string, value: string) => fireEvent.change(row.getByLabelText(label), { target: { value } });
  return { ...app, dialog, row, type, save: () => fireEvent.click(dialog.getByText('Save')) };
}

describe('the price list', () => {
  test('shows hours, rate and price of each kind of work, and that these are defaults', async () => {
    renderApp('/admin/settings', server());
    const shown = await card();
    await shown.findByText('These are default prices. Nobody has edited them yet.');
    const row = within(shown.getByRole('row', { name: /Conditional Access policies/ }));
    expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      'Conditional Access policies',
      '2',
      '$150',
      '$300',
    ]);
    expect(shown.getAllByRole('row')).toHaveLength(WorkKind.options.length + 1);
  });

  test('is saved once however often Save is pressed, and is no default any more', async () => {
    const waiting = Promise.withResolvers<Response>();
    const used = server().on(`PUT ${path}`, () => waiting.promise);
    const { type, dialog } = await openDialog(used);
    type('Hours', '3.5');
    type('USD per hour', '99');
    const button = dialog.getByText('Save');
    fireEvent.click(button);
    fireEvent.click(button);
    const work = defaults.work.map((one) => (one.kind === 'mail-dns' ? { ...one, hours: 3.5, hourlyRate: 99 } : one));
    waiting.resolve(json(saved({ work })));
    await screen.findByText('Settings Updated');
    const put = used.requestsTo(path).filter(({ method }) => method === 'PUT');
    expect(put.map(({ body }) => body)).toEqual([{ revision: 0, work }]);
    const shown = await card();
    await shown.findByText(/^Last updated: .* by dana$/);
    expect(shown.queryByText(/default prices/)).toBeNull();
  });

  test.each([
    ['Hours', '', /number of hours/],
    ['Hours', '0', /at least 0.25/],
    ['Hours', '1.1', /quarter hours/],
    ['USD per hour', '12.5', /whole dollars/],
    ['USD per hour', '-1', /at least 0/],
    ['USD per hour', '10001', /at most 10,000/],
  ])('sends nothing where %s is "%s", and says at the field what is wrong', async (label, value, message) => {
    const used = server().on(`PUT ${path}`, () => json(saved({})));
    const { type, save, row } = await openDialog(used);
    type(label, value);
    save();
    await row.findByText(message);
    expect(used.requestsTo(path).some(({ method }) => method === 'PUT')).toBe(false);
  });

  test('that somebody else changed meanwhile is not overwritten: the dialog says so, and the card shows theirs', async () => {
    const message = 'Somebody else changed the price list meanwhile. Reload it and make your change again.';
    const used = server().on(`PUT ${path}`, () => apiError('CONFLICT', message));
    const { type, save, dialog } = await openDialog(used);
    used.on(`GET ${path}`, () => json(saved({ updatedBy: 'tess' })));
    type('Hours', '4');
    save();
    await dialog.findByText(new RegExp(message));
    await screen.findByText(/by tess$/);
  });

  test('that cannot be loaded says so', async () => {
    renderApp(
      '/admin/settings',
      signedInServer().on(`GET ${path}`, () => apiError('UNAVAILABLE', 'Later')),
    );
    await screen.findByText('The price list could not be loaded');
    expect(screen.queryByRole('button', { name: 'Edit prices' })).toBeNull();
  });
});
