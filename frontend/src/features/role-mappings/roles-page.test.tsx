import type { RoleMapping } from '@tenantry/contract/role-mappings';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { apiError, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const list = '/api/admin/role-mappings';
const security: RoleMapping = {
  id: 'aaaaaaaa-0000-4000-8000-000000000001',
  m365Role: 'Security Administrator',
  localRole: 'admin',
  description: 'Runs security',
  isActive: true,
  createdAt: '2026-01-02T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
};
const helpdesk: RoleMapping = {
  ...security,
  id: 'aaaaaaaa-0000-4000-8000-000000000002',
  m365Role: 'Helpdesk Administrator',
  localRole: 'technician',
  description: '',
  isActive: false,
};
const serverWith = (...mappings: RoleMapping[]) => signedInServer().on(`GET ${list}`, () => json(mappings));
const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('the role mappings', () => {
  test('are listed in the order in which they are tried, beside what the roles may do', async () => {
    renderApp('/admin/roles', serverWith(security, helpdesk));
    const table = within(await screen.findByRole('table', { name: 'Role mappings' }));
    const [, first, second] = table.getAllByRole('row').map((row) => row.textContent);
    expect(first).toContain('Security AdministratorAdminRuns security');
    expect(second).toContain('Helpdesk AdministratorNot usedTechnician—');
    for (const text of [
      'Full system access and security management',
      'Task management and user support',
      'Read-only access and report viewing',
    ]) {
      expect(screen.getByText(text)).toBeDefined();
    }
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Admin Panel - Role Mapping');
    expect(screen.getByRole('link', { name: 'Role Mapping', current: 'page' })).toBeDefined();
  });

  test('are added, a viewer by default', async () => {
    const server = serverWith().on(`POST ${list}`, () => json({ ...security, localRole: 'viewer' }));
    const { user } = renderApp('/admin/roles', server);
    await screen.findByText('No role mappings yet');
    await user.click(screen.getByRole('button', { name: 'Add Mapping' }));
    const dialog = await dialogOf('Add role mapping');
    await user.click(dialog.getByRole('button', { name: 'Add mapping' }));
    await dialog.findByText('M365 role is required');
    await user.type(dialog.getByLabelText(/^M365 role/), ' Security Administrator ');
    await user.click(dialog.getByRole('button', { name: 'Add mapping' }));
    await screen.findByText('Mapping Created');
    expect(server.requestsTo(list).filter(({ method }) => method === 'POST')).toMatchObject([
      { body: { m365Role: 'Security Administrator', localRole: 'viewer', description: '', isActive: true } },
    ]);
    expect(screen.getByRole('table', { name: 'Role mappings' }).textContent).toContain('Security AdministratorViewer');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add Mapping' })));
  });

  test('of one role are refused a second time, however it is written', async () => {
    const server = serverWith(security);
    const { user } = renderApp('/admin/roles', server);
    await user.click(await screen.findByRole('button', { name: 'Add Mapping' }));
    const dialog = await dialogOf('Add role mapping');
    await user.type(dialog.getByLabelText(/^M365 role/), 'security ADMINISTRATOR');
    await user.click(dialog.getByRole('button', { name: 'Add mapping' }));
    await screen.findByText('Duplicate mapping');
    expect(dialog.getByText('A mapping for this M365 role already exists.')).toBeDefined();
    expect(server.seen.some(({ method }) => method === 'POST')).toBe(false);
  });

  test('that another administrator has made meanwhile are refused too', async () => {
    const text = 'A mapping for this M365 role already exists.';
    const server = serverWith().on(`POST ${list}`, () => apiError('CONFLICT', text));
    const { user } = renderApp('/admin/roles', server);
    await user.click(await screen.findByRole('button', { name: 'Add Mapping' }));
    const dialog = await dialogOf('Add role mapping');
    await user.type(dialog.getByLabelText(/^M365 role/), 'Security Administrator');
    await user.click(dialog.getByRole('button', { name: 'Add mapping' }));
    await screen.findByText('Duplicate mapping');
    expect(screen.getAllByText(new RegExp(text)).length).toBeGreaterThan(0);
  });

  test('are changed', async () => {
    const server = serverWith(security, helpdesk).on(`PUT ${list}/${helpdesk.id}`, () =>
      json({ ...helpdesk, localRole: 'viewer', isActive: true }),
    );
    const { user } = renderApp('/admin/roles', server);
    await user.click(await screen.findByRole('button', { name: 'Edit Helpdesk Administrator' }));
    const dialog = await dialogOf('Edit role mapping');
    await user.selectOptions(dialog.getByLabelText(/^Local role/), 'viewer');
    await user.click(dialog.getByRole('switch', { name: 'Used at sign-in' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('Mapping Updated');
    expect(server.requestsTo(`${list}/${helpdesk.id}`)[0]?.body).toEqual({
      m365Role: 'Helpdesk Administrator',
      localRole: 'viewer',
      description: '',
      isActive: true,
    });
    expect(screen.queryByText('Not used')).toBeNull();
  });

  test('are deleted after a question, and what goes wrong is told', async () => {
    let answer = () => apiError('INTERNAL', 'The change could not be written');
    const server = serverWith(security).on(`DELETE ${list}/${security.id}`, () => answer());
    const { user } = renderApp('/admin/roles', server);
    await user.click(await screen.findByRole('button', { name: 'Delete Security Administrator' }));
    expect(server.seen.some(({ method }) => method === 'DELETE')).toBe(false);
    const confirm = await screen.findByRole('button', { name: 'Delete mapping', hidden: true });
    await user.click(confirm);
    await screen.findByText('Failed to delete mapping');
    answer = () => json({ success: true });
    await user.click(confirm);
    await screen.findByText('Mapping Deleted');
    await screen.findByText('No role mappings yet');
  });

  test('are not for a technician', async () => {
    const server = signedInServer('technician');
    renderApp('/admin/roles', server);
    await screen.findByText("You don't have permission to access the admin panel");
    expect(server.requestsTo(list)).toEqual([]);
  });
});
