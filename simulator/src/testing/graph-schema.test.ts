import { expect, test } from 'vitest';
import { readGraphSchema } from './graph-schema.ts';

const schema = readGraphSchema();

test.each<[string, string, unknown, RegExp | null]>([
  ['a user', 'User', { '@odata.context': 'x', id: '1', displayName: null, accountEnabled: true }, null],
  ['a property of a base', 'ConditionalAccessPolicy', { id: '1' }, null],
  ['a property that there is not', 'User', { id: '1', nickName: 'x' }, /User.nickName: User has no such property/],
  ['another primitive', 'User', { accountEnabled: 'true' }, /accountEnabled: "true" is no boolean/],
  ['null where none may be', 'ConditionalAccessPolicy', { displayName: null }, /displayName: null is no string/],
  ['a value of no enumeration', 'ConditionalAccessPolicy', { state: 'on' }, /state: "on" is none of the values/],
  ['no list', 'User', { businessPhones: '1' }, /businessPhones: is no list/],
  [
    'something deep inside',
    'User',
    { assignedLicenses: [{ skuId: 7 }] },
    /assignedLicenses\[0\].skuId: 7 is no string/,
  ],
  ['a type that fits', 'NamedLocation', { '@odata.type': '#microsoft.graph.ipNamedLocation', isTrusted: true }, null],
  ['a property of another type', 'NamedLocation', { isTrusted: true }, /NamedLocation has no such property/],
  ['a type that does not fit', 'NamedLocation', { '@odata.type': '#microsoft.graph.user' }, /User is no NamedLocation/],
  ['a type that there is not', 'NamedLocation', { '@odata.type': '#microsoft.graph.moon' }, /there is no type/],
  ['a type in a namespace', 'SecurityNamespace.Alert', { id: '1', severity: 'high' }, null],
])('%s', (_what, type, value, problem) => {
  const problems = schema.problems(type, value);
  if (problem === null) expect(problems).toEqual([]);
  else expect(problems.join('\n')).toMatch(problem);
});

test('a type that Graph does not have is a mistake of who asks', () => {
  expect(() => schema.hasProperty('Moon', 'id')).toThrow('no type Moon');
  expect(schema.hasProperty('User', 'signInActivity')).toBe(true);
  expect(schema.hasProperty('User', 'nickName')).toBe(false);
});
