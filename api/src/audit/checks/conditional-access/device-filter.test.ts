import { describe, expect, test } from 'vitest';
import { comparisonsOf, readDeviceRule } from './device-filter.ts';

const is = (attribute: string, value: string | null) => ({ attribute, test: 'is', value });

describe('a filter for devices is read', () => {
  test.each([
    ['one comparison', 'device.isCompliant -eq True', is('iscompliant', 'true')],
    ['a text in quotes of either kind', "device.trustType -eq 'ServerAD'", is('trusttype', 'serverad')],
    ['a negative operator', 'device.trustType -ne "ServerAD"', { not: is('trusttype', 'serverad') }],
    ['nothing', 'device.model -ne null', { not: is('model', null) }],
    ['the word null as a text', 'device.model -eq "null"', is('model', 'null')],
    ['a list', 'device.model -in ["a", "B c"]', { any: [is('model', 'a'), is('model', 'b c')] }],
    ['not in a list', 'device.model -notIn ["a"]', { not: is('model', 'a') }],
    [
      'a text with brackets',
      'device.physicalIds -contains "[ZTDId]:1"',
      { attribute: 'physicalids', test: 'contains', value: '[ztdid]:1' },
    ],
    [
      'and before or',
      'device.a -eq "1" -or device.b -eq "2" -and -not (device.c -eq "3")',
      { any: [is('a', '1'), { all: [is('b', '2'), { not: is('c', '3') }] }] },
    ],
  ])('%s', (_, rule, expected) => {
    expect(readDeviceRule(rule)).toEqual(expected);
  });
});

test.each([
  '',
  'device.isCompliant',
  'device.isCompliant -is True',
  'user.department -eq "x"',
  '(device.isCompliant -eq True',
  'device.isCompliant -eq True)',
  'device.model -in "a"',
  'device.model -in ["a"',
  'device.model -eq "a" device.model -eq "b"',
  'device.model -eq "a',
  'device.model -constructor "a"',
])('%s is none that can be read', (rule) => {
  expect(readDeviceRule(rule)).toBeNull();
});

test('the comparisons of a rule are found at every depth', () => {
  const rule = readDeviceRule('-not (device.a -eq "1" -and (device.b -eq "2" -or device.a -contains "3"))');
  expect(rule === null ? [] : comparisonsOf(rule).map(({ attribute, value }) => `${attribute} ${value}`)).toEqual([
    'a 1',
    'b 2',
    'a 3',
  ]);
});

test('a rule that is nested deeper than anybody writes is none that can be read, however deep', () => {
  const nested = (depth: number) => `${'('.repeat(depth)}device.a -eq "1"${')'.repeat(depth)}`;
  expect(readDeviceRule(nested(100))).toEqual(is('a', '1'));
  expect(readDeviceRule(nested(100_000))).toBeNull();
  expect(readDeviceRule(`${'-not '.repeat(100_000)}device.a -eq "1"`)).toBeNull();
});
