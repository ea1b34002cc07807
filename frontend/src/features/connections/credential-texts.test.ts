import { expect, test } from 'vitest';
import { clientIdText, modeText, scopesText } from './credential-texts.ts';

test('a client id is told by its first eight characters', () => {
  expect(clientIdText('12345678-aaaa-4bbb-8ccc-dddddddddddd')).toBe('12345678…');
  expect(clientIdText(null)).toBe('Not configured');
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
