import { expect, test } from 'vitest';
import { clientIdText, modeText, scopesText } from './credential-texts.ts';

test.each([
  ['12345678-aaaa-4bbb-8ccc-dddddddddddd', '12345678…'],
  ['', 'Not configured'],
  [null, 'Not configured'],
])('the client id %j is told as %s', (clientId, text) => {
  expect(clientIdText({ clientId })).toBe(text);
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
