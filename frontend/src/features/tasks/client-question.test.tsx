import type { TaskDetails } from '@tenantry/contract/tasks';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { task, taskDetails } from '../../testing/tasks.ts';

const one = task(contoso, 'one');
const question: NonNullable<TaskDetails['clientQuestion']> = {
  id: one.id,
  text: 'When do we get new phones?',
  askedBy: 'Jane Doe',
  askedAt: '2026-01-03T09:00:00.000Z',
  status: 'open',
  reply: null,
};
const reply = { text: 'In March.', by: 'Dana Doe', at: '2026-01-04T09:00:00.000Z' };

const serverWith = (clientQuestion: TaskDetails['clientQuestion'], role: 'viewer' | 'technician') =>
  signedInServer(role)
    .on('GET /api/project/tasks', () =>
      json({ items: [one], total: 1, summary: { open: 1, in_progress: 0, completed: 0, on_hold: 0 } }),
    )
    .on(`GET /api/tasks/${one.id}`, () => json(taskDetails(one, { clientQuestion })))
    .on(`GET /api/tasks/${one.id}/tickets`, () => json({ tickets: [], systems: [] }));
const page = `/tasks?tenantId=${contoso.id}&task=${one.id}`;

test('a task that is a question of the client shows it, and is answered once however often the button is pressed', async () => {
  const server = serverWith(question, 'technician');
  const path = `/api/tasks/${one.id}/client-reply`;
  server.on(`PUT ${path}`, () => {
    server.on(`GET /api/tasks/${one.id}`, () => json(taskDetails(one, { clientQuestion: { ...question, reply } })));
    return json({ ...question, reply });
  });
  const { user } = renderApp(page, server);
  await screen.findByText('When do we get new phones?');
  await user.click(screen.getByRole('button', { name: 'Reply to the client', hidden: true }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Reply to the client' }));
  await user.type(dialog.getByRole('textbox'), 'In March.');
  await user.dblClick(dialog.getByRole('button', { name: 'Send reply' }));
  await screen.findByText('“In March.”');
  expect(server.requestsTo(path).map(({ body, tenantId }) => [body, tenantId])).toEqual([
    [{ text: 'In March.' }, contoso.id],
  ]);
  await screen.findByRole('button', { name: 'Change the reply', hidden: true });
});

test('a viewer reads the question and its reply, and answers nothing', async () => {
  renderApp(page, serverWith({ ...question, reply }, 'viewer'));
  await screen.findByText('“In March.”');
  expect(screen.queryByRole('button', { name: /reply/i, hidden: true })).toBeNull();
});
