import { expect, test } from 'vitest';
import { exitCodeOf, outcomeOf } from './outcome.ts';
import { figure } from './table.ts';

const section = (cell: string) => ({
  title: 'Scan',
  tables: [{ columns: ['users', 'ratio'], rows: [['200', cell]] }],
  notes: [],
  data: null,
});

test('a section that fails is said to be unmeasured, and the benchmark ends with 1', async () => {
  const failed = await outcomeOf('scan', () => Promise.reject(new Error('The scan is failed')));
  expect(failed).toEqual({ title: 'scan', couldNotBeMeasured: 'The scan is failed' });
  const measured = await outcomeOf('scan', async () => section('1.50 ×'));
  expect(measured).toEqual(section('1.50 ×'));
  expect([exitCodeOf([measured]), exitCodeOf([measured, failed])]).toEqual([0, 1]);
});

test.each([0 / 0, 1 / 0])('what is no figure (%s) is not shown as one', async (value) => {
  const outcome = await outcomeOf('scan', async () => section(`${figure(value, 2)} ×`));
  expect(outcome).toEqual({ title: 'scan', couldNotBeMeasured: '200: no figure of ratio' });
});
