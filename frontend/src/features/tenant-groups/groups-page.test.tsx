import type { TenantGroup } from '@tenantry/contract/tenant-groups';
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { apiError, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const list = '/api/admin/tenant-groups';
const gold: TenantGroup = {
  id: '5d1f3c52-7a8e-4c1d-9b0a-5d2c7e8f1a01',
  name: 'Gold',
  color: 'blue',
  rule: { match: 'all', conditions: [{ field: 'tag', value: 'gold' }] },
  tenants: 2,
  scopedUsers: 1,
  revision: 3,
  updatedAt: '2026-11-28T08:00:00.000Z',
  updatedBy: 'Ada',
};
const serverWith = (...groups: TenantGroup[]) => signedInServer('admin').on(`GET ${list}`, () => json({ groups }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('groups of tenants', () => {
  test('are listed with their rule in words, their tenants and whose scope they are', async () => {
    renderApp('/admin/groups', serverWith(gold));
    const table = within(await screen.findByRole('table', { name: 'Groups' }));
    const [, row] = table.getAllByRole('row').map(({ textContent }) => textContent);
    expect(row).toContain('Tag is gold');
    expect(row).toContain('1 user');
    expect(table.getByRole('link', { name: '2 tenants' }).getAttribute('href')).toBe(`/overview?groupId=${gold.id}`);
  });

  test('are made of conditions, once however often they are sent', async () => {
    const server = serverWith().on(`POST ${list}`, () => json(gold, 201));
    const { user } = renderApp('/admin/groups', server);
    await screen.findByText('No groups yet');
    await user.click(screen.getByRole('button', { name: 'New group' }));
    const form = await dialog('New group');
    await user.click(form.getByRole('button', { name: 'Create' }));
    await form.findByText('Name is required');
    await form.findByText('Enter a tag');
    expect(server.requestsTo(list).filter(({ method }) => method === 'POST')).toEqual([]);
    await user.type(form.getByLabelText(/^Name/), 'Gold');
    await user.type(form.getByLabelText('Tag'), 'gold');
    await user.click(form.getByRole('button', { name: 'Add condition' }));
    const second = within(form.getByRole('group', { name: 'Condition 2' }));
    await user.selectOptions(second.getByLabelText('What'), 'license');
    await user.selectOptions(second.getByLabelText('License'), 'p2');
    await user.dblClick(form.getByRole('button', { name: 'Create' }));
    await screen.findByText('Group created');
    const sent = server.requestsTo(list).filter(({ method }) => method === 'POST');
    expect(sent.map(({ body }) => body)).toEqual([
      {
        name: 'Gold',
        color: 'gray',
        rule: {
          match: 'all',
          conditions: [
            { field: 'tag', value: 'gold' },
            { field: 'license', value: 'p2' },
          ],
        },
      },
    ]);
  });

  test('say whom a change concerns, and send the revision that was seen', async () => {
    const server = serverWith(gold).on(`PUT ${list}/${gold.id}`, () => json(gold));
    const { user } = renderApp('/admin/groups', server);
    await user.click(await screen.findByRole('button', { name: 'Edit Gold' }));
    const form = await dialog('Edit Gold');
    form.getByText(/is the scope of 1 user/);
    await user.click(form.getByRole('button', { name: 'Save' }));
    await screen.findByText('Group changed');
    expect(server.requestsTo(`${list}/${gold.id}`)[0]?.body).toMatchObject({ revision: 3, name: 'Gold' });
  });

  test('that are a scope are not deleted, and it is said why', async () => {
    const refusal = 'One user has this group as their scope. Give them another one first.';
    const server = serverWith(gold).on(`DELETE ${list}/${gold.id}`, () => apiError('CONFLICT', refusal));
    const { user } = renderApp('/admin/groups', server);
    await user.click(await screen.findByRole('button', { name: 'Delete Gold' }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await screen.findByText(refusal);
  });

  test('that cannot be loaded can be asked for again', async () => {
    const server = signedInServer('admin').on(`GET ${list}`, () => apiError('INTERNAL', 'Broken'));
    const { user } = renderApp('/admin/groups', server);
    const retry = await screen.findByRole('button', { name: 'Retry' });
    server.on(`GET ${list}`, () => json({ groups: [gold] }));
    await user.click(retry);
    await screen.findByRole('table', { name: 'Groups' });
  });
});
