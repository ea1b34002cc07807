import { expect, test } from 'vitest';
import { signInClassReducer } from '../../audit/collect/reduce/sign-in-classes.ts';
import { collected } from '../../audit/facts/facts.ts';
import type { JsonObject } from '../../audit/facts/json-reader.ts';
import { TooMuchWorkError } from '../pace/work-budget.ts';
import { forecastOf } from './forecast.ts';
import { placesByAddress, replayKnowledge, unchangedLocations } from './replay-knowledge.ts';

const entry = (more: Record<string, unknown>) => ({
  createdDateTime: '2026-11-20T08:00:00Z',
  userId: 'a',
  appId: 'x',
  resourceId: 'r',
  clientAppUsed: 'Browser',
  status: { errorCode: 0 },
  deviceDetail: { deviceId: '', operatingSystem: 'Windows11', isCompliant: false, trustType: '' },
  ...more,
});
const policy = (more: Record<string, unknown>, controls: string[] = ['mfa']): JsonObject => ({
  id: 'p',
  displayName: 'P',
  state: 'enabled',
  conditions: {
    users: { includeUsers: ['All'] },
    applications: { includeApplications: ['All'] },
    clientAppTypes: ['all'],
    ...more,
  },
  grantControls: { operator: 'OR', builtInControls: controls },
});

function forecast(
  entries: unknown[],
  today: JsonObject[],
  draft: JsonObject[],
  room = { classes: 100, accounts: 100 },
) {
  const reducer = signInClassReducer(() => [], undefined, room);
  reducer.add(entries);
  const knowledge = replayKnowledge({}, { groupsOf: () => [], isRead: () => true });
  const log = reducer.finish();
  return forecastOf({ log, knowledge, today, draft, emergency: new Set(['c']), agents: new Set() });
}

test('who cannot answer is blocked, who can is asked; emergency accounts and services stand first', async () => {
  const entries = [
    entry({ userId: 'a' }),
    entry({ userId: 'b', clientAppUsed: 'Authenticated SMTP' }),
    entry({ userId: 'c' }),
    entry({ userId: 'd', clientAppUsed: 'IMAP4' }),
    entry({ userId: 'd' }),
  ];
  const { accounts, totals } = await forecast(entries, [], [policy({})]);
  expect(accounts.map(({ id, kind, change }) => [id, kind, change])).toEqual([
    ['c', 'emergency', 'asked'],
    ['b', 'service', 'blocked'],
    ['d', 'person', 'blocked'],
    ['a', 'person', 'asked'],
  ]);
  expect(totals).toMatchObject({ blocked: { accounts: 2, signIns: 2 }, asked: { accounts: 2, signIns: 3 } });
});

test('what the log lacks is "may be", with what that is; where both sets lack the same nothing changes', async () => {
  const flow = policy({ authenticationFlows: { transferMethods: 'deviceCodeFlow' } }, ['block']);
  const { accounts } = await forecast([entry({})], [], [flow]);
  expect(accounts).toMatchObject([{ change: 'mayBeBlocked', lacks: ['the authentication flow'] }]);
  expect((await forecast([entry({})], [flow], [flow, { ...flow, id: 'q' }])).accounts).toEqual([]);
});

test('an exclusion concerns whom it names, and nobody else', async () => {
  const before = policy({});
  const after = policy({ users: { includeUsers: ['All'], excludeUsers: ['b'] } });
  const { accounts } = await forecast([entry({ userId: 'a' }), entry({ userId: 'b' })], [before], [after]);
  expect(accounts.map(({ id, change }) => [id, change])).toEqual([['b', 'noLonger']]);
});

test('a sign-in that was kept by account alone is never certain and never missed', async () => {
  const entries = Array.from({ length: 20 }, (_, index) => entry({ appId: `x${index}`, resourceId: `r${index}` }));
  const only = policy({ applications: { includeApplications: ['r19'] } }, ['block']);
  const { accounts } = await forecast(entries, [], [only], { classes: 2, accounts: 5 });
  expect(accounts).toMatchObject([{ change: 'mayBeBlocked', signIns: { mayBeBlocked: 18 } }]);
});

test('a session that ends sooner or can do less is told, also of whom MFA is asked already', async () => {
  const session = (sessionControls: JsonObject): JsonObject => ({ ...policy({}), sessionControls });
  const frequency = (parts: JsonObject) => session({ signInFrequency: { isEnabled: true, ...parts } });
  const everyTime = frequency({ frequencyInterval: 'everyTime' });
  const fourHours = frequency({ type: 'hours', value: 4 });
  const changeOf = async (before: JsonObject, after: JsonObject, more: Record<string, unknown> = {}) => {
    const { accounts } = await forecast([entry(more)], [before], [after]);
    return accounts.map(({ change, lacks }) => [change, ...lacks]);
  };
  const mfa = policy({});
  expect(await changeOf(mfa, everyTime)).toEqual([['asked']]);
  expect(await changeOf(mfa, fourHours)).toEqual([['mayBeAsked', 'when the session began']]);
  expect(await changeOf(everyTime, fourHours)).toEqual([]);
  expect(await changeOf(fourHours, everyTime)).toEqual([['asked']]);
  expect(await changeOf(mfa, everyTime, { clientAppUsed: 'IMAP4' })).toEqual([]);
  expect(await changeOf(mfa, everyTime, { clientAppUsed: '' })).toEqual([
    ['mayBeAsked', 'the client', 'when the session began'],
  ]);
  expect(await changeOf(policy({}, ['block']), everyTime)).toEqual([['noLonger']]);
  const browser = session({ persistentBrowser: { isEnabled: true, mode: 'never' } });
  expect(await changeOf(mfa, browser)).toEqual([['mayBeAsked', 'when the session began']]);
  expect(await changeOf(mfa, browser, { clientAppUsed: 'Mobile Apps and Desktop clients' })).toEqual([]);
  const limits = session({ applicationEnforcedRestrictions: { isEnabled: true } });
  expect(await changeOf(mfa, limits)).toEqual([['mayBeLimited', 'what the application makes of it']]);
  expect(await changeOf(limits, mfa)).toEqual([]);
});

test('a legacy client tells no state of its device, Exchange ActiveSync does', async () => {
  const deviceDetail = { deviceId: 'd', operatingSystem: 'Ios', isCompliant: true, trustType: 'Azure AD registered' };
  const entries = [
    entry({ userId: 'a', clientAppUsed: 'IMAP4', deviceDetail }),
    entry({ userId: 'b', clientAppUsed: 'Exchange ActiveSync', deviceDetail }),
  ];
  const { accounts } = await forecast(entries, [], [policy({}, ['mfa', 'compliantDevice'])]);
  expect(accounts.map(({ id, change }) => [id, change])).toEqual([['a', 'blocked']]);
});

test('a named location that was changed since the log was read is not known of its sign-ins', async () => {
  const location = (id: string, cidrAddress: string) => ({ id, isTrusted: false, ipRanges: [{ cidrAddress }] });
  const then = [location('office', '1.2.3.0/24'), location('home', '5.6.7.0/24')];
  const reducer = signInClassReducer(placesByAddress(then));
  reducer.add([entry({ ipAddress: '1.2.3.4' })]);
  const log = reducer.finish();
  const blockFrom = (id: string) =>
    policy({ locations: { includeLocations: ['All'], excludeLocations: [id] } }, ['block']);
  const changeUnder = async (now: JsonObject[] | undefined, excluded: string) => {
    const namedLocations = unchangedLocations(collected(then, new Date()), now);
    const facts = namedLocations === undefined ? {} : { namedLocations };
    const knowledge = replayKnowledge(facts, { groupsOf: () => [], isRead: () => true });
    const emergency = new Set<string>();
    const draft = [blockFrom(excluded)];
    const { accounts } = await forecastOf({ log, knowledge, today: [], draft, emergency, agents: emergency });
    return accounts.map(({ change }) => change);
  };
  const renamed = { ...location('office', '1.2.3.0/24'), displayName: 'Renamed' };
  expect(await changeUnder([renamed], 'office')).toEqual([]);
  expect(await changeUnder([location('home', '5.6.7.0/24')], 'home')).toEqual(['blocked']);
  expect(await changeUnder([location('office', '9.9.9.0/24')], 'office')).toEqual(['mayBeBlocked']);
  expect(await changeUnder(undefined, 'office')).toEqual(['mayBeBlocked']);
});

test('others run between one class and the next', async () => {
  const reducer = signInClassReducer(() => []);
  reducer.add(['a', 'b', 'c'].map((userId) => entry({ userId })));
  const knowledge = replayKnowledge({}, { groupsOf: () => [], isRead: () => true });
  const input = {
    log: reducer.finish(),
    knowledge,
    today: [],
    draft: [policy({})],
    emergency: new Set(''),
    agents: new Set(''),
  };
  let turns = 0;
  await forecastOf(input, async () => {
    turns += 1;
  });
  expect(turns).toBe(3);
  const stopped = forecastOf(input, () => Promise.reject(new TooMuchWorkError('enough')));
  await expect(stopped).rejects.toThrow(TooMuchWorkError);
});

test('what Microsoft logged of a policy in report-only stands beside the draft that turns it on, and not beside one that changes it', async () => {
  const applied = [{ id: 'p', result: 'reportOnlyFailure' }];
  const tried = { ...policy({}, ['block']), state: 'enabledForReportingButNotEnforced' };
  const failures = async (draft: JsonObject) => {
    const { logged } = await forecast([entry({ appliedConditionalAccessPolicies: applied })], [tried], [draft]);
    return logged.reportOnlyFailure;
  };
  expect(await failures(policy({}, ['block']))).toBe(1);
  expect(await failures({ ...policy({}, ['block']), displayName: 'Another name' })).toBe(1);
  expect(await failures(policy({}, ['mfa']))).toBe(0);
  expect(await failures(tried)).toBe(0);
});
