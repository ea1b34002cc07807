import { expect, test } from 'vitest';
import { tickJob } from './jobs.ts';

test('a step that fails is told of, and keeps no other from its work', async () => {
  const done: string[] = [];
  const logged: string[] = [];
  const step = (name: string, fails = false) => ({
    name,
    run: async () => {
      if (fails) throw new Error(`${name} is broken`);
      done.push(name);
    },
  });
  const job = tickJob([step('first'), step('second', true), step('third'), step('fourth', true)], (message) =>
    logged.push(message),
  );
  if (job.kind !== 'timer') throw new Error('The tick is no timer');
  await expect(job.run()).rejects.toMatchObject({
    errors: [{ message: 'second is broken' }, { message: 'fourth is broken' }],
  });
  expect(done).toEqual(['first', 'third']);
  expect(logged).toHaveLength(2);
  expect(logged[0]).toContain('The step "second" of the tick failed: Error: second is broken');
});
