import { expect, test } from 'vitest';
import { isGlobalView } from '../lib/paths.ts';
import { breadcrumbsOf } from './navigation.ts';

test('the trail names each page on the way', () => {
  expect(breadcrumbsOf('/Admin/Users')).toEqual([
    { path: '/admin', label: 'Admin Panel' },
    { path: '/admin/users', label: 'Users' },
  ]);
  expect(breadcrumbsOf('/m365/credentials')).toEqual([{ path: '/m365/credentials', label: 'Credential Status' }]);
});

test.each([
  ['/overview', true],
  ['/Overview/', true],
  ['/admin', true],
  ['/admin/users', true],
  ['/admin-panel', true],
  ['/multi-tenant-overview', true],
  ['/my-work', true],
  ['/mail-flow/all', true],
  ['/mail-flow', false],
  ['/administrators', false],
  ['/dashboard', false],
  ['/scan', false],
])('%s is a global view: %s', (path, expected) => {
  expect(isGlobalView(path)).toBe(expected);
});
