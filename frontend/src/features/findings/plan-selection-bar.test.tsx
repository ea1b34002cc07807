import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { storageKeys } from '../../lib/storage.ts';
import { apiError, contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { finding, listOf } from '../../testing/findings.ts';
import { planItem, planWith } from '../../testing/project-plans.ts';
import { renderApp } from '../../testing/render-app.tsx';

const plan = '/api/project-plan';
const [a, b] = [finding(contoso, 'a'), finding(contoso, 'b')];
const resolved = finding(contoso, 'c', { status: 'resolved' });
const made = { ...planWith([planItem('a'), planItem('b')]), added: 2, approved: 0, leftOut: [] };
const server = (role: 'technician' | 'viewer' = 'technician') =>
  signedInServer(role)
    .on('GET /api/graph/findings', () => json(listOf([a, b, resolved])))
    .on(`GET ${plan}`, () => json(made))
    .on(`POST ${plan}`, () => json(made, 201));
const box = (name: string) => screen.findByRole('checkbox', { name: `Choose for the project plan: Title of ${name}` });
const bar = () => screen.queryByRole('region', { name: 'Chosen findings' });

describe('findings chosen for the project plan', () => {
  beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

  test('are added once, though the button is pressed twice, and the toast leads to the plan', async () => {
    const waiting = Promise.withResolvers<Response>();
    const used = server().on(`POST ${plan}`, () => waiting.promise);
    const { user, path } = renderApp('/findings', used);
    await user.click(await box('a'));
    await user.click(await box('b'));
    await screen.findByText('2 findings chosen');
    const add = screen.getByRole('button', { name: 'Add to project plan' });
    fireEvent.click(add);
    fireEvent.click(add);
    waiting.resolve(json(made, 201));
    await screen.findByText('Added to Project Plan');
    expect(screen.getByText('2 tasks added.')).toBeDefined();
    const posted = used.requestsTo(plan).filter(({ method }) => method === 'POST');
    expect(posted.map(({ body }) => body)).toEqual([{ tenantId: contoso.id, findingIds: [a.id, b.id] }]);
    expect(bar()).toBeNull();
    const toast = within(screen.getByRole('region', { name: 'Notifications' }));
    await user.click(toast.getByRole('button', { name: 'Open plan' }));
    await waitFor(() => expect(path()).toBe(`/project-plan?tenantId=${contoso.id}`));
  });

  test('are open ones', async () => {
    renderApp('/findings', server());
    await box('a');
    expect(screen.getAllByRole('checkbox')).toHaveLength(2);
    expect(bar()).toBeNull();
  });

  test('stay chosen where they could not be added', async () => {
    const used = server().on(`POST ${plan}`, () => apiError('UNAVAILABLE', 'Try later'));
    const { user } = renderApp('/findings', used);
    await user.click(await box('a'));
    await user.click(await screen.findByRole('button', { name: 'Add to project plan' }));
    await screen.findByText('The findings were not added');
    expect((await box('a')) as HTMLInputElement).toHaveProperty('checked', true);
  });

  test('can be cleared', async () => {
    const { user } = renderApp('/findings', server());
    await user.click(await box('a'));
    await user.click(await screen.findByRole('button', { name: 'Clear' }));
    expect((await box('a')) as HTMLInputElement).toHaveProperty('checked', false);
    expect(bar()).toBeNull();
  });

  test('cannot be chosen by viewers, nor in a list over all organizations', async () => {
    const { unmount } = renderApp('/findings', server('viewer'));
    await screen.findByRole('article', { name: 'Title of a' });
    expect(screen.queryByRole('checkbox')).toBeNull();
    unmount();
    localStorage.removeItem(storageKeys.tenantId);
    sessionStorage.clear();
    renderApp('/findings', server());
    await screen.findByRole('article', { name: 'Title of a' });
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});
