import { expect, test } from 'vitest';
import { isTokenError, nextPageOf } from './ask-graph.ts';

const refused = { success: false, status: 403, data: null, tokenStatus: 'valid' } as const;

test.each(['AADSTS70008: invalid_grant', 'The access TOKEN is malformed', 'Expired', 'Unauthorized'])(
  'an error that says %s is about the sign-in',
  (error) => expect(isTokenError({ ...refused, error })).toBe(true),
);

test.each(['expired', 'invalid'] as const)('a token that is %s is, whatever the error says', (tokenStatus) => {
  expect(isTokenError({ ...refused, error: null, tokenStatus })).toBe(true);
});

test('what Graph refuses for another reason is not', () => {
  expect(isTokenError({ ...refused, error: 'Authorization_RequestDenied: Insufficient privileges' })).toBe(false);
});

test('only a path of Graph is a next page', () => {
  expect(nextPageOf({ value: [], '@odata.nextLink': '/v1.0/users?$skiptoken=x' })).toBe('/v1.0/users?$skiptoken=x');
  for (const data of [null, 'text', {}, { '@odata.nextLink': 'https://evil.example/v1.0/users' }]) {
    expect(nextPageOf(data)).toBeNull();
  }
});
