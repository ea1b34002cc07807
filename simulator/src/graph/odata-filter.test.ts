import { describe, expect, test } from 'vitest';
import { parseODataFilter } from './odata-filter.ts';

const user = {
  '@odata.type': '#microsoft.graph.agentUser',
  displayName: "Ada O'Hara",
  accountEnabled: true,
  age: 7,
  mail: null,
  createdDateTime: '2026-03-04T10:00:00Z',
  signInActivity: { lastSuccessfulSignInDateTime: '2026-01-01T00:00:00Z' },
  never: { at: null },
  groupTypes: ['Unified'],
  assignedLicenses: [{ skuId: '05e9a617-0261-4cee-bb44-138d3ef5d965' }],
};

describe('a filter', () => {
  test.each([
    ["displayName eq 'Ada O''Hara'", true],
    ["displayName eq 'ada o''hara'", true],
    ['accountEnabled eq true', true],
    ['accountEnabled ne true', false],
    ['age ge 7 and age lt 8', true],
    ['age gt 7 or age le 3', false],
    ['not (age eq 7)', false],
    ['mail eq null', true],
    ['createdDateTime ge 2026-03-04T09:59:59Z', true],
    ['signInActivity/lastSuccessfulSignInDateTime le 2026-02-01', true],
    ['never/at le 2026-02-01T00:00:00Z', false],
    ['never/at ge 2026-02-01T00:00:00Z', false],
    ["startswith(displayName,'Ada') and contains(displayName, 'HARA')", true],
    ["endswith(displayName,'x')", false],
    ['age in (1, 7)', true],
    ["groupTypes/any(c:c eq 'Unified')", true],
    ["groupTypes/any(c:c eq 'Other') or groupTypes/any(c:c ne 'Other')", true],
    ['assignedLicenses/any(x:x/skuId eq 05e9a617-0261-4cee-bb44-138d3ef5d965)', true],
    ['assignedLicenses/any(x:x/skuId eq 15e9a617-0261-4cee-bb44-138d3ef5d965)', false],
    ["mail/any(c:c eq 'x')", false],
    ["displayName eq 'a or b' or age eq 7", true],
    ["isof('microsoft.graph.agentUser')", true],
    ["isof('microsoft.graph.agentIdentity') or age eq 8", false],
    ["isof('microsoft.graph.agentUser') and groupTypes/$count eq 1", true],
    ['groupTypes/$count ne 1', false],
    ['owners/$count eq 0', true],
  ])('%s is %s', (text, expected) => {
    expect(parseODataFilter(text).matches(user)).toBe(expected);
  });

  test.each([
    'age',
    'age eq',
    'age like 3',
    'age eq 7 extra',
    '(age eq 7',
    "age eq 'x",
    'x/any(a:b eq 1)',
    'x/all(a:a eq 1)',
  ])('%s is refused', (text) => {
    expect(() => parseODataFilter(text)).toThrow(/nvalid|literal/);
  });

  test('the properties that it reads are told', () => {
    expect(parseODataFilter('a/b eq 1 and not (c eq 2)').fields).toEqual(['a', 'c']);
  });
});
