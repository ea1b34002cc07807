import { expect, test } from 'vitest';
import { shownColor } from '../../testing/shown-color.tsx';
import { CredentialBadge } from './connection-badges.tsx';

test.each([
  ['active', 'Active', 'green'],
  ['expiring', 'Expiring Soon', 'yellow'],
  ['expired', 'Expired', 'red'],
  ['failing', 'Scan failing', 'red'],
  ['corrupted', 'Decryption Failed', 'red'],
  ['reconnect', 'Reconnect needed', 'yellow'],
  ['unknown', 'Unknown', 'grey'],
] as const)('credentials that are %s say %s, in %s', (status, label, color) => {
  expect(shownColor(<CredentialBadge status={status} />, label)).toBe(color);
});
