import type { FindingDetails } from '@tenantry/contract/findings';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { storageKeys } from '../../lib/storage.ts';
import { offeredRisk } from '../../testing/client-room.ts';
import { contoso, type FakeServer, json, signedInServer } from '../../testing/fake-server.ts';
import { detailsOf, finding, listOf } from '../../testing/findings.ts';
import { renderApp } from '../../testing/render-app.tsx';

const found = finding(contoso, 'mfa');
const page = `/findings?tenantId=${contoso.id}&finding=${found.id}`;
const path = `/api/findings/${found.id}/risk-offer`;
const offer = offeredRisk({ id: found.id });
const consequence = 'Somebody with a stolen password can read all mail.';

function serverWith(riskOffer: FindingDetails['riskOffer'], role: 'admin' | 'technician' = 'admin'): FakeServer {
  return signedInServer(role)
    .on('GET /api/graph/findings', () => json(listOf([found])))
    .on(`GET /api/findings/${found.id}`, () => json({ ...detailsOf(found), riskOffer }));
}

describe('the risk of a finding', () => {
  beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

  test('is offered to the client once, in plain words and until a day', async () => {
    const server = serverWith(null).on(`POST ${path}`, () => json({ ...offer, consequence }));
    const { user } = renderApp(page, server);
    await user.click(await screen.findByRole('button', { name: 'Offer to the client…', hidden: true }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Offer this risk to the client' }));
    await user.click(dialog.getByRole('button', { name: 'Offer to the client' }));
    await dialog.findByText(/Say in plain words what can happen/);
    await user.type(dialog.getByRole('textbox'), consequence);
    server.on(`GET /api/findings/${found.id}`, () =>
      json({ ...detailsOf(found), riskOffer: { ...offer, consequence } }),
    );
    await user.dblClick(dialog.getByRole('button', { name: 'Offer to the client' }));
    await screen.findByText(/^Waiting for the client since .* offered by Dana Doe/);
    expect(server.requestsTo(path).map(({ body }) => body)).toEqual([{ consequence, until: expect.any(String) }]);
    expect(screen.queryByRole('button', { name: 'Offer to the client…', hidden: true })).toBeNull();
  });

  test('is offered in the words of the management summary, unless others are chosen', async () => {
    const server = signedInServer('admin')
      .on('GET /api/graph/findings', () => json(listOf([found])))
      .on(`GET /api/findings/${found.id}`, () => json({ ...detailsOf(found), clientRisk: consequence }));
    const { user } = renderApp(page, server);
    await user.click(await screen.findByRole('button', { name: 'Offer to the client…', hidden: true }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Offer this risk to the client' }));
    expect(dialog.getByRole('textbox')).toHaveProperty('value', consequence);
  });

  test('is not offered for longer than a year', async () => {
    const server = serverWith(null);
    const { user } = renderApp(page, server);
    await user.click(await screen.findByRole('button', { name: 'Offer to the client…', hidden: true }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Offer this risk to the client' }));
    await user.type(dialog.getByRole('textbox'), consequence);
    const day = dialog.getByLabelText('Accepted until');
    await user.clear(day);
    await user.type(day, '2099-01-01');
    await user.click(dialog.getByRole('button', { name: 'Offer to the client' }));
    await dialog.findByRole('alert');
    expect(server.requestsTo(path)).toEqual([]);
  });

  test('that the client was offered is taken back', async () => {
    const server = serverWith(offer);
    const outcome = { answer: 'withdrawn', by: 'Dana Doe', at: '2026-01-05T09:00:00.000Z', comment: null } as const;
    server.on(`DELETE ${path}`, () => {
      server.on(`GET /api/findings/${found.id}`, () => json({ ...detailsOf(found), riskOffer: { ...offer, outcome } }));
      return json({ ...offer, outcome });
    });
    const { user } = renderApp(page, server);
    await user.dblClick(await screen.findByRole('button', { name: 'Take back the offer', hidden: true }));
    await screen.findByText(/^Taken back before the client answered: Dana Doe/);
    expect(server.requestsTo(path)).toHaveLength(1);
  });

  test('is offered by administrators alone; technicians read what became of it', async () => {
    const outcome = { answer: 'declined', by: 'Jane Doe', at: '2026-01-05T09:00:00.000Z', comment: 'No.' } as const;
    renderApp(page, serverWith({ ...offer, outcome }, 'technician'));
    await screen.findByText(/^The client declined: Jane Doe/);
    screen.getByText('“No.”');
    expect(screen.queryByRole('button', { name: /Offer to the client|Take back/, hidden: true })).toBeNull();
  });
});
