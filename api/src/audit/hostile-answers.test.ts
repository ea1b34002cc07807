import { describe, expect, test } from 'vitest';
import type { JsonObject } from './json-reader.ts';
import { checkExamples } from './testing/check-examples.ts';
import { verdictFor } from './testing/verdict-for.ts';

const notSaid = ['notPermitted', 'notLicensed', 'couldNotCheck'];
/** The check needs the dataset to pass, as its good example shows: those that a verdict can do without are named. */
const optional = new Set(['ca.breakglass.key users', 'exemptions']);

const answers: [name: string, value: unknown, status: string][] = [
  [
    'no consent',
    { error: { status: 403, code: 'Authorization_RequestDenied', message: 'Insufficient privileges' } },
    'notPermitted',
  ],
  [
    'no licence (403)',
    { error: { status: 403, code: 'Forbidden', message: 'Your tenant is not licensed for this feature.' } },
    'notLicensed',
  ],
  ['no licence (400)', { error: { status: 400, code: 'AadPremiumLicenseRequired', message: '' } }, 'notLicensed'],
  ['too many requests', { error: { status: 429, code: 'TooManyRequests', message: '' } }, 'couldNotCheck'],
  ['a fault at Microsoft', { error: { status: 500, code: 'InternalServerError', message: '' } }, 'couldNotCheck'],
  ['not found', { error: { status: 404, code: 'ResourceNotFound', message: '' } }, 'couldNotCheck'],
  ['an expired token', { error: { status: 401, code: 'InvalidAuthenticationToken', message: '' } }, 'couldNotCheck'],
  ['an error as text', { error: 'Forbidden' }, 'notPermitted'],
  ['a number', 7, 'couldNotCheck'],
  ['a list of texts and numbers', ['x', 7], 'couldNotCheck'],
];

describe.each(answers)('%s in the place of a dataset', (name, value, status) => {
  test('is never a pass or a failure, in no check', () => {
    for (const { check, good } of checkExamples) {
      const keys = Object.keys(good).filter((key) => !optional.has(key) && !optional.has(`${check} ${key}`));
      for (const key of keys) {
        if (name === 'not found' && key === 'branding') continue;
        const alone = keys.length === 1;
        const found = verdictFor(check, { ...good, [key]: value });
        const context = `${check}, ${key}: ${found.status}, ${found.message}`;
        if (alone) expect(found.status, context).toBe(status);
        else if (found.status === 'pass') expect(passesWithout(check, good, key), context).toBe(true);
        else expect([...notSaid, 'warning', 'notApplicable'], context).toContain(found.status);
      }
    }
  });
});

/** A pass may stand where the dataset cannot change it: then it stands whatever the dataset says. */
function passesWithout(check: string, good: JsonObject, key: string): boolean {
  return verdictFor(check, Object.fromEntries(Object.entries(good).filter(([name]) => name !== key))).status === 'pass';
}

describe('a part of a list', () => {
  test('is not taken for the whole', () => {
    const page = { value: [], '@odata.nextLink': 'https://graph.microsoft.com/v1.0/users?$skiptoken=x' };
    for (const [check, key] of [
      ['ca.mfa.all', 'conditionalAccessPolicies'],
      ['group.public', 'groups'],
      ['user.risky', 'riskyUsers'],
      ['signin.legacy.use', 'signIns'],
    ] as const) {
      expect(verdictFor(check, { [key]: page }).status, check).toBe('couldNotCheck');
      expect(verdictFor(check, { [key]: { notAList: true } }).status, check).toBe('couldNotCheck');
    }
  });
});

test('what is there and does not say is not called "not collected"', () => {
  expect(verdictFor('sync.phs', { organization: [{ id: 'o' }] }).message).toContain('does not say');
});

test('an expired token asks for a new connection, not for a permission', () => {
  const found = verdictFor('app.register', {
    authorizationPolicy: { error: { status: 401, code: 'InvalidAuthenticationToken' } },
  });
  expect(found.recommendation).toContain('Connect the tenant again');
});

test('users that were refused are a refusal of their last sign-ins too', () => {
  const refused = { error: { status: 403, code: 'Authorization_RequestDenied' } };
  expect(verdictFor('user.stale', { users: refused }).status).toBe('notPermitted');
});
