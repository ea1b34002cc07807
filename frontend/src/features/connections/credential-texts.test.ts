import { expect, test } from 'vitest';
import { clientIdText, modeText, scopesText } from './credential-texts.ts';

test('a client id is told by its first eight characters', () => {
  const own = { clientId: '12345678-aaaa-4bbb-8ccc-dddddddddddd', status: 'active', isMock: false } as const;
  expect(clientIdText(own)).toBe('12345678…');
});

test('a tenant without an app of its own uses the shared one once it is connected', () => {
  const none = { clientId: null, status: 'unknown', isMock: false } as const;
  expect(clientIdText(none)).toBe('Not configured');
  expect(clientIdText({ ...none, status: 'reconnect' })).toBe('Shared app');
  expect(clientIdText({ ...none, status: 'active', isMock: true })).toBe('Not configured');
});

test('scopes lose the address of Graph and what is beyond fifteen characters, and the third is counted only', () => {
  const graph = 'https://graph.microsoft.com/';
  expect(scopesText([`${graph}User.Read`, `${graph}Directory.Read.All`, 'openid', 'email'])).toBe(
    'User.Read, Directory.Read.… +2 more',
  );
  expect(scopesText(['openid'])).toBe('openid');
  expect(scopesText([])).toBe('');
});

test('the mode says whether any of the data are simulated', () => {
  expect(modeText([{ isMock: false }])).toBe('Live');
  expect(modeText([{ isMock: true }])).toBe('Mock');
  expect(modeText([{ isMock: true }, { isMock: false }])).toBe('Live and mock');
  expect(modeText([])).toBeNull();
});
