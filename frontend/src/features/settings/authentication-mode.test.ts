import { expect, test } from 'vitest';
import { authenticationMode } from './authentication-mode.ts';

test.each([
  [true, true, 'OAuth plus local fallback'],
  [true, false, 'OAuth only'],
  [false, true, 'Local only'],
  [false, false, 'Disabled'],
])('with Microsoft %s and local passwords %s the mode is %s', (oauthEnabled, allowLocalLogin, mode) => {
  expect(authenticationMode({ oauthEnabled, allowLocalLogin, localFallback: oauthEnabled && allowLocalLogin })).toBe(
    mode,
  );
});
