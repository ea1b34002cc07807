import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { catalog } from '../checks/catalog.ts';
import { noExemption } from '../checks/shared/check.ts';
import type { Facts } from '../facts/facts.ts';
import { isObject, type JsonObject } from '../facts/json-reader.ts';
import { evaluateFacts, verdictOf } from '../findings/evaluate.ts';
import { checkExamples } from '../testing/check-examples.ts';
import { demonstrationFacts } from '../testing/demonstration-facts.ts';
import { testNow } from '../testing/verdict-for.ts';
import { factsFromSnapshot } from './snapshot.ts';
import { type Declarations, nothingDeclared } from './snapshot-declarations.ts';
import { SnapshotError, snapshotOf, takenAtOf } from './snapshot-facts.ts';

const head = { takenAt: testNow.toISOString(), tool: 'Tenantry 1.0.0', tenant: { id: 't', name: 'Contoso' } };
const later = new Date('2027-06-01T00:00:00Z');
const written = (facts: Facts, declared: Declarations = nothingDeclared): JsonObject =>
  JSON.parse(JSON.stringify(snapshotOf(head, facts, declared)));
const tenants = await demonstrationFacts();

describe('a snapshot that an audit wrote', () => {
  test.each(tenants)('holds the facts of $name whole, and gives the same outcome', ({ facts }) => {
    const read = factsFromSnapshot(written(facts), later).facts;
    expect(read).toEqual(facts);
    expect(evaluateFacts(read, { now: testNow })).toEqual(evaluateFacts(facts, { now: testNow }));
  });

  test('holds the facts of every example of every check', () => {
    for (const { check, good, bad } of checkExamples)
      for (const example of [good, bad]) {
        const { facts } = factsFromSnapshot(example, testNow);
        expect(factsFromSnapshot(written(facts), later).facts, check).toEqual(facts);
      }
  });

  test('holds what was declared', () => {
    const declared: Declarations = {
      exemptions: {
        'MS.AAD.3.2v2': { ...noExemption, users: ['a'], groups: ['b'], applications: ['c'], roleUsers: ['d'] },
      },
      emergencyAccounts: [{ account: 'sos@contoso.com', reason: 'in the safe', until: null }],
      acceptedRisks: [{ checkId: 'ca.mfa.all', reason: 'known', acceptedBy: null, until: null, condition: null }],
    };
    const snapshot = written({}, declared);
    expect(factsFromSnapshot(snapshot, later).exemptions).toEqual(declared.exemptions);
    expect(snapshot).toMatchObject({
      emergencyAccounts: declared.emergencyAccounts,
      acceptedRisks: declared.acceptedRisks,
    });
  });

  test('says when it was taken', () => {
    expect(takenAtOf(written({}))).toEqual(testNow);
    expect(takenAtOf({ users: [] })).toBeNull();
    expect(takenAtOf({ tenantry: { takenAt: 'yesterday' } })).toBeNull();
  });
});

describe('a snapshot with facts that cannot be read', () => {
  test.each([
    [{ tenantry: { snapshot: 2 }, facts: {} }, /Update Tenantry/],
    [{ tenantry: { snapshot: '1' }, facts: {} }, /does not say its form/],
    [{ tenantry: {}, facts: {} }, /does not say its form/],
    [{ tenantry: { snapshot: 1 } }, /no "facts"/],
    [{ facts: [] }, /no "facts"/],
  ])('as a whole is refused: %j', (snapshot, message) => {
    expect(() => factsFromSnapshot(snapshot, testNow)).toThrow(SnapshotError);
    expect(() => factsFromSnapshot(snapshot, testNow)).toThrow(message);
  });

  test.each([
    ['users', null],
    ['users', 7],
    ['users', { state: 'ok', fetchedAt: testNow.toISOString(), value: [] }],
    ['users', { state: 'ok', value: {} }],
    ['users', { state: 'unheard of', fetchedAt: testNow.toISOString() }],
    ['users', { state: 'failed', fetchedAt: testNow.toISOString(), reason: 'unheard of' }],
    ['alerts', { state: 'ok', fetchedAt: '', value: { open: { count: 0, listed: [] }, old: {}, untold: 0 } }],
    [
      'groups',
      {
        state: 'ok',
        fetchedAt: testNow.toISOString(),
        value: {
          total: 1,
          unified: 1,
          notPrivate: { count: 0, listed: [{ id: 'g', name: 'G' }] },
          visibilityUntold: 0,
          dynamicGuestGroup: false,
          rulesUntold: 0,
          named: [],
        },
      },
    ],
  ])('in one dataset makes it one that could not be checked: %s as %j', (name, entry) => {
    const { facts } = factsFromSnapshot({ facts: { [name]: entry } }, testNow);
    expect(facts).toMatchObject({ [name]: { state: 'failed', reason: 'couldNotCheck', code: 'UnexpectedAnswer' } });
  });

  test('in the link of an alert is not shown: it would be followed', () => {
    const alert = { users: null, createdAt: null, url: 'javascript:alert(1)' };
    const open = { count: 1, listed: [{ id: 'a', name: 'A', alert }] };
    const value = { open, old: { count: 0, listed: [] }, untold: 0 };
    const snapshot = { facts: { alerts: { state: 'ok', fetchedAt: testNow.toISOString(), value } } };
    expect(factsFromSnapshot(snapshot, testNow).facts.alerts?.state).toBe('failed');
  });

  test('passes over a dataset that this version does not know', () => {
    expect(factsFromSnapshot({ facts: { horoscope: { state: 'ok' }, __proto__x: 1 } }, testNow).facts).toEqual({});
  });
});

type Path = readonly (string | number)[];

function paths(value: unknown, path: Path = []): Path[] {
  const inner = Array.isArray(value)
    ? value.flatMap((item, index) => paths(item, [...path, index]))
    : isObject(value)
      ? Object.entries(value).flatMap(([key, item]) => paths(item, [...path, key]))
      : [];
  return [path, ...inner];
}

function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value)) return value.map((item, index) => (index === key ? replaced(item, rest, by) : item));
  return isObject(value) ? { ...value, [key]: replaced(value[key], rest, by) } : value;
}

const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown>)[key], value);

/** A value of another kind than the one that is there. */
function odd(value: unknown, pick: number): unknown {
  const kind = (one: unknown): string => (one === null ? 'null' : Array.isArray(one) ? 'list' : typeof one);
  const kinds = [{ odd: 1 }, ['odd'], 'odd', 7.5, -1].filter((one) => kind(one) !== kind(value));
  return kinds[pick % kinds.length];
}

/** Names are shown only: without one the id is. */
const isName = (path: Path): boolean => /^(displayName|userPrincipalName|title|name|id)$/.test(String(path.at(-1)));

describe('facts of another form than documented', () => {
  test('make no verdict of a check pass that its example does not pass', () => {
    for (const { check: checkId, bad } of checkExamples) {
      const check = catalog.find(({ id }) => id === checkId);
      if (check === undefined) throw new Error(checkId);
      const { facts, exemptions } = factsFromSnapshot(bad, testNow);
      const snapshot = written(facts);
      const ways = paths(snapshot.facts, ['facts']).filter((path) => path.length > 1 && !isName(path));
      for (const [index, path] of ways.entries()) {
        const spoiled = replaced(snapshot, path, odd(at(snapshot, path), index)) as JsonObject;
        const read = factsFromSnapshot(spoiled, testNow).facts;
        const { status } = verdictOf(check, read, { now: testNow, exemptions });
        expect(status, `${checkId}, ${path.join('.')}`).not.toBe('pass');
      }
    }
  });

  test('never throw, and never make a verdict of a demonstration tenant pass', () => {
    for (const { name, facts } of tenants) {
      const snapshot = written(facts);
      const before = new Map(evaluateFacts(facts, { now: testNow }).verdicts.map((one) => [one.checkId, one.status]));
      const ways = paths(snapshot.facts, ['facts']).filter((path) => path.length > 1);
      fc.assert(
        fc.property(fc.nat(), fc.nat(), (place, pick) => {
          const path = ways[place % ways.length] ?? [];
          const spoiled = replaced(snapshot, path, odd(at(snapshot, path), pick)) as JsonObject;
          const read = factsFromSnapshot(spoiled, testNow);
          for (const { checkId, status } of evaluateFacts(read.facts, { now: testNow }).verdicts)
            if (status === 'pass') expect(before.get(checkId), `${name}, ${checkId}, ${path.join('.')}`).toBe('pass');
        }),
        { numRuns: 12 },
      );
    }
  });
});
