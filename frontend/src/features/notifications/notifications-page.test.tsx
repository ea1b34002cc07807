import type { NoticeChannel } from '@tenantry/contract/notice-channels';
import type { NoticeRule } from '@tenantry/contract/notice-rules';
import type { Notice } from '@tenantry/contract/notices';
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { apiError, contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const at = '2026-11-27T09:10:00.000Z';
const notice: Notice = {
  id: 'a'.repeat(40),
  kind: 'change',
  tenant: { id: contoso.id, name: contoso.name },
  gravity: 'critical',
  title: 'New Global Administrator: mallory@contoso.example',
  detail: 'By eve@contoso.example',
  path: `/changes/all?tenantId=${contoso.id}`,
  at,
  isUnread: true,
};
const rule: NoticeRule = {
  id: '5b2c7c1e-3f7a-4a53-9f8c-1f0c6c2d7e01',
  name: 'Critical changes',
  isEnabled: true,
  events: [{ kind: 'change', gravity: 'critical' }],
  groupIds: null,
  timeZone: 'Europe/Berlin',
  quiet: null,
  delivery: { when: 'daily', hour: 8 },
  targets: { inApp: true, ownMail: false, channelIds: [] },
  owner: 'Ada Lovelace',
  isOwn: true,
  silentBecause: null,
  revision: 3,
  updatedAt: at,
};
const channel: NoticeChannel = {
  id: '6b2c7c1e-3f7a-4a53-9f8c-1f0c6c2d7e02',
  name: 'SIEM',
  isEnabled: true,
  settings: { kind: 'webhook', host: 'hooks.example', oldSecretUntil: null },
  lastDelivery: { at, ok: false, reason: 'hooks.example answered 500' },
  rules: 1,
  revision: 2,
  updatedAt: at,
  updatedBy: 'Ada Lovelace',
};
const asOf = '2026-11-28T08:00:00.000Z';
const notices = (...items: Notice[]) =>
  json({ items, total: items.length, unread: items.filter(({ isUnread }) => isUnread).length, asOf });
const rulesOf = (...rules: NoticeRule[]) =>
  json({
    rules,
    channels: [{ id: channel.id, name: channel.name, kind: 'webhook' }],
    ownMail: 'ada@x.example',
    mailUnavailable: null,
  });
const serverWith = (role: 'viewer' | 'admin', ...items: Notice[]) =>
  signedInServer(role)
    .on('GET /api/notices', () => notices(...items))
    .on('GET /api/notices/unread', () => json({ unread: items.length }))
    .on('GET /api/admin/tenant-groups', () => json({ groups: [] }))
    .on('GET /api/notice-rules', () => rulesOf(rule))
    .on('GET /api/admin/notice-channels', () => json({ channels: [channel], mailUnavailable: 'Mail is not set up' }));

describe('what concerned me', () => {
  test('is told with severity, tenant and its link, and the bell says how much is unread', async () => {
    renderApp('/notifications', serverWith('viewer', notice));
    const table = within(await screen.findByRole('table', { name: 'Notifications' }));
    expect(table.getByRole('link', { name: notice.title }).getAttribute('href')).toBe(notice.path);
    expect(table.getByText(contoso.name)).toBeDefined();
    expect(table.getByText('CRITICAL')).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Notifications: 1 unread' })).toBeDefined();
    expect(screen.queryByRole('tab', { name: 'Channels' })).toBeNull();
  });

  test('is marked as read, one or all, once however often it is pressed', async () => {
    const server = serverWith('viewer', notice)
      .on('POST /api/notices/read', () => json({ unread: 0 }))
      .on('POST /api/notices/read-all', () => json({ unread: 0 }));
    const { user } = renderApp('/notifications', server);
    await user.dblClick(await screen.findByRole('button', { name: `Mark as read: ${notice.title}` }));
    expect(server.requestsTo('/api/notices/read').map(({ body }) => body)).toEqual([{ ids: [notice.id] }]);
    await user.dblClick(await screen.findByRole('button', { name: 'Mark all as read' }));
    expect(server.requestsTo('/api/notices/read-all').map(({ body }) => body)).toEqual([{ until: asOf }]);
  });

  test('says what to do where there is nothing', async () => {
    renderApp('/notifications', serverWith('viewer'));
    expect(await screen.findByText('Nothing concerned you yet')).toBeDefined();
  });

  test('says what failed where it failed', async () => {
    const broken = serverWith('viewer').on('GET /api/notices', () => apiError('INTERNAL', 'Broken'));
    renderApp('/notifications', broken);
    expect(await screen.findByRole('button', { name: /retry/i })).toBeDefined();
  });
});

describe('rules', () => {
  test('are listed with what they tell of, when and where to', async () => {
    renderApp('/notifications?tab=rules', serverWith('viewer', notice));
    const table = within(await screen.findByRole('table', { name: 'Rules' }));
    const [, row] = table.getAllByRole('row').map(({ textContent }) => textContent);
    expect(row).toContain('Change (critical on)');
    expect(row).toContain('Daily at 08:00 (Europe/Berlin)');
    expect(row).toContain('Here');
  });

  test('are made by the form, once however often it is sent', async () => {
    const server = serverWith('admin').on('POST /api/notice-rules', () => json(rule, 201));
    const { user } = renderApp('/notifications?tab=rules', server);
    await user.click(await screen.findByRole('button', { name: 'New rule' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    expect(dialog.getByText('Name is required')).toBeDefined();
    await user.type(dialog.getByLabelText(/^Name/), 'At night');
    await user.click(dialog.getByRole('checkbox', { name: 'Channel SIEM' }));
    await user.click(dialog.getByRole('checkbox', { name: /^Quiet hours/ }));
    await user.dblClick(dialog.getByRole('button', { name: 'Create' }));
    const sent = server.requestsTo('/api/notice-rules').filter(({ method }) => method === 'POST');
    expect(sent).toHaveLength(1);
    expect(sent[0]?.body).toMatchObject({
      name: 'At night',
      groupIds: null,
      quiet: { from: 20, to: 7 },
      delivery: { when: 'at-once' },
      targets: { inApp: true, ownMail: false, channelIds: [channel.id] },
      events: expect.arrayContaining([{ kind: 'change', gravity: 'critical' }]),
    });
  });

  test('are changed with the revision that was read', async () => {
    const server = serverWith('viewer').on(`PUT /api/notice-rules/${rule.id}`, () => json(rule));
    const { user } = renderApp('/notifications?tab=rules', server);
    await user.click(await screen.findByRole('button', { name: `Edit ${rule.name}` }));
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    const [sent] = server.requestsTo(`/api/notice-rules/${rule.id}`);
    expect(sent?.body).toMatchObject({ revision: 3, delivery: { when: 'daily', hour: 8 } });
  });
});

describe('what a rule may not have', () => {
  test('is grey in the form of who is no administrator, and can be taken out where it is there', async () => {
    const old = { ...rule, events: [...rule.events, { kind: 'secret-ending', gravity: 'high' } as const] };
    const withChannel = { ...old, targets: { ...rule.targets, channelIds: [channel.id] } };
    const server = serverWith('viewer')
      .on('GET /api/notice-rules', () =>
        json({ rules: [withChannel], channels: [], ownMail: null, mailUnavailable: null }),
      )
      .on(`PUT /api/notice-rules/${rule.id}`, () => json(rule));
    const { user } = renderApp('/notifications?tab=rules', server);
    const table = within(await screen.findByRole('table', { name: 'Rules' }));
    expect(table.getByText('Here, A channel for administrators')).toBeDefined();
    await user.click(screen.getByRole('button', { name: `Edit ${rule.name}` }));
    const dialog = within(await screen.findByRole('dialog'));
    const grey = dialog.getByRole('checkbox', { name: 'Approval waiting: for administrators' });
    expect(grey.hasAttribute('disabled')).toBe(true);
    await user.click(dialog.getByRole('checkbox', { name: 'Secret ending: for administrators' }));
    await user.click(dialog.getByRole('checkbox', { name: 'A channel for administrators' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    const [sent] = server.requestsTo(`/api/notice-rules/${rule.id}`);
    expect(sent?.body).toMatchObject({ events: rule.events, targets: { channelIds: [] } });
  });

  test('is named as gone to administrators, who have all events to choose from', async () => {
    const gone = { ...rule, targets: { ...rule.targets, channelIds: ['7b2c7c1e-3f7a-4a53-9f8c-1f0c6c2d7e03'] } };
    const server = serverWith('admin').on('GET /api/notice-rules', () => rulesOf(gone));
    const { user } = renderApp('/notifications?tab=rules', server);
    await user.click(await screen.findByRole('button', { name: `Edit ${rule.name}` }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('checkbox', { name: 'Approval waiting' }).hasAttribute('disabled')).toBe(false);
    await user.click(dialog.getByRole('checkbox', { name: 'A channel that is gone' }));
    expect(dialog.queryByRole('checkbox', { name: 'A channel that is gone' })).toBeNull();
  });
});

describe('channels', () => {
  test('say when a message that waits is tried next', async () => {
    const waiting = { id: 'b'.repeat(40), subject: 'Scans fail', events: 1, state: 'pending', attempts: 1 };
    const dueAt = new Date(Date.now() + 8 * 3_600_000).toISOString();
    const items = [{ ...waiting, reason: 'hooks.example answered 500', createdAt: at, at: dueAt }];
    const server = serverWith('admin').on(`GET /api/admin/notice-channels/${channel.id}/deliveries`, () =>
      json({ items, total: 1 }),
    );
    const { user } = renderApp('/notifications?tab=channels', server);
    await user.click(await screen.findByRole('button', { name: `Deliveries of ${channel.name}` }));
    expect((await screen.findByText('Scans fail')).closest('li')?.textContent).not.toContain('Just now');
  });

  test('say how the last delivery ended and why, and that no mail can be sent', async () => {
    renderApp('/notifications?tab=channels', serverWith('admin'));
    const table = within(await screen.findByRole('table', { name: 'Channels' }));
    expect(table.getByText('hooks.example answered 500')).toBeDefined();
    expect(table.getByText('Signed webhook: hooks.example')).toBeDefined();
    expect(screen.getByText('No mail can be sent now: Mail is not set up.')).toBeDefined();
  });

  test('show the secret that was made once, until it is put away', async () => {
    const server = serverWith('admin').on('POST /api/admin/notice-channels', () =>
      json({ channel, secret: 'whsec_shown-once' }, 201),
    );
    const { user } = renderApp('/notifications?tab=channels', server);
    await user.click(await screen.findByRole('button', { name: 'New channel' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.selectOptions(dialog.getByLabelText('Kind'), 'webhook');
    await user.type(dialog.getByLabelText(/^Name/), 'SIEM');
    await user.type(dialog.getByLabelText(/^Address/), 'http://hooks.example/x');
    await user.click(dialog.getByRole('button', { name: 'Set up' }));
    expect(dialog.getByText('Must be an https address')).toBeDefined();
    await user.clear(dialog.getByLabelText(/^Address/));
    await user.type(dialog.getByLabelText(/^Address/), 'https://hooks.example/x');
    await user.dblClick(dialog.getByRole('button', { name: 'Set up' }));
    expect(await screen.findByText('whsec_shown-once')).toBeDefined();
    const sent = server.requestsTo('/api/admin/notice-channels').filter(({ method }) => method === 'POST');
    expect(sent.map(({ body }) => body)).toEqual([
      { name: 'SIEM', settings: { kind: 'webhook', url: 'https://hooks.example/x' } },
    ]);
    await user.click(screen.getByRole('button', { name: 'I have copied it' }));
    expect(screen.queryByText('whsec_shown-once')).toBeNull();
  });

  test('are tested, and list what was sent', async () => {
    const path = `/api/admin/notice-channels/${channel.id}`;
    const message = { id: 'm1', subject: 'Contoso: Scans fail', events: 1, state: 'failed', attempts: 11 };
    const server = serverWith('admin')
      .on(`POST ${path}/test`, () => json({ at, ok: false, reason: 'hooks.example answered 410' }))
      .on(`GET ${path}/deliveries`, () =>
        json({ items: [{ ...message, reason: 'hooks.example answered 503', createdAt: at, at }], total: 1 }),
      );
    const { user } = renderApp('/notifications?tab=channels', server);
    await user.dblClick(await screen.findByRole('button', { name: 'Test SIEM' }));
    expect(await screen.findByText('hooks.example answered 410')).toBeDefined();
    expect(server.requestsTo(`${path}/test`)).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Deliveries of SIEM' }));
    expect(await screen.findByText('Contoso: Scans fail')).toBeDefined();
    expect(screen.getByText('1 event, 11 tries')).toBeDefined();
  });
});
