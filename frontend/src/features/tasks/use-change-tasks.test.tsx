import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { apiError, contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { task } from '../../testing/tasks.ts';
import { changesToast, useChangeTasks } from './use-change-tasks.ts';

const batch = '/api/admin/tasks/batch';
const tasks = Array.from({ length: 203 }, (_, at) => task(contoso, `number-${at}`));

function ChangeAll() {
  const change = useChangeTasks();
  const [told, setTold] = useState('');
  const press = async () => {
    try {
      const changes = await change(tasks, { status: 'in_progress' });
      const { title, body } = changesToast(changes);
      setTold(
        `${title}. ${body} ${changes.notChanged.map(({ task: { title: name }, why }) => `${name}: ${why}`).join()}`,
      );
    } catch {
      setTold('Nothing was done');
    }
  };
  return (
    <>
      <button type="button" onClick={() => void press()}>
        Change
      </button>
      <p>{told}</p>
    </>
  );
}
const routes = [{ path: '*', element: <ChangeAll /> }];

test('a later part that fails hides nothing of what was done before it', async () => {
  let calls = 0;
  const server = signedInServer().on(`POST ${batch}`, ({ body }) => {
    calls += 1;
    if (calls > 1) return apiError('CONFLICT', 'The service is busy.');
    const named = (body as { tasks: { id: string }[] }).tasks;
    return json({ items: named.map(({ id }) => ({ taskId: id, outcome: 'changed', why: null })) });
  });
  const { user } = renderApp('/', server, routes);
  await user.click(screen.getByRole('button', { name: 'Change' }));
  await screen.findByText(
    '200 tasks updated. 3 tasks could not be changed. Title of number-200: The service is busy.,Title of number-201: The service is busy.,Title of number-202: The service is busy.',
  );
});

test('where the first part fails, nothing is told as done', async () => {
  const server = signedInServer().on(`POST ${batch}`, () => apiError('CONFLICT', 'The service is busy.'));
  const { user } = renderApp('/', server, routes);
  await user.click(screen.getByRole('button', { name: 'Change' }));
  await screen.findByText('Nothing was done');
  expect(server.requestsTo(batch)).toHaveLength(1);
});
