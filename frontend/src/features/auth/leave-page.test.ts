import { expect, test } from 'vitest';
import { followableAddress } from './leave-page.ts';

const origin = 'http://localhost:4280';

test.each([
  ['https://login.microsoftonline.com/common/oauth2/v2.0/authorize?x=1'],
  ['http://127.0.0.1:7100/login/common/adminconsent'],
  ['http://[::1]:7100/login'],
])('%s is followed', (address) => {
  expect(followableAddress(address, origin)).toBe(address);
});

test('a path is one of the own origin', () => {
  expect(followableAddress('/admin/tenants?reauth=failed', origin)).toBe(`${origin}/admin/tenants?reauth=failed`);
  expect(followableAddress('/x', 'http://tenantry.internal')).toBe('http://tenantry.internal/x');
});

test.each([
  ['javascript:alert(1)'],
  [' javascript:alert(1)'],
  ['data:text/html,x'],
  [`blob:${origin}/1`],
  ['http://evil.example/'],
  ['//evil.example/'],
  ['http://localhost.evil.example/'],
  ['http://127.0.0.1.evil.example/'],
  ['ftp://localhost/'],
  ['http://['],
])('%s is not followed', (address) => {
  expect(followableAddress(address, origin)).toBeNull();
});
