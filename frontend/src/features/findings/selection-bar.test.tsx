import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { storageKeys } from '../../lib/storage.ts';
import { apiError, contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { finding, listOf } from '../../testing/findings.ts';
import { planItem, plannedWork, planWith, previewOf } from '../../testing/project-plans.ts';
import { renderApp } from '../../testing/render-app.tsx';

const plan = '/api/project-plan';
const [a, b] = [finding(contoso, 'a'), finding(contoso, 'b')];
const resolved = finding(contoso, 'c', { status: 'resolved' });
const made = { ...planWith([planItem('a'), planItem('b')]), added: 2, approved: 0, leftOut: [] };
const server = (role: 'technician' | 'viewer' = 'technician') =>
  signedInServer(role)
    .on('GET /api/graph/findings', () => json(listOf([a, b, resolved])))
    .on(`POST ${plan}/preview`, () => json(previewOf([plannedWork('a'), plannedWork('b')])))
    .on(`GET ${plan}`, () => json(made))
    .on(`POST ${plan}`, () => json(made, 201));
const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name: `Select: Title of ${name}` });
const bar = () => screen.queryByRole('region', { name: 'Selected findings' });

describe('selected findings', () => {
  beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

  test('become tasks of the plan once, though the button is pressed twice, and the toast leads to the plan', async () => {
    const waiting = Promise.withResolvers<Response>();
    const used = server().on(`POST ${plan}`, () => waiting.promise);
    const { user, path } = renderApp('/findings', used);
    await user.click(await screen.findByRole('checkbox', { name: 'Select all 3 loaded findings' }));
    await screen.findByText('3 findings selected');
    await user.click(screen.getByRole('button', { name: 'Add to project plan' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add to project plan' }));
    await dialog.findByText('2 tasks · 6 hours · $900');
    const add = dialog.getByText('Add');
    fireEvent.click(add);
    fireEvent.click(add);
    waiting.resolve(json(made, 201));
    await screen.findByText('Added to Project Plan');
    expect(screen.getByText('2 tasks added.')).toBeDefined();
    const posted = used.requestsTo(plan).filter(({ method }) => method === 'POST');
    // The resolved one has nothing to be done about it.
    expect(posted.map(({ body }) => body)).toEqual([{ tenantId: contoso.id, findingIds: [a.id, b.id] }]);
    expect(bar()).toBeNull();
    const toast = within(screen.getByRole('region', { name: 'Notifications' }));
    await user.click(toast.getByRole('button', { name: 'Open plan' }));
    await waitFor(() => expect(path()).toBe(`/project-plan?tenantId=${contoso.id}`));
  });

  test('stay selected where they could not be added to the plan', async () => {
    const used = server().on(`POST ${plan}`, () => apiError('UNAVAILABLE', 'Try later'));
    const { user } = renderApp('/findings', used);
    await user.click(await box('a'));
    await user.click(await screen.findByRole('button', { name: 'Add to project plan' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add to project plan' }));
    await dialog.findByText('2 tasks · 6 hours · $900');
    await user.click(dialog.getByText('Add'));
    await dialog.findByText(/Try later/);
    await user.click(dialog.getByText('Cancel'));
    expect((await box('a')).checked).toBe(true);
  });

  test('can be cleared, and the keyboard goes to the list', async () => {
    const { user } = renderApp('/findings', server());
    await user.click(await box('a'));
    await user.click(await screen.findByRole('button', { name: 'Clear selection' }));
    expect((await box('a')).checked).toBe(false);
    expect(bar()).toBeNull();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('List of findings');
  });

  test('offer only what fits at least one of them', async () => {
    const { user } = renderApp('/findings', server());
    await user.click(await box('c'));
    const button = async (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });
    expect((await button('Reopen')).disabled).toBe(false);
    for (const name of ['Start work', 'Add to project plan']) {
      expect((await button(name)).disabled).toBe(true);
    }
    await user.click(await box('a'));
    expect((await button('Start work')).disabled).toBe(false);
  });

  test('are no accepted risks, which an administrator decides on one by one', async () => {
    const acceptance = {
      reason: 'Replaced next month',
      acceptedBy: 'Dana Doe',
      acceptedAt: '2026-01-02T00:00:00.000Z',
      expiresAt: '2026-04-02T00:00:00.000Z',
      isByClient: false,
    };
    const accepted = finding(contoso, 'd', { status: 'accepted', acceptance });
    const used = server().on('GET /api/graph/findings', () => json(listOf([a, accepted])));
    const { user } = renderApp('/findings', used);
    expect((await box('d')).disabled).toBe(true);
    await user.click(screen.getByRole('checkbox', { name: 'Select the one loaded finding' }));
    await screen.findByText('1 finding selected');
  });

  test('are none for viewers', async () => {
    renderApp('/findings', server('viewer'));
    await screen.findByRole('article', { name: 'Title of a' });
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  test('stay selected beyond the filters, and the bar says how many the list does not show', async () => {
    const used = server().on('GET /api/graph/findings', ({ query }) =>
      json(listOf(query.get('severity') === 'low' ? [b] : [a, b])),
    );
    const { user } = renderApp('/findings', used);
    await user.click(await box('a'));
    await user.selectOptions(screen.getByLabelText('Severity'), 'low');
    await screen.findByText('1 of them not in the list below');
    await user.selectOptions(screen.getByLabelText('Severity'), '');
    await waitFor(async () => expect((await box('a')).checked).toBe(true));
  });
});
