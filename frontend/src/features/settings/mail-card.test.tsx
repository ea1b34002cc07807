import type { MailSettings } from '@tenantry/contract/mail-settings';
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const path = '/api/settings/mail';
const off: MailSettings = {
  ...{
    way: 'off',
    fromAddress: '',
    fromName: '',
    host: '',
    port: 587,
    security: 'starttls',
    signIn: 'password',
    user: '',
  },
  ...{
    hasPassword: false,
    unavailable: 'No mailbox is set up.',
    lastDelivery: null,
    revision: 0,
    updatedAt: null,
    updatedBy: null,
  },
};
const smtp: MailSettings = {
  ...off,
  ...{ way: 'smtp', fromAddress: 'reports@msp.example', fromName: 'Lantern', host: 'mail.msp.example', user: 'mailer' },
  ...{ hasPassword: true, unavailable: null, revision: 1 },
};
const serverWith = (settings: MailSettings) => signedInServer('admin').on(`GET ${path}`, () => json(settings));

describe('the mailbox of the installation', () => {
  test('is set once however often the form is sent, and the password is not shown again', async () => {
    const server = serverWith(off).on(`PUT ${path}`, () => json(smtp));
    const { user } = renderApp('/admin/settings', server);
    await user.click(await screen.findByRole('button', { name: 'Edit mail settings' }));
    const form = within(await screen.findByRole('dialog', { name: 'Mail settings' }));
    await user.selectOptions(form.getByLabelText('Sent by'), 'smtp');
    await user.type(form.getByLabelText(/^From: address/), 'reports@msp.example');
    await user.type(form.getByLabelText('From: name'), 'Lantern');
    await user.type(form.getByLabelText(/^Server/), 'mail.msp.example');
    await user.selectOptions(form.getByLabelText('Encryption'), 'tls');
    await user.type(form.getByLabelText('User'), 'mailer');
    await user.type(form.getByLabelText('Password'), 'hunter2');
    await user.dblClick(form.getByRole('button', { name: 'Save' }));
    await screen.findByText('Mail settings saved');
    const sent = server.requestsTo(path).filter(({ method }) => method === 'PUT');
    expect(sent.map(({ body }) => body)).toEqual([
      {
        ...{
          revision: 0,
          way: 'smtp',
          fromAddress: 'reports@msp.example',
          fromName: 'Lantern',
          host: 'mail.msp.example',
        },
        ...{ port: 465, security: 'tls', signIn: 'password', user: 'mailer', password: 'hunter2' },
      },
    ]);
    expect(document.body.textContent).not.toContain('hunter2');
  });

  test('is tested once by two clicks, and what the server answered is said', async () => {
    const refused = { to: 'ada@msp.example', isDelivered: false, answer: '535 Authentication unsuccessful' };
    const server = serverWith(smtp).on(`POST ${path}/test`, () => json(refused));
    const { user } = renderApp('/admin/settings', server);
    await user.dblClick(await screen.findByRole('button', { name: 'Send a test to me' }));
    await screen.findByText('The mail was not delivered');
    await screen.findByText('535 Authentication unsuccessful');
    expect(server.requestsTo(`${path}/test`)).toHaveLength(1);
  });

  test('tells what became of the last mail', async () => {
    const lastDelivery = { at: '2026-11-28T10:00:00.000Z', isDelivered: false, answer: '550 no such user' };
    renderApp('/admin/settings', serverWith({ ...smtp, lastDelivery }));
    await screen.findByText(/^Not delivered, .*: 550 no such user$/);
  });
});
