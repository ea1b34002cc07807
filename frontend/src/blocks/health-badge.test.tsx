import { expect, test } from 'vitest';
import { shownColor } from '../testing/shown-color.tsx';
import { HealthBadge } from './health-badge.tsx';

test.each([
  ['OK', 'green'],
  ['Warning', 'yellow'],
  ['Critical', 'red'],
  ['Failing', 'red'],
  ['Unknown', 'grey'],
] as const)('a tenant that is %s is %s', (health, color) => {
  expect(shownColor(<HealthBadge health={health} />, health)).toBe(color);
});
