import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, test } from 'vitest';
import { managedTenant } from '../../testing/connections.ts';
import { apiError, contoso, fabrikam, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { runId, scanRun } from '../../testing/scan-runs.ts';
import { ScanTenants } from './scan-tenants.tsx';

const list = '/api/admin/tenants';
const start = '/api/admin/scan/run';
const schedulePath = `${list}/${contoso.id}/schedule`;
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000 + 60_000).toISOString();
const both = [
  managedTenant(),
  managedTenant({ id: fabrikam.id, name: 'Fabrikam', orgName: 'Fabrikam', domain: 'fab.example' }),
];

const serverWith = (tenants = both) =>
  signedInServer()
    .on(`GET ${list}`, () => json({ tenants, offboarding: [] }))
    .on(`POST ${start}`, () => json(scanRun({ state: 'starting', started: 0, completed: 0 })))
    .on(`GET ${start}/${runId}`, () => json(scanRun()))
    .on(`GET ${start}/${runId}/scans`, () => json({ items: [], total: 0 }));
/** The page of the run that was started is there. */
const showsRun = async ({ path }: Pick<ReturnType<typeof renderApp>, 'path'>) => {
  await waitFor(() => expect(path()).toBe(`/admin/scan-runs/${runId}`));
  await screen.findByText('No scan has started yet');
};
const bodies = (server: ReturnType<typeof serverWith>) => server.requestsTo(start).map(({ body }) => body);

describe('a choice of tenants', () => {
  test('is made by the keyboard, kept while searching, and scanned once however often it is pressed', async () => {
    const server = serverWith();
    const app = renderApp('/admin/tenants', server);
    const { user } = app;
    const box = await screen.findByRole('checkbox', { name: 'Select Contoso' });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Scan selected' }).disabled).toBe(true);
    box.focus();
    await user.keyboard(' ');
    await screen.findByText('1 of 2 selected');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all 2 rows' }).indeterminate).toBe(true);
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'fab');
    await waitFor(() => expect(screen.queryByText('contoso.example')).toBeNull());
    await screen.findByText('1 of 2 selected');
    await user.dblClick(screen.getByRole('button', { name: 'Scan selected' }));
    await showsRun(app);
    // Pressed twice, it may be sent twice; under one key it is one run.
    const [sent, ...more] = bodies(server);
    expect(sent).toEqual({ tenantIds: [contoso.id], key: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    for (const again of more) expect(again).toEqual(sent);
  });

  test('of all is made at once, and taken back', async () => {
    const { user } = renderApp('/admin/tenants', serverWith());
    const all = await screen.findByRole('checkbox', { name: 'Select all 2 rows' });
    await user.click(all);
    await screen.findByText('2 of 2 selected');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Fabrikam' }).checked).toBe(true);
    await user.click(all);
    await screen.findByText('0 of 2 selected');
    await user.click(screen.getByRole('checkbox', { name: 'Select Fabrikam' }));
    const clear = screen.getByRole('button', { name: 'Clear selection' });
    await user.click(clear);
    await screen.findByText('0 of 2 selected');
    expect(clear.getAttribute('aria-disabled')).toBe('true');
    expect(document.activeElement).toBe(clear);
  });

  test('that is found by a search takes those alone that were found', async () => {
    const server = serverWith();
    const app = renderApp('/admin/tenants', server);
    await app.user.type(await screen.findByRole('searchbox', { name: 'Search' }), 'fab');
    await app.user.click(await screen.findByRole('checkbox', { name: 'Select all 1 row' }));
    await app.user.click(screen.getByRole('button', { name: 'Scan selected' }));
    await showsRun(app);
    expect(bodies(server)).toMatchObject([{ tenantIds: [fabrikam.id] }]);
  });

  test('that takes in all that are shown names them, so that no other is scanned', async () => {
    const server = serverWith();
    const app = renderApp('/admin/tenants', server);
    await app.user.click(await screen.findByRole('checkbox', { name: 'Select all 2 rows' }));
    await app.user.click(screen.getByRole('button', { name: 'Scan selected' }));
    await showsRun(app);
    expect(bodies(server)).toMatchObject([{ tenantIds: [contoso.id, fabrikam.id] }]);
  });

  test('whose answer is lost is sent again under the same key, and another choice under another', async () => {
    let fails = true;
    const server = serverWith().on(`POST ${start}`, () =>
      fails ? apiError('UNAVAILABLE', 'Gone away') : json(scanRun()),
    );
    const app = renderApp('/admin/tenants', server);
    const { user } = app;
    await user.click(await screen.findByRole('checkbox', { name: 'Select Contoso' }));
    const scan = screen.getByRole('button', { name: 'Scan selected' });
    await user.click(scan);
    await screen.findByText('The scans could not be started');
    await user.click(scan);
    await waitFor(() => expect(bodies(server)).toHaveLength(2));
    await user.click(screen.getByRole('checkbox', { name: 'Select Fabrikam' }));
    fails = false;
    await user.click(scan);
    await showsRun(app);
    const [first, second, third] = bodies(server).map((body) => (body as { key: string }).key);
    expect(second).toBe(first);
    expect(third).toBeDefined();
    expect(third).not.toBe(first);
  });

  test('of more than can be named is refused here; all of them are not', async () => {
    const ids = Array.from(
      { length: 501 },
      (_, index) => `${String(index).padStart(8, '0')}-0000-4000-8000-000000000000`,
    );
    const server = serverWith();
    globalThis.fetch = server.fetch;
    const shown = (total: number) => (
      <FluentProvider theme={webLightTheme}>
        <MemoryRouter>
          <ScanTenants
            total={total}
            selected={ids.map((id) => managedTenant({ id }))}
            groupId={undefined}
            onClear={() => undefined}
          />
        </MemoryRouter>
      </FluentProvider>
    );
    const { rerender } = render(shown(502));
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Scan selected' });
    expect(screen.getByRole('alert').textContent).toBe('Select at most 500 tenants at once, or scan all.');
    expect(button.disabled).toBe(true);
    rerender(shown(501));
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.setup().click(button);
    await waitFor(() => expect(bodies(server)).toMatchObject([{ tenantIds: 'all' }]));
  });

  test('all of them can be scanned after a question', async () => {
    const server = serverWith();
    const app = renderApp('/admin/tenants', server);
    await app.user.click(await screen.findByRole('button', { name: 'Scan all' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Scan all 2 tenants?' }));
    expect(bodies(server)).toEqual([]);
    await app.user.dblClick(dialog.getByRole('button', { name: 'Scan all' }));
    await showsRun(app);
    expect(bodies(server)).toMatchObject([{ tenantIds: 'all' }]);
  });

  test('leads to the runs that there were', async () => {
    renderApp('/admin/tenants', serverWith());
    const link = await screen.findByRole('link', { name: 'Bulk scans' });
    expect(link.getAttribute('href')).toBe('/admin/scan-runs');
  });
});

describe('the next scan of a tenant', () => {
  test.each([
    [{ nextScanAt: inHours(5) }, 'in 5 hours'],
    [{ schedule: { frequency: 'off' } as const }, 'Off'],
    [{ credentialStatus: 'reconnect' as const }, 'Once connected'],
    [{}, 'After the first scan'],
    [{ lastScanDate: '2026-01-01T00:00:00.000Z' }, 'Not scheduled'],
  ])('with %j is shown as %s', async (change, text) => {
    renderApp('/admin/tenants', serverWith([managedTenant(change)]));
    const button = await screen.findByRole('button', { name: 'Schedule: Contoso' });
    expect(button.closest('td')?.textContent).toBe(text);
  });

  const open = async (server: ReturnType<typeof serverWith>) => {
    const app = renderApp('/admin/tenants', server);
    await app.user.click(await screen.findByRole('button', { name: 'Schedule: Contoso' }));
    return { ...app, dialog: within(await screen.findByRole('dialog', { name: 'Scans of Contoso' })) };
  };

  test('is planned by a schedule, which the dialog shows as it is now', async () => {
    const weekly = { frequency: 'weekly', weekday: 'friday', hour: 23, timeZone: 'Asia/Tokyo' };
    const server = serverWith()
      .on(`GET ${schedulePath}`, () => json({ schedule: weekly, nextScanAt: null }))
      .on(`PUT ${schedulePath}`, ({ body }) => json({ ...(body as object), nextScanAt: inHours(3) }));
    const { user, dialog } = await open(server);
    expect((await dialog.findByLabelText<HTMLSelectElement>('Day')).value).toBe('friday');
    expect(dialog.getByLabelText<HTMLSelectElement>('Time').value).toBe('23');
    const zone = dialog.getByLabelText<HTMLInputElement>('Time zone');
    expect(zone.value).toBe('Tokyo (Asia/Tokyo, UTC+09:00)');
    await user.selectOptions(dialog.getByLabelText('Automatic scans'), 'Daily');
    await user.selectOptions(dialog.getByLabelText('Time'), '06:00');
    await user.clear(zone);
    await user.type(zone, 'berlin{Enter}');
    expect(zone.value).toMatch(/^Berlin \(Europe\/Berlin, UTC\+0[12]:00\)$/);
    await user.dblClick(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('Schedule saved');
    expect(screen.getByText(/^Every day at 06:00 \(Europe\/Berlin\)\. Next scan: /)).toBeDefined();
    const sent = server.requestsTo(schedulePath).filter(({ method }) => method === 'PUT');
    expect(sent.map(({ body }) => body)).toEqual([
      { schedule: { frequency: 'daily', hour: 6, timeZone: 'Europe/Berlin' } },
    ]);
    await waitFor(() => expect(server.requestsTo(list).length).toBe(2));
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Schedule: Contoso'));
  });

  test.each([
    ['Off', { frequency: 'off' }],
    ['A day after the last scan', null],
  ])('is planned by no clock under %s', async (label, schedule) => {
    const nightly = { frequency: 'daily', hour: 2, timeZone: 'UTC' };
    const server = serverWith()
      .on(`GET ${schedulePath}`, () => json({ schedule: nightly, nextScanAt: null }))
      .on(`PUT ${schedulePath}`, ({ body }) => json({ ...(body as object), nextScanAt: null }));
    const { user, dialog } = await open(server);
    await user.selectOptions(await dialog.findByLabelText('Automatic scans'), label);
    expect(dialog.queryByLabelText('Time')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('Schedule saved');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(
      server
        .requestsTo(schedulePath)
        .filter(({ method }) => method === 'PUT')
        .map(({ body }) => body),
    ).toEqual([{ schedule }]);
  });

  test('whose schedule is refused says so at the field, and one that cannot be loaded cannot be saved', async () => {
    const message = 'No time zone is called UTC. Give its IANA name, for example Europe/Berlin';
    let isLoaded = false;
    const server = serverWith()
      .on(`GET ${schedulePath}`, () =>
        isLoaded ? json({ schedule: null, nextScanAt: null }) : apiError('UNAVAILABLE', 'Try later'),
      )
      .on(`PUT ${schedulePath}`, () => apiError('INVALID_INPUT', message, [{ path: 'schedule.timeZone', message }]));
    const { user, dialog } = await open(server);
    await dialog.findByText('The schedule could not be loaded');
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
    isLoaded = true;
    await user.click(dialog.getByRole('button', { name: /Retry|Try/ }));
    await user.selectOptions(await dialog.findByLabelText('Automatic scans'), 'Daily');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await dialog.findByText(message);
    expect(screen.getByRole('dialog')).toBeDefined();
  });
});

describe('the schedule of several tenants', () => {
  const schedules = '/api/admin/schedules';
  const results = (...statuses: string[]) =>
    json({
      results: [contoso, fabrikam].map(({ id }, index) => ({
        tenantId: id,
        status: statuses[index],
        nextScanAt: null,
      })),
    });
  const open = async (server: ReturnType<typeof serverWith>) => {
    const app = renderApp('/admin/tenants', server);
    await app.user.click(await screen.findByRole('checkbox', { name: 'Select all 2 rows' }));
    await app.user.click(screen.getByRole('button', { name: 'Schedule selected' }));
    return { ...app, dialog: within(await screen.findByRole('dialog', { name: 'Schedule 2 tenants' })) };
  };

  test('is set in one dialog by one call, however often Save is pressed', async () => {
    const server = serverWith().on(`PUT ${schedules}`, () => results('changed', 'unchanged'));
    const { user, dialog } = await open(server);
    await user.selectOptions(dialog.getByLabelText('Automatic scans'), 'Weekly');
    const zone = dialog.getByLabelText('Time zone');
    await user.clear(zone);
    await user.type(zone, 'utc+5:30');
    const options = within(screen.getByRole('listbox')).getAllByRole('option');
    expect(options.every(({ textContent }) => textContent.endsWith('UTC+05:30)'))).toBe(true);
    await user.click(options[0] as HTMLElement);
    await user.dblClick(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText(/^1 tenant changed, 1 already had it\. Every Sunday at 02:00/);
    expect(server.requestsTo(schedules).map(({ body }) => body)).toMatchObject([
      {
        tenantIds: [contoso.id, fabrikam.id],
        schedule: { frequency: 'weekly', weekday: 'sunday', hour: 2, timeZone: expect.stringMatching(/^Asia\//) },
      },
    ]);
    await waitFor(() => expect(server.requestsTo(list)).toHaveLength(2));
  });

  test('stays open with those that could not be saved, and why', async () => {
    let answer = results('changed', 'failed');
    const server = serverWith().on(`PUT ${schedules}`, () => answer);
    const { user, dialog } = await open(server);
    await user.selectOptions(dialog.getByLabelText('Automatic scans'), 'Off');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect((await dialog.findByRole('listitem')).textContent).toBe('Fabrikam: could not be saved, try again');
    answer = results('unchanged', 'changed');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText(/^1 tenant changed, 1 already had it\. Off\.$/);
  });
});
