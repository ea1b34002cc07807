import { expect, test } from 'vitest';
import { signInClassReducer } from './sign-in-classes.ts';

const entry = (more: Record<string, unknown>) => ({
  createdDateTime: '2026-11-20T08:00:00Z',
  userId: 'U1',
  userDisplayName: 'Ada Abel',
  appId: 'A1',
  resourceId: 'R1',
  clientAppUsed: 'Browser',
  ipAddress: '203.0.113.7',
  status: { errorCode: 0 },
  location: { countryOrRegion: 'GB' },
  deviceDetail: { deviceId: '', operatingSystem: 'Windows11', isCompliant: false, trustType: '' },
  ...more,
});
const office = (address: string) => (address.startsWith('203.0.113.') ? ['office'] : []);
const reduced = (entries: unknown[], room?: { classes: number; accounts: number }) => {
  const reducer = signInClassReducer(office, undefined, room);
  reducer.add(entries);
  return reducer.finish();
};

test('what is alike is one class, with its count, first and last time, and what Microsoft logged', () => {
  const applied = [{ id: 'P1', result: 'reportOnlyFailure' }];
  const { classes, entries, seesPolicies } = reduced([
    entry({ ipAddress: '203.0.113.9', appliedConditionalAccessPolicies: applied }),
    entry({ createdDateTime: '2026-11-18T08:00:00Z', status: { errorCode: 50_074 } }),
    entry({ clientAppUsed: 'IMAP4', status: { errorCode: 53_003 } }),
  ]);
  expect([entries, seesPolicies, classes.length]).toEqual([3, true, 2]);
  expect(classes[0]).toMatchObject({
    ...{ userId: 'u1', client: 'browser', platform: 'windows', country: 'GB', places: ['office'], count: 2 },
    ...{ firstMs: Date.parse('2026-11-18T08:00:00Z'), lastMs: Date.parse('2026-11-20T08:00:00Z') },
    ...{ succeeded: 1, interrupted: 1, blocked: 0, reportOnly: { p1: { failure: 1, interrupted: 0, success: 0 } } },
    device: { registered: false, compliant: false, trust: null },
  });
  expect(classes[1]).toMatchObject({ client: 'other', blocked: 1 });
});

test('a wrong password is counted by its code, and an entry that does not say who is told', () => {
  const log = reduced([entry({ status: { errorCode: 50_126 } }), entry({ userId: null }), 'no entry']);
  expect(log).toMatchObject({
    entries: 3,
    failedBefore: { 50126: 1 },
    unreadable: 2,
    classes: [],
    seesPolicies: false,
  });
});

test('beyond its room a sign-in counts by account alone, or is counted as not told, and none is lost', () => {
  const entries = Array.from({ length: 300 }, (_, index) =>
    entry({ userId: `U${index % 5}`, appId: `A${index % 20}`, clientAppUsed: index % 3 === 0 ? 'Browser' : 'POP3' }),
  );
  const log = reduced(entries, { classes: 8, accounts: 3 });
  expect(log.accounts).toHaveLength(3);
  // Eight classes, and one more for each account.
  expect(log.classes.length).toBeLessThanOrEqual(8 + 3);
  expect(log.classes.reduce((sum, { count }) => sum + count, 0) + log.untold).toBe(300);
  expect(log.untold).toBe(120);
  const byAccount = log.classes.filter(({ client }) => client === null);
  expect(byAccount.reduce((sum, { count }) => sum + count, 0)).toBe(log.folded);
  expect(byAccount.every((one) => [one.appId, one.places, one.device].every((trait) => trait === null))).toBe(true);
});

test('an earlier worker’s classes are gone on with, to the same', () => {
  const entries = Array.from({ length: 50 }, (_, index) => entry({ userId: `U${index % 7}`, appId: `A${index % 3}` }));
  const first = signInClassReducer(office);
  first.add(entries.slice(0, 20));
  const second = signInClassReducer(office, JSON.parse(JSON.stringify(first.finish())));
  second.add(entries.slice(20));
  expect(second.finish()).toEqual(reduced(entries));
});
