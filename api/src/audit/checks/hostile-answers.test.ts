import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isObject, type JsonObject } from '../facts/json-reader.ts';
import { evaluateFacts } from '../findings/evaluate.ts';
import { factsFromSnapshot } from '../snapshot/snapshot.ts';
import { checkExamples } from '../testing/check-examples.ts';
import { testNow, verdictFor } from '../testing/verdict-for.ts';

const notSaid = ['notPermitted', 'notLicensed', 'couldNotCheck'];
/** No dataset, but what the customer declared. */
const optional = new Set(['exemptions']);

const answers: [name: string, value: unknown, status: string][] = [
  [
    'no consent',
    { error: { status: 403, code: 'Authorization_RequestDenied', message: 'Insufficient privileges' } },
    'notPermitted',
  ],
  [
    'no license (403)',
    { error: { status: 403, code: 'Forbidden', message: 'Your tenant is not licensed for this feature.' } },
    'notLicensed',
  ],
  ['no license (400)', { error: { status: 400, code: 'AadPremiumLicenseRequired', message: '' } }, 'notLicensed'],
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
      const keys = Object.keys(good).filter((key) => !optional.has(key));
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

/** Every value that an example gives for a dataset. */
function valuesByDataset(): ReadonlyMap<string, readonly unknown[]> {
  const values = new Map<string, unknown[]>();
  for (const { good, bad } of checkExamples)
    for (const [key, value] of [...Object.entries(good), ...Object.entries(bad)])
      values.set(key, [...(values.get(key) ?? []), value]);
  return values;
}

/**
 * Pairs of check and dataset where a pass stands although the dataset is missing. Security defaults and enabled policies
 * exclude one another in Entra; and account details come with the role holders, so that the users could only contradict.
 */
const settled = new Set([
  'mfa.security.defaults conditionalAccessPolicies',
  'role.guest.admin users',
  'role.cloudonly users',
]);

test('no verdict is a pass while a dataset is missing or refused that could turn it', () => {
  const values = [...valuesByDataset()];
  const snapshots = fc.record(Object.fromEntries(values.map(([key, list]) => [key, fc.constantFrom(...list)])), {
    requiredKeys: [],
  });
  const refused = { error: { status: 403, code: 'Authorization_RequestDenied' } };
  fc.assert(
    fc.property(snapshots, fc.constantFrom(...values), fc.nat(), fc.boolean(), (snapshot, [key, list], at, absent) => {
      const { [key]: _removed, ...rest } = snapshot as JsonObject;
      const before = statuses(absent ? rest : { ...rest, [key]: refused });
      const after = statuses({ ...rest, [key]: list[at % list.length] });
      for (const [id, status] of before) {
        if (status !== 'pass' || settled.has(`${id} ${key}`)) continue;
        expect(['fail', 'warning'], `${id} without ${key}`).not.toContain(after.get(id));
      }
    }),
    { numRuns: 400 },
  );
});

function statuses(snapshot: JsonObject): Map<string, string> {
  const { facts, exemptions } = factsFromSnapshot(snapshot, testNow);
  const { verdicts } = evaluateFacts(facts, { now: testNow, exemptions });
  return new Map(verdicts.map(({ checkId, status }) => [checkId, status]));
}

type Path = readonly (string | number)[];

/** The way to every value that holds no other, and to every list. */
function leaves(value: unknown, path: Path = []): Path[] {
  if (Array.isArray(value)) return [path, ...value.flatMap((item, index) => leaves(item, [...path, index]))];
  if (!isObject(value)) return [path];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]));
}

function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value)) return value.map((item, index) => (index === key ? replaced(item, rest, by) : item));
  return isObject(value) ? { ...value, [key]: replaced(value[key], rest, by) } : value;
}

/** What the snapshot says with one value after the other in the form of an object, where none is due. */
function spoiledStatuses(check: string, snapshot: JsonObject): [where: string, status: string][] {
  return leaves(snapshot)
    .filter((path) => path.length > 1 && path[0] !== 'exemptions')
    .map((path) => [path.join('.'), verdictFor(check, replaced(snapshot, path, { odd: 1 }) as JsonObject).status]);
}

/** Names are shown only: without one the id is. */
const isName = (where: string): boolean => /\.(displayName|userPrincipalName|title|name|id)$/.test(where);

describe('a value of another form than documented', () => {
  test('turns no failure into a pass', () => {
    for (const { check, bad } of checkExamples)
      for (const [where, status] of spoiledStatuses(check, bad))
        if (!isName(where)) expect(status, `${check}, ${where}`).not.toBe('pass');
  });

  test('turns no pass into a failure', () => {
    for (const { check, good } of checkExamples)
      for (const [where, status] of spoiledStatuses(check, good))
        expect(['fail', 'warning'], `${check}, ${where}`).not.toContain(status);
  });
});
