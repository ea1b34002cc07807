import { type PriceList, WorkKind, type WorkPrice } from '@tenantry/contract/price-list';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { apiError, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const path = '/api/settings/price-list';
const mfa: WorkPrice = {
  id: 'require-mfa',
  title: 'Require MFA for every sign-in',
  kind: 'conditional-access',
  hours: 4,
  size: { hours: 1, per: 100, each: '100 users' },
  why: 'One policy for everybody',
};
const auditing: WorkPrice = {
  id: 'mailbox-auditing',
  title: 'Turn on mailbox auditing',
  kind: 'exchange',
  hours: 0.5,
  size: null,
  why: 'Two switches',
};
const defaults: PriceList = {
  currency: 'USD',
  rates: WorkKind.options.map((kind) => ({ kind, hourlyRate: 150 })),
  work: [mfa, auditing],
  carriedOver: [],
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
const server = (list: PriceList = defaults) => signedInServer().on(`GET ${path}`, () => json(list));
const card = async () => within(await screen.findByRole('region', { name: 'Price list' }));
const textsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
const putsTo = (used: ReturnType<typeof server>) =>
  used
    .requestsTo(path)
    .filter(({ method }) => method === 'PUT')
    .map(({ body }) => body);

async function openDialog(used: ReturnType<typeof server>, opener: string, title: string) {
  const app = renderApp('/admin/settings', used);
  await app.user.click(await (await card()).findByRole('button', { name: opener }));
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  const type = (label: string, value: string) => fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  const button = dialog.getByText('Save');
  return { ...app, dialog, type, save: () => fireEvent.click(button) };
}
const openHours = (used: ReturnType<typeof server>, { title } = mfa) =>
  openDialog(used, `Edit hours: ${title}`, `Edit hours: ${title}`);
const openRates = (used: ReturnType<typeof server>) => openDialog(used, 'Edit rates', 'Edit hourly rates');

describe('the price list', () => {
  test('shows hours, kind and price of each remedy and why, and that these are defaults', async () => {
    renderApp('/admin/settings', server());
    const shown = await card();
    await shown.findByText('These are default prices. Nobody has edited them yet.');
    const table = within(shown.getByRole('table', { name: 'Hours by remedy' }));
    const [, first, second] = table.getAllByRole('row');
    expect(first && textsOf(first).slice(0, 4)).toEqual([
      'Require MFA for every sign-inOne policy for everybody',
      'Conditional Access policies',
      '4 + 1 per 100 users',
      '$600',
    ]);
    expect(second && textsOf(second).slice(2, 4)).toEqual(['0.5', '$75']);
    expect(shown.getByText('$150 an hour for every kind of work')).toBeDefined();
    expect(shown.queryByRole('button', { name: /^Show all/ })).toBeNull();
  });

  test('shows each rate where they differ, and the rest of a long list on demand', async () => {
    const rates = defaults.rates.map((one, index) => ({ ...one, hourlyRate: 100 + index }));
    const work = Array.from({ length: 12 }, (_, index) => ({ ...auditing, id: `r-${index}`, title: `Work ${index}` }));
    const { user } = renderApp('/admin/settings', server(saved({ rates, work })));
    const shown = await card();
    const table = within(await shown.findByRole('table', { name: 'Hourly rates' }));
    expect(table.getAllByRole('row')).toHaveLength(WorkKind.options.length + 1);
    expect(shown.queryByText('Work 11')).toBeNull();
    await user.click(shown.getByRole('button', { name: 'Show all 12' }));
    expect(shown.getByText('Work 11')).toBeDefined();
  });

  test('finds work by its words', async () => {
    const { user } = renderApp('/admin/settings', server());
    const shown = await card();
    const search = await shown.findByRole('searchbox', { name: 'Search work' });
    await user.type(search, 'switches');
    await waitFor(() => expect(shown.queryByText(mfa.title)).toBeNull());
    expect(shown.getByText(auditing.title)).toBeDefined();
    await user.type(search, ' of nothing');
    await shown.findByText('No work fits the search.');
  });

  test('saves the hours of one remedy once however often Save is pressed, and is no default any more', async () => {
    const waiting = Promise.withResolvers<Response>();
    const used = server().on(`PUT ${path}`, () => waiting.promise);
    const { type, save } = await openHours(used);
    type('Hours', '6.5');
    type('Additional hours per 100 users', '0.5');
    save();
    save();
    const edited = { ...mfa, hours: 6.5, size: { hours: 0.5, per: 100, each: '100 users' } };
    waiting.resolve(json(saved({ work: [edited, auditing] })));
    await screen.findByText('Settings Updated');
    expect(putsTo(used)).toEqual([{ revision: 0, work: [{ id: 'require-mfa', hours: 6.5, sizeHours: 0.5 }] }]);
    const shown = await card();
    await shown.findByText(/^Last updated: .* by dana$/);
    expect(shown.getByText('6.5 + 0.5 per 100 users')).toBeDefined();
    expect(shown.queryByText(/default prices/)).toBeNull();
  });

  test('asks for no hours by size of work of which size makes no difference', async () => {
    const used = server().on(`PUT ${path}`, () => json(saved({})));
    const { type, save, dialog } = await openHours(used, auditing);
    expect(dialog.queryByLabelText(/^Additional hours/)).toBeNull();
    type('Hours', '1');
    save();
    await screen.findByText('Settings Updated');
    expect(putsTo(used)).toEqual([{ revision: 0, work: [{ id: 'mailbox-auditing', hours: 1 }] }]);
  });

  test('saves the rates of kinds of work', async () => {
    const rates = defaults.rates.map((one) => (one.kind === 'mail-dns' ? { ...one, hourlyRate: 99 } : one));
    const used = server().on(`PUT ${path}`, () => json(saved({ rates })));
    const { type, save } = await openRates(used);
    type('Mail records in DNS', '99');
    save();
    await screen.findByText('Settings Updated');
    expect(putsTo(used)).toEqual([{ revision: 0, rates }]);
  });

  test.each([
    ['Hours', '', /number of hours/],
    ['Hours', '0', /at least 0.25/],
    ['Hours', '1.1', /quarter hours/],
    ['Additional hours per 100 users', '-1', /at least 0/],
  ])('sends nothing where %s is "%s", and says at the field what is wrong', async (label, value, message) => {
    const used = server();
    const { type, save, dialog } = await openHours(used);
    type(label, value);
    save();
    await dialog.findByText(message);
    expect(putsTo(used)).toEqual([]);
  });

  test.each([
    ['12.5', /whole dollars/],
    ['-1', /at least 0/],
    ['10001', /at most 10,000/],
  ])('sends no rate of "%s", and says at the field what is wrong', async (value, message) => {
    const used = server();
    const { type, save, dialog } = await openRates(used);
    type('Mail records in DNS', value);
    save();
    await dialog.findByText(message);
    expect(putsTo(used)).toEqual([]);
  });

  test('says which hours were carried over from a list by kind of work', async () => {
    renderApp('/admin/settings', server(saved({ carriedOver: [{ kind: 'mail-dns', hours: 4, defaultHours: 2 }] })));
    await (await card()).findByText(/carried over in proportion: Mail records in DNS \(4 instead of 2\)/);
  });

  test('that somebody else changed meanwhile is not overwritten: the dialog says so, and the card shows theirs', async () => {
    const message = 'Somebody else changed the price list meanwhile. Reload it and make your change again.';
    const used = server().on(`PUT ${path}`, () => apiError('CONFLICT', message));
    const { type, save, dialog } = await openHours(used);
    used.on(`GET ${path}`, () => json(saved({ updatedBy: 'tess' })));
    type('Hours', '5');
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
    expect(screen.queryByRole('button', { name: 'Edit rates' })).toBeNull();
  });
});
