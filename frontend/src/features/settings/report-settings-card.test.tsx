import type { ReportSettings } from '@tenantry/contract/report-settings';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { apiError, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const path = '/api/settings/reports';
const untouched: ReportSettings = {
  organizationName: null,
  color: null,
  logo: null,
  timeZone: null,
  revision: 0,
  updatedAt: null,
  updatedBy: null,
};
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"/>';
const chosen: ReportSettings = {
  organizationName: 'Northwind Managed Services',
  color: '#7a1f5c',
  logo: { contentType: 'image/svg+xml', base64: btoa(svg), width: 20, height: 10 },
  timeZone: 'Europe/Berlin',
  revision: 3,
  updatedAt: '2026-03-04T12:00:00.000Z',
  updatedBy: 'dana',
};
const server = (settings: ReportSettings = untouched) => signedInServer().on(`GET ${path}`, () => json(settings));
const card = async () => within(await screen.findByRole('region', { name: 'Reports' }));
const puts = (used: ReturnType<typeof server>) =>
  used
    .requestsTo(path)
    .filter(({ method }) => method === 'PUT')
    .map(({ body }) => body);

async function openDialog(used: ReturnType<typeof server>) {
  const app = renderApp('/admin/settings', used);
  await app.user.click(await (await card()).findByRole('button', { name: 'Edit report settings' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit report settings' }));
  const type = (label: string, value: string) => fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  const choose = (file: File) =>
    fireEvent.change(dialog.getByLabelText('Logo file'), { target: { files: { item: () => file } } });
  return { ...app, dialog, type, choose, save: () => fireEvent.click(dialog.getByText('Save')) };
}

describe('the settings of reports', () => {
  test('show name, color, logo with its size, time zone, and how the title page begins', async () => {
    renderApp('/admin/settings', server(chosen));
    const shown = await card();
    await shown.findByText('SVG, 1 KB, 20 × 10 pixels');
    for (const text of ['Northwind Managed Services', '#7a1f5c', 'Europe/Berlin'])
      expect(shown.getByText(text)).toBeDefined();
    const preview = within(shown.getByRole('figure', { name: 'Preview of the title page' }));
    expect(preview.getByText('Prepared by Northwind Managed Services')).toBeDefined();
    expect(preview.getByRole('img', { name: 'Logo' }).getAttribute('src')).toBe(`${path}/logo?revision=3`);
    expect(shown.getByText(/^Last updated: .* by dana$/)).toBeDefined();
  });

  test('say what holds where nobody has chosen anything', async () => {
    renderApp('/admin/settings', server());
    const shown = await card();
    await shown.findByText('None of its own');
    expect(shown.getByText('UTC (default)')).toBeDefined();
    expect(shown.queryByText(/^Last updated/)).toBeNull();
  });

  test('are saved once however often Save is pressed, and only what was changed is sent', async () => {
    const waiting = Promise.withResolvers<Response>();
    const used = server(chosen).on(`PUT ${path}`, () => waiting.promise);
    const { type, dialog } = await openDialog(used);
    type('Organization name', 'Fourth Coffee IT');
    const button = dialog.getByText('Save');
    fireEvent.click(button);
    fireEvent.click(button);
    waiting.resolve(json({ ...chosen, organizationName: 'Fourth Coffee IT', revision: 4 }));
    await screen.findByText('Settings Updated');
    expect(puts(used)).toEqual([{ revision: 3, organizationName: 'Fourth Coffee IT' }]);
    await (await card()).findByText('Prepared by Fourth Coffee IT');
  });

  test('preview what is typed, and warn of a color that is hard to read', async () => {
    const { type, dialog } = await openDialog(server());
    type('Organization name', 'Fourth Coffee IT');
    await dialog.findByText('Prepared by Fourth Coffee IT');
    type('Color', '#ffd700');
    await dialog.findByText(/^Contrast with white paper: 1\.4:1\. .* choose a darker one\.$/);
    fireEvent.change(dialog.getByLabelText('Pick a color'), { target: { value: '#0f6cbd' } });
    await dialog.findByText(/^Contrast with white paper: 5\.4:1\. .* easy to read\.$/);
    expect(dialog.getByLabelText<HTMLInputElement>('Color').value).toBe('#0f6cbd');
  });

  test('say at the color that it is none, and send nothing', async () => {
    const used = server();
    const { type, save, dialog } = await openDialog(used);
    type('Color', 'red');
    save();
    await dialog.findByText('Must be a color such as #0f6cbd');
    expect(puts(used)).toEqual([]);
  });

  test('take a logo, and say in the server’s words why it is none', async () => {
    const message = 'The SVG holds a script. Export it without.';
    const used = server().on(`PUT ${path}`, () => apiError('INVALID_INPUT', message, [{ path: 'logo', message }]));
    const { choose, save, dialog } = await openDialog(used);
    choose(new File([svg], 'logo.svg', { type: 'image/svg+xml' }));
    await dialog.findByText('SVG, 1 KB');
    expect(dialog.getByText('The SVG logo is shown here once it is saved.')).toBeDefined();
    save();
    await dialog.findByText(message);
    expect(puts(used)).toEqual([{ revision: 0, logo: { contentType: 'image/svg+xml', base64: btoa(svg) } }]);
  });

  test('refuse another kind of file before anything is sent', async () => {
    const { choose, dialog } = await openDialog(server());
    choose(new File(['x'], 'logo.gif', { type: 'image/gif' }));
    await dialog.findByText('Choose a PNG or an SVG file.');
    expect(dialog.getByText('None')).toBeDefined();
  });

  test('take the logo away, and leave the keyboard where another can be chosen', async () => {
    const used = server(chosen).on(`PUT ${path}`, () => json({ ...chosen, logo: null, revision: 4 }));
    const { user, save, dialog } = await openDialog(used);
    await user.click(dialog.getByRole('button', { name: 'Remove logo' }));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Choose a file…'));
    save();
    await screen.findByText('Settings Updated');
    expect(puts(used)).toEqual([{ revision: 3, logo: null }]);
  });

  test('that somebody else changed meanwhile are told, and what was typed is kept and can be saved', async () => {
    const message = 'Somebody else changed the settings of reports meanwhile.';
    const used = server(chosen).on(`PUT ${path}`, () => apiError('CONFLICT', message));
    const { type, save, dialog } = await openDialog(used);
    const theirs = { ...chosen, color: '#004400', revision: 4, updatedBy: 'tess' };
    used.on(`GET ${path}`, () => json(theirs));
    type('Organization name', 'Fourth Coffee IT');
    save();
    await dialog.findByText(new RegExp(message));
    await dialog.findByText(/tess saved name Northwind Managed Services, color #004400/);
    expect(dialog.getByLabelText<HTMLInputElement>('Organization name').value).toBe('Fourth Coffee IT');
    expect(dialog.getByLabelText<HTMLInputElement>('Color').value).toBe('#004400');
    used.on(`PUT ${path}`, () => json({ ...theirs, organizationName: 'Fourth Coffee IT', revision: 5 }));
    save();
    await screen.findByText('Settings Updated');
    expect(puts(used).at(-1)).toEqual({ revision: 4, organizationName: 'Fourth Coffee IT' });
  });

  test('that cannot be loaded say so', async () => {
    renderApp(
      '/admin/settings',
      signedInServer().on(`GET ${path}`, () => apiError('UNAVAILABLE', 'Later')),
    );
    await screen.findByText('The report settings could not be loaded');
    expect(screen.queryByRole('button', { name: 'Edit report settings' })).toBeNull();
  });
});
