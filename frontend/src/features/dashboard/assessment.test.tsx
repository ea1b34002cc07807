import type { MailFlowReport } from '@tenantry/contract/mailflow';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { storageKeys } from '../../lib/storage.ts';
import { m365Status, mockStatus } from '../../testing/connections.ts';
import { apiError, contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { mailFlowReport } from '../../testing/mail-flow.ts';
import { planItem, plannedWork, planWith, previewOf } from '../../testing/project-plans.ts';
import { renderApp } from '../../testing/render-app.tsx';

const plan = '/api/project-plan';
const made = { ...planWith([planItem('a')]), added: 1, approved: 0, leftOut: [] };

function withDkim(state: MailFlowReport['details']['dkim']['state']): MailFlowReport {
  const report = mailFlowReport(contoso.domain);
  return { ...report, details: { ...report.details, dkim: { ...report.details.dkim, state } } };
}

const assessed = (role: 'admin' | 'technician' = 'admin') =>
  signedInServer(role)
    .on('GET /api/m365/status', () => json(m365Status()))
    .on('GET /api/mailflow', () => json({ data: withDkim('missing') }))
    .on(`POST ${plan}/preview`, () => json(previewOf([plannedWork('a'), plannedWork('b')])))
    .on(`GET ${plan}`, () => json(made))
    .on(`POST ${plan}`, () => json(made, 201));

async function openDialog(server: ReturnType<typeof assessed>) {
  const app = renderApp('/dashboard', server);
  const card = within(await screen.findByRole('region', { name: 'Security Assessment' }));
  await app.user.click(card.getByRole('button', { name: 'Start Assessment' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Security Assessment' }));
  const said = async (name: string, text: string) => {
    const row = (await dialog.findByText(name)).parentElement;
    if (row === null) throw new Error(`There is no row for ${name}`);
    await within(row).findByText(text);
  };
  return { ...app, dialog, said };
}

describe('the security assessment', () => {
  beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

  test('lists SPF, DKIM, DMARC and the Graph connection as they are', async () => {
    const server = assessed();
    const { dialog, said } = await openDialog(server);
    await said('SPF', 'Valid');
    await said('DKIM', 'Missing');
    await said('DMARC', 'Monitoring');
    await said('Graph connection', 'Live');
    expect(dialog.queryByText('Check Required')).toBeNull();
    expect(server.requestsTo('/api/mailflow').map(({ query }) => query.get('domain'))).toEqual([contoso.domain]);
  });

  test.each(['unknownSelectors', 'couldNotCheck'] as const)(
    'asks for a check of DKIM only where it is not known: %s',
    async (state) => {
      const server = assessed().on('GET /api/mailflow', () => json({ data: withDkim(state) }));
      const { said, dialog } = await openDialog(server);
      await said('DKIM', 'Check Required');
      expect(dialog.getAllByText('Check Required')).toHaveLength(1);
    },
  );

  test('asks for a check of all records where the DNS could not be read, and says why', async () => {
    const server = assessed()
      .on('GET /api/mailflow', () => apiError('UNAVAILABLE', 'Too many mail checks are running.'))
      .on('GET /api/m365/status', () => json(mockStatus));
    const { said } = await openDialog(server);
    for (const name of ['SPF', 'DKIM', 'DMARC']) await said(name, 'Check Required');
    await said('Graph connection', 'Mock');
    await screen.findByText(`The mail records of ${contoso.domain} were not read: Too many mail checks are running.`);
  });

  test('generates one plan on a double click, says so, and goes there', async () => {
    const waiting = Promise.withResolvers<Response>();
    const server = assessed('technician').on(`POST ${plan}`, () => waiting.promise);
    const { dialog, path } = await openDialog(server);
    await dialog.findByText('2 tasks · 6 hours · $900');
    const generate = dialog.getByText('Generate Project Plan');
    fireEvent.click(generate);
    fireEvent.click(generate);
    await dialog.findByText('Generating…');
    waiting.resolve(json(made, 201));
    await screen.findByText('Assessment complete. Ready to generate plan.');
    await waitFor(() => expect(path()).toBe(`/project-plan?tenantId=${contoso.id}`));
    await screen.findByRole('article', { name: 'Title of a' });
    const posted = server.requestsTo(plan).filter(({ method }) => method === 'POST');
    expect(posted.map(({ body }) => body)).toEqual([{ tenantId: contoso.id }]);
  });

  test('approves the pending requests that it lists where an administrator ticks that, and none else', async () => {
    const server = assessed();
    const { user, dialog } = await openDialog(server);
    const box = await dialog.findByRole('checkbox', { name: 'Approve the 2 pending requests of these items' });
    const listed = within(dialog.getByRole('region', { name: 'Pending requests of these items' }));
    expect(listed.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
      ['a', 'b'].map((name) => `Title of ${name}Closes 2 findings · 3 hours · +4.5 pointsCRITICAL`),
    );
    await user.click(box);
    await user.click(dialog.getByText('Generate Project Plan'));
    await screen.findByText('Assessment complete. Ready to generate plan.');
    const posted = server.requestsTo(plan).filter(({ method }) => method === 'POST');
    const approve = ['a', 'b'].map((name) => `${contoso.id}_r-${name}-1`);
    expect(posted.map(({ body }) => body)).toEqual([{ tenantId: contoso.id, approve }]);
  });

  test('offers technicians, who cannot approve, no box, and says what waits', async () => {
    const { dialog } = await openDialog(assessed('technician'));
    await dialog.findByText('2 tasks wait for the approval of an administrator.');
    expect(dialog.queryByRole('checkbox')).toBeNull();
  });

  test('says nothing of approvals where none is pending', async () => {
    const items = [plannedWork('a', { approval: null })];
    const { dialog } = await openDialog(assessed().on(`POST ${plan}/preview`, () => json(previewOf(items))));
    await dialog.findByText('1 task · 3 hours · $450');
    expect(dialog.queryByRole('checkbox')).toBeNull();
    expect(dialog.queryByRole('region')).toBeNull();
  });

  test('makes nothing when it is cancelled', async () => {
    const server = assessed();
    const { user, dialog, path } = await openDialog(server);
    await user.click(dialog.getByText('Cancel'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.requestsTo(plan)).toEqual([]);
    expect(path()).toContain('/dashboard');
  });

  test('says what is missing where there is no audit to plan from', async () => {
    const message = 'No scan found for this tenant. Please run a scan first.';
    const server = assessed().on(`POST ${plan}/preview`, () => apiError('NO_SCAN_YET', message));
    const { dialog, path } = await openDialog(server);
    await dialog.findByText(new RegExp(message));
    expect(dialog.getByText<HTMLButtonElement>('Generate Project Plan').disabled).toBe(true);
    expect(path()).toContain('/dashboard');
  });

  test('is not started by viewers', async () => {
    renderApp('/dashboard', signedInServer('viewer'));
    await screen.findByRole('region', { name: 'Recent Activity' });
    expect(screen.queryByRole('region', { name: 'Security Assessment' })).toBeNull();
  });
});
