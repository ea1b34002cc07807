import { endpoints } from '@tenantry/contract/endpoints';
import { describe, expect, test } from 'vitest';
import { deviationOf, refusalOf } from './matrix.ts';

const endpointOf = (name: string) => {
  const found = endpoints.find((one) => one.name === name);
  if (!found) throw new Error(`There is no call ${name}`);
  return found;
};
const callers = {
  nobody: { role: null, sees: 'none' },
  viewer: { role: 'viewer', sees: 'own' },
  technician: { role: 'technician', sees: 'own' },
  client: { role: 'viewer', sees: 'own', isClient: true },
  scoped: { role: 'admin', sees: 'own' },
  administrator: { role: 'admin', sees: 'all' },
} as const;
type CallerName = keyof typeof callers;
const tried = (name: string, caller: CallerName, isForeignTenant = false, isFromAnotherSite = false) => ({
  endpoint: endpointOf(name),
  caller: callers[caller],
  isForeignTenant,
  isFromAnotherSite,
});
const answered = (status: number, code: string | null = null, text = '') => ({ status, code, text, cookie: null });

describe('what a call has to be answered', () => {
  test.each<[string, Parameters<typeof tried>, string | null]>([
    ['a session is asked for', ['findings', 'nobody'], '401 NOT_SIGNED_IN'],
    ['the sign-in is for everybody', ['auth-local', 'nobody'], null],
    ['a role is too low', ['scan-start', 'viewer'], '403 FORBIDDEN'],
    ['it concerns every tenant', ['audit-trail-verify', 'scoped'], '403 FORBIDDEN'],
    ['another site made the browser send it', ['scan-start', 'administrator', false, true], '403 FOREIGN_ORIGIN'],
    ['another site asks for what is only read', ['findings', 'technician', false, true], null],
    ['the tenant is not theirs', ['findings', 'technician', true], '404 TENANT_NOT_FOUND'],
    ['the tenant is theirs', ['findings', 'technician'], null],
    ['it is closed to clients', ['findings', 'client'], '403 FORBIDDEN'],
    ['it is open to clients', ['client-summary', 'client'], null],
    ['it is open to clients, and the tenant is another', ['client-summary', 'client', true], '404 TENANT_NOT_FOUND'],
    ['all tenants are theirs', ['findings', 'administrator', true], null],
  ])('%s', (_, input, expected) => {
    const refusal = refusalOf(tried(...input));
    expect(refusal === null ? null : `${refusal.status} ${refusal.code}`).toBe(expected);
  });
});

describe('an answer that is not as promised is told', () => {
  test.each<[string, Parameters<typeof tried>, ReturnType<typeof answered>, string | null]>([
    ['served to nobody', ['findings', 'nobody'], answered(200), 'answered 200  instead of 401 NOT_SIGNED_IN'],
    [
      'refused by another word',
      ['findings', 'technician', true],
      answered(404, 'NOT_FOUND'),
      'answered 404 NOT_FOUND instead of 404 TENANT_NOT_FOUND',
    ],
    ['a failure of ours', ['findings', 'technician'], answered(500, 'INTERNAL'), 'failed with 500 INTERNAL'],
    [
      'a session that does not count',
      ['findings', 'technician'],
      answered(401, 'NOT_SIGNED_IN'),
      'took a session for none',
    ],
    [
      'a name of another tenant',
      ['tenants', 'technician'],
      answered(200, null, '{"name":"Fabrikam"}'),
      'told of "Fabrikam", which is not theirs to see',
    ],
    ['their own tenant', ['tenants', 'technician'], answered(200, null, '{"name":"Contoso"}'), null],
    ['a refusal as promised', ['findings', 'nobody'], answered(401, 'NOT_SIGNED_IN'), null],
  ])('%s', (_, input, answer, deviation) => {
    expect(deviationOf(tried(...input), answer, ['Fabrikam'])).toBe(deviation);
  });
});
