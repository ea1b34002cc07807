import type { ApprovalRules } from '@tenantry/contract/approval-rules';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { noRules, requireMfa, waitingServer } from '../../testing/approvals.ts';
import { apiError, contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const page = '/admin/approvals';
const rulesCall = '/api/settings/approval-rules';
const hidden = (name: string) => ({ name, hidden: true });
async function dialogCalled(title: string) {
  const heading = await screen.findByRole('heading', { name: title, hidden: true });
  return within(heading.closest<HTMLElement>('[role=dialog]') ?? heading);
}
const changes = (server: ReturnType<typeof waitingServer>) =>
  server.requestsTo(rulesCall).filter(({ method }) => method === 'PUT');

const never: ApprovalRules = {
  askFrom: 'medium',
  rules: [
    {
      id: 'rule-1',
      remedyId: 'require-mfa',
      title: requireMfa.title,
      action: 'never',
      tenants: [{ id: contoso.id, name: contoso.name }],
      group: null,
      by: 'Ada Lovelace',
      createdAt: '2026-11-01T10:00:00.000Z',
    },
  ],
  revision: 3,
  updatedAt: '2026-11-01T10:00:00.000Z',
  updatedBy: 'ada',
};

async function openRuleOf(menuItem: string, server: ReturnType<typeof waitingServer>) {
  const opened = renderApp(page, server);
  await opened.user.click(await screen.findByRole('button', { name: `Rules for ${requireMfa.title}` }));
  await opened.user.click(await screen.findByRole('menuitem', { name: menuItem }));
  return opened;
}

describe('the rules of approvals', () => {
  test('are made from a row: never ask for it', async () => {
    const server = waitingServer([requireMfa]).on(`PUT ${rulesCall}`, () => json(never));
    const { user } = await openRuleOf('Never ask for this…', server);
    const dialog = await dialogCalled('Never ask for this');
    await user.click(dialog.getByRole('button', hidden('Never ask')));
    await screen.findByText('Approval rules saved');
    expect(changes(server)).toMatchObject([
      {
        body: {
          revision: 0,
          askFrom: 'medium',
          rules: [{ remedyId: 'require-mfa', action: 'never', tenantIds: null }],
        },
      },
    ]);
  });

  test('are made from a row: approve it at once for chosen tenants, which have to be chosen, and keep those of before', async () => {
    const server = waitingServer([requireMfa])
      .on(`GET ${rulesCall}`, () => json(never))
      .on(`PUT ${rulesCall}`, () => json(never))
      .on('GET /api/admin/user-tenants', () =>
        json({ items: [{ id: contoso.id, name: contoso.name, domain: contoso.domain }], total: 1 }),
      );
    const { user } = await openRuleOf('Approve at once…', server);
    const dialog = await dialogCalled('Approve at once');
    await user.click(dialog.getByRole('radio', hidden('Chosen tenants')));
    await user.click(dialog.getByRole('button', hidden('Approve at once')));
    await dialog.findByText('Choose a tenant');
    expect(changes(server)).toEqual([]);
    await user.type(dialog.getByLabelText('Which tenants'), 'con');
    await waitFor(() => expect(server.requestsTo('/api/admin/user-tenants').at(-1)?.query.get('search')).toBe('con'));
    await user.click(await screen.findByText(`Contoso (${contoso.domain})`));
    await user.click(dialog.getByRole('button', hidden('Approve at once')));
    await screen.findByText('Approval rules saved');
    expect(changes(server)[0]?.body).toEqual({
      revision: 3,
      askFrom: 'medium',
      rules: [
        { remedyId: 'require-mfa', action: 'never', tenantIds: [contoso.id] },
        { remedyId: 'require-mfa', action: 'approve', tenantIds: [contoso.id] },
      ],
    });
  });

  test('are made for the tenants of a group, which the list names', async () => {
    const group = { id: '99999999-0000-4000-8000-000000000000', name: 'Gold' };
    const byGroup = { ...never, rules: never.rules.map((rule) => ({ ...rule, tenants: null, group })) };
    const server = waitingServer([requireMfa])
      .on(`GET ${rulesCall}`, () => json({ ...never, rules: [] }))
      .on(`PUT ${rulesCall}`, () => json(byGroup))
      .on('GET /api/admin/tenant-groups', () =>
        json({
          groups: [
            {
              ...group,
              color: 'gray',
              rule: null,
              tenants: 3,
              scopedUsers: null,
              revision: 1,
              updatedAt: never.updatedAt,
              updatedBy: 'ada',
            },
          ],
        }),
      );
    const { user } = await openRuleOf('Approve at once…', server);
    const dialog = await dialogCalled('Approve at once');
    await user.click(await dialog.findByRole('radio', hidden('Tenants of a group')));
    expect(dialog.getByLabelText('Which group')).toBeDefined();
    await user.click(dialog.getByRole('button', hidden('Approve at once')));
    await screen.findByText('Approval rules saved');
    expect(changes(server)[0]?.body).toMatchObject({
      rules: [{ remedyId: 'require-mfa', action: 'approve', tenantIds: null, groupId: group.id }],
    });
    await user.click(await screen.findByRole('button', { name: 'Approval rules' }));
    const list = await dialogCalled('Approval rules');
    await list.findByText('Tenants of Gold');
  });

  test('are listed with who made them, taken away and added, with the severity from which the scanner asks', async () => {
    const server = waitingServer([requireMfa])
      .on(`GET ${rulesCall}`, () => json(never))
      .on(`PUT ${rulesCall}`, () => json({ ...noRules, revision: 4 }));
    const { user } = renderApp(page, server);
    await user.click(await screen.findByRole('button', { name: 'Approval rules' }));
    const dialog = await dialogCalled('Approval rules');
    await dialog.findByText('By Ada Lovelace on Nov 1, 2026');
    await user.click(dialog.getByRole('button', hidden(`Remove: Never ask for ${requireMfa.title}, Contoso`)));
    expect(dialog.getByText(/^There are no rules/)).toBeDefined();
    await user.selectOptions(dialog.getByLabelText('The scanner asks from severity'), 'High');
    await dialog.findByRole('option', hidden(requireMfa.title));
    await user.selectOptions(dialog.getByLabelText('Remedy'), requireMfa.title);
    await user.selectOptions(dialog.getByLabelText('Rule'), 'Approve at once');
    await user.click(dialog.getByRole('button', hidden('Add rule')));
    expect(dialog.getByText('Not saved yet')).toBeDefined();
    await user.click(dialog.getByRole('button', hidden('Save')));
    await screen.findByText('Approval rules saved');
    expect(changes(server)).toMatchObject([
      {
        body: {
          revision: 3,
          askFrom: 'high',
          rules: [{ remedyId: 'require-mfa', action: 'approve', tenantIds: null }],
        },
      },
    ]);
  });

  test('that somebody else changed meanwhile are not overwritten', async () => {
    const message = 'Somebody else changed the rules meanwhile.';
    const server = waitingServer([requireMfa]).on(`PUT ${rulesCall}`, () => apiError('CONFLICT', message));
    const { user } = await openRuleOf('Never ask for this…', server);
    const dialog = await dialogCalled('Never ask for this');
    await user.click(dialog.getByRole('button', hidden('Never ask')));
    await dialog.findByText(new RegExp(message));
  });

  test('are not for administrators of some tenants', async () => {
    const all = waitingServer([requireMfa]);
    const some = signedInServer('admin', [contoso], false);
    for (const path of ['/api/admin/approvals', '/api/admin/approvals/remedies']) {
      some.on(`GET ${path}`, (request) => all.fetch(`${request.path}?${request.query}`));
    }
    renderApp(page, some);
    await screen.findByRole('button', { name: requireMfa.title });
    expect(screen.queryByRole('button', { name: 'Approval rules' })).toBeNull();
    expect(screen.queryByRole('button', { name: `Rules for ${requireMfa.title}` })).toBeNull();
  });
});
