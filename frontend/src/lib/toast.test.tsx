import { expect, test } from 'vitest';
import { toastTimeoutMs } from './toast.ts';

test.each([
  ['success', 3000],
  ['error', 5000],
  ['warning', 5000],
  ['info', 5000],
] as const)('a toast of %s stays for %d ms', (intent, timeoutMs) => {
  expect(toastTimeoutMs({ title: 'Done', intent })).toBe(timeoutMs);
});

test('a toast that says so stays longer', () => {
  expect(toastTimeoutMs({ title: 'Done', intent: 'success', timeoutMs: 9000 })).toBe(9000);
});
