import { describe, expect, test } from 'vitest';
import { flagIn, isSet, numberIn, textIn, textsIn, wordIn } from './configuration-properties.ts';

const properties = {
  Enabled: true,
  State: 'False',
  Priority: '0',
  Threshold: 3,
  Odd: {},
  Action: ' Quarantine ',
  Domains: ['a.example'],
  One: 'b.example',
  Mixed: ['a', 1],
  Empty: [],
  Blank: '',
  Null: null,
};

describe('a property of an instance', () => {
  test('is a switch by its value or by its text', () => {
    expect(['enabled', 'State', 'Odd', 'Absent'].map((name) => flagIn(properties, name))).toEqual([
      true,
      false,
      null,
      null,
    ]);
  });

  test('is a number by its value or by its text, and by nothing else', () => {
    expect(
      ['PRIORITY', 'Threshold', 'Action', 'Blank', 'Odd', 'Null'].map((name) => numberIn(properties, name)),
    ).toEqual([0, 3, null, null, null, null]);
  });

  test('is a word without case', () => {
    expect([wordIn(properties, 'Action'), textIn(properties, 'Action'), wordIn(properties, 'Threshold')]).toEqual([
      'quarantine',
      ' Quarantine ',
      null,
    ]);
  });

  test('is a list of texts, which one text is too', () => {
    expect(['Domains', 'One', 'Empty', 'Blank', 'Mixed', 'Absent'].map((name) => textsIn(properties, name))).toEqual([
      ['a.example'],
      ['b.example'],
      [],
      [],
      null,
      null,
    ]);
  });

  test('is set where it has a value', () => {
    expect(['Enabled', 'One', 'Empty', 'Blank', 'Null', 'Absent'].map((name) => isSet(properties, name))).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});
