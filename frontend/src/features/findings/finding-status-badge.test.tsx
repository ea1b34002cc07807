import { findingStatusLabels } from '@tenantry/contract/labels';
import { expect, test } from 'vitest';
import { shownColor } from '../../testing/shown-color.tsx';
import { FindingStatusBadge } from './finding-status-badge.tsx';

test.each([
  ['unresolved', 'red'],
  ['in-progress', 'yellow'],
  ['accepted', 'grey'],
  ['resolved', 'green'],
] as const)('a finding that is %s is %s', (status, color) => {
  expect(shownColor(<FindingStatusBadge finding={{ status, isVerified: true }} />, findingStatusLabels[status])).toBe(
    color,
  );
});
