import { expect, it } from 'vitest';
import { rolesOfToken } from './token-roles.ts';

const token = (claims: unknown) => `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.y`;

it.each([
  [token({ roles: ['User.Read.All', 7, 'Policy.Read.All'] }), ['User.Read.All', 'Policy.Read.All']],
  [token({ aud: 'https://graph.microsoft.com' }), []],
  [token({ roles: 'User.Read.All' }), null],
  [token(null), null],
  ['opaque', null],
  ['a.%%%.b', null],
  ['', null],
])('%s carries %j', (text, roles) => {
  expect(rolesOfToken(text)).toEqual(roles);
});
