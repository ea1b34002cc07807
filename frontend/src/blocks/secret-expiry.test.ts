import { expect, test } from 'vitest';
import { secretExpiryWarning } from './secret-expiry-warning.ts';

const now = new Date('2026-03-01T00:00:00.000Z');

test.each([
  ['2026-02-28T23:59:59.999Z', 'The client secret has expired', true],
  ['2026-03-01T00:00:00.000Z', 'The client secret has expired', true],
  ['2026-03-01T01:00:00.000Z', 'The client secret expires in 1 day', false],
  ['2026-03-31T00:00:00.000Z', 'The client secret expires in 30 days', false],
])('a secret that ends at %s is warned of', (expiresAt, title, isOver) => {
  expect(secretExpiryWarning(expiresAt, now)).toMatchObject({ title, isOver });
});

test('a secret that lasts, or whose end nobody told, is not', () => {
  expect(secretExpiryWarning('2026-03-31T00:00:00.001Z', now)).toBeNull();
  expect(secretExpiryWarning(null, now)).toBeNull();
});
