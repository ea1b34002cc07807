import { expect, test } from 'vitest';
import { checkUndisturbed } from './disturbed-rounds.ts';
import type { Reading } from './scan-reading.ts';

const reading = (status: string, missing: readonly string[]) => {
  const datasets = missing.map((name) => ({ name, state: 'couldNotCheck', status: 503, code: 'busy', message: 'no' }));
  return { scan: { status, errorMessage: null }, datasets } as unknown as Reading;
};

test('a scan that failed, or lacks something, is nothing to compare with; last sign-ins may still wait', () => {
  expect(() => checkUndisturbed(reading('failed', []), 'Weak')).toThrow('Weak, undisturbed, is failed');
  expect(() => checkUndisturbed(reading('completed', ['users']), 'Weak')).toThrow('lacks users (503 busy: no)');
  checkUndisturbed(reading('completed', ['signInActivity']), 'Weak');
  const without = reading('completed', ['dlpRules']);
  for (const one of without.datasets) one.state = 'notAvailable';
  checkUndisturbed(without, 'Weak');
});
