import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { storageKeys } from '../../lib/storage.ts';
import { apiError, contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { noPlan, planItem, plannedWork, planWith, previewOf } from '../../testing/project-plans.ts';
import { renderApp } from '../../testing/render-app.tsx';

const path = '/api/project-plan';
const done = { status: 'completed', completedAt: '2026-03-03T12:00:00.000Z', completedBy: 'Tess' } as const;

describe('the project plan page', () => {
  beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

  test('needs a tenant', async () => {
    localStorage.removeItem(storageKeys.tenantId);
    renderApp('/project-plan', signedInServer());
    await screen.findByText('No Organization Selected');
  });

  test('shows total tasks, hours, what is completed and what it brings', async () => {
    const plan = planWith([planItem('a'), planItem('b', done), planItem('c', { estimatedHours: 1.5, revenue: 225 })]);
    renderApp(
      '/project-plan',
      signedInServer().on(`GET ${path}`, () => json(plan)),
    );
    const figure = async (name: string) => within(await screen.findByRole('group', { name }));
    expect((await figure('Total Tasks')).getByText('3')).toBeDefined();
    expect((await figure('Estimated Hours')).getByText('7.5')).toBeDefined();
    expect((await figure('Completed')).getByText('1')).toBeDefined();
    expect((await figure('Revenue')).getByText('$1,125')).toBeDefined();
    const bar = screen.getByRole('progressbar', { name: '1 of 3 tasks completed · 3 of 7.5 hours' });
    expect(Number(bar.getAttribute('aria-valuenow'))).toBeCloseTo(1 / 3);
  });

  test('shows each task with title, description, category, hours, priority and status, in its phase', async () => {
    const plan = planWith([planItem('a', { status: 'in_progress', assignee: 'Tess', priority: 'high' })]);
    renderApp(
      '/project-plan',
      signedInServer().on(`GET ${path}`, () => json(plan)),
    );
    const phase = within(await screen.findByRole('region', { name: 'Phase 1: Now' }));
    const card = within(phase.getByRole('article', { name: 'Title of a' }));
    for (const text of [
      'Title of a',
      'Description of a',
      'Multi-factor authentication',
      '3 hours',
      'HIGH',
      'In Progress',
      'Tess',
      'Revenue $450',
    ]) {
      expect(card.getByText(text)).toBeDefined();
    }
  });

  test('says what nobody estimated instead of 0 hours', async () => {
    const plan = planWith([planItem('a'), planItem('b', { estimatedHours: null, revenue: null })]);
    renderApp(
      '/project-plan',
      signedInServer().on(`GET ${path}`, () => json(plan)),
    );
    await screen.findByText('Without 1 task that nobody estimated');
    const card = within(screen.getByRole('article', { name: 'Title of b' }));
    expect(card.getByText('No estimate')).toBeDefined();
    expect(card.queryByText(/^Revenue/)).toBeNull();
  });

  test('says which tasks wait for an approval, and leads administrators to it', async () => {
    const linkedApprovalId = `${contoso.id}_a-1`;
    const plan = planWith([planItem('a', { approvalStatus: 'pending', linkedApprovalId }), planItem('b')]);
    renderApp(
      '/project-plan',
      signedInServer().on(`GET ${path}`, () => json(plan)),
    );
    await screen.findByText(/^1 task waits for the approval of an administrator/);
    expect(screen.getByText('Approval pending')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Open approval' }).getAttribute('href')).toBe(
      `/admin/approvals/${linkedApprovalId}`,
    );
  });

  test('without tasks leads to the assessment', async () => {
    const { user, path: address } = renderApp(
      '/project-plan',
      signedInServer('technician').on(`GET ${path}`, () => json(noPlan())),
    );
    await screen.findByText('No remediation items yet');
    expect(screen.getByText('No project plan has been made of the findings yet.')).toBeDefined();
    await user.click(screen.getByRole('link', { name: 'Start Assessment' }));
    await waitFor(() => expect(address()).toBe(`/dashboard?tenantId=${contoso.id}`));
  });

  test('that cannot be loaded says so and can try again', async () => {
    const server = signedInServer().on(`GET ${path}`, () => apiError('UNAVAILABLE', 'The store does not answer'));
    const { user } = renderApp('/project-plan', server);
    await screen.findByText('Failed to load project plan');
    expect(screen.queryByRole('article')).toBeNull();
    server.on(`GET ${path}`, () => json(planWith([planItem('a')])));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByRole('article', { name: 'Title of a' });
  });

  test('takes in a newer audit, once however often it is pressed', async () => {
    const waiting = Promise.withResolvers<Response>();
    let plan = planWith([planItem('a')], { hasNewerAudit: true });
    const server = signedInServer()
      .on(`GET ${path}`, () => json(plan))
      .on(`POST ${path}/preview`, () => json(previewOf([plannedWork('a'), plannedWork('b')])))
      .on(`POST ${path}`, () => waiting.promise);
    const { user } = renderApp('/project-plan', server);
    await screen.findByText(/^There is a newer audit/);
    await user.click(screen.getByRole('button', { name: 'Update plan' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Update plan' }));
    await user.click(await dialog.findByRole('checkbox', { name: 'Approve the 2 pending requests of these items' }));
    const update = dialog.getByText('Update');
    fireEvent.click(update);
    fireEvent.click(update);
    plan = planWith([planItem('a'), planItem('b')]);
    const leftOut = [{ findingId: `${contoso.id}_f-x`, title: 'x', reason: 'denied' }];
    waiting.resolve(json({ ...plan, added: 1, approved: 2, leftOut }));
    await screen.findByText('Project Plan Updated');
    expect(
      screen.getByText('1 task added. 2 requests approved. 1 finding left out: denied by an administrator.'),
    ).toBeDefined();
    await screen.findByRole('article', { name: 'Title of b' });
    expect(screen.queryByText(/^There is a newer audit/)).toBeNull();
    const posted = server.requestsTo(path).filter(({ method }) => method === 'POST');
    expect(posted.map(({ body }) => body)).toEqual([
      { tenantId: contoso.id, approve: ['a', 'b'].map((name) => `${contoso.id}_r-${name}-1`) },
    ]);
  });

  test('is read by viewers, who see its price and change nothing', async () => {
    const item = planItem('a', { approvalStatus: 'pending', linkedApprovalId: `${contoso.id}_a-1` });
    renderApp(
      '/project-plan',
      signedInServer('viewer').on(`GET ${path}`, () => json(planWith([item]))),
    );
    await screen.findByRole('group', { name: 'Price' });
    expect(screen.queryByRole('button', { name: 'Update plan' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Open approval' })).toBeNull();
    expect(screen.queryByText('Revenue')).toBeNull();
  });
});
