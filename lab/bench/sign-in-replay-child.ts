import { signInClassReducer } from '../../api/src/audit/collect/reduce/sign-in-classes.ts';
import type { JsonObject } from '../../api/src/audit/facts/json-reader.ts';
import { forecastOf } from '../../api/src/domain/sign-in-replay/forecast.ts';
import { placesByAddress, replayKnowledge } from '../../api/src/domain/sign-in-replay/replay-knowledge.ts';
import { measured } from './measured.ts';
import type { ReplayJob, ReplayMeasured } from './sign-in-replay-job.ts';

const pageSize = 1000;
const clients = ['Browser', 'Mobile Apps and Desktop clients', 'Exchange ActiveSync', 'Authenticated SMTP'];
const systems = ['Windows11', 'MacOs', 'Ios 18.6', 'Android', ''];
const trusts = ['Hybrid Azure AD joined', 'Azure AD joined', 'Azure AD registered', ''];
const countries = ['GB', 'DE', 'FR', 'US'];
const codes = [0, 0, 0, 0, 0, 0, 0, 50_074, 50_126, 53_003];
const fromMs = Date.parse('2026-10-21T00:00:00Z');

const pick = <T>(values: readonly T[], roll: number): T => values[roll % values.length] as T;
const guid = (head: string, index: number): string =>
  `${head}000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`;

const applied = (index: number): string =>
  Array.from(
    { length: 3 },
    (_, policy) =>
      `{"id":"${guid('7c', policy)}","displayName":"Policy ${policy}","enforcedGrantControls":["Mfa"],"enforcedSessionControls":[],"result":"${pick(['reportOnlyInterrupted', 'success', 'reportOnlyFailure', 'notApplied'], index >>> policy)}"}`,
  ).join(',');

/** An entry as Graph sends it, of so many accounts. */
function entry(index: number, accounts: number): string {
  const roll = Math.imul(index + 1, 0x9e3779b1) >>> 0;
  const user = roll % accounts;
  const mix = Math.imul(roll ^ (roll >>> 13), 0x85ebca6b) >>> 0;
  const trust = pick(trusts, user);
  return `{"id":"${guid('aa', index)}","createdDateTime":"${new Date(fromMs + (index % 2_592_000) * 1000).toISOString()}","userId":"${guid('bb', user)}","userDisplayName":"Person ${user}","userPrincipalName":"person${user}@load.example","appId":"${guid('cc', mix % 12)}","appDisplayName":"Application ${mix % 12}","resourceId":"${guid('dd', (mix >>> 4) % 6)}","resourceDisplayName":"Resource ${(mix >>> 4) % 6}","clientAppUsed":"${pick(clients, mix >>> 8)}","ipAddress":"203.0.${(mix >>> 12) % 4}.${(mix >>> 16) % 250}","isInteractive":true,"conditionalAccessStatus":"success","correlationId":"${guid('ee', index)}","riskDetail":"none","riskLevelAggregated":"hidden","riskLevelDuringSignIn":"hidden","riskState":"none","riskEventTypes_v2":[],"status":{"errorCode":${pick(codes, mix >>> 20)},"failureReason":"Other.","additionalDetails":null},"deviceDetail":{"deviceId":"${trust === '' ? '' : guid('ff', user)}","displayName":"","operatingSystem":"${pick(systems, mix >>> 10)}","browser":"","isCompliant":${user % 2 === 0},"isManaged":${user % 2 === 0},"trustType":"${trust}"},"location":{"city":null,"state":null,"countryOrRegion":"${pick(countries, mix >>> 18)}","geoCoordinates":{}},"appliedConditionalAccessPolicies":[${applied(mix)}]}`;
}

const pageText = (first: number, size: number, accounts: number): string =>
  `{"value":[${Array.from({ length: size }, (_, index) => entry(first + index, accounts)).join(',')}]}`;

const locations: JsonObject[] = Array.from({ length: 4 }, (_, index) => ({
  id: guid('44', index),
  isTrusted: index < 2,
  ipRanges: [{ cidrAddress: `203.0.${index}.0/24` }],
}));

/** Policies that differ in whom, what and from where they ask. */
const policies = (count: number, isDraft: boolean): JsonObject[] =>
  Array.from({ length: count }, (_, index) => ({
    id: guid('7c', index),
    displayName: `Policy ${index}`,
    state: isDraft || index % 5 !== 0 ? 'enabled' : 'enabledForReportingButNotEnforced',
    conditions: {
      users: { includeUsers: ['All'], excludeUsers: [guid('bb', index)], excludeGroups: [guid('66', index % 4)] },
      applications: { includeApplications: index % 3 === 0 ? ['All'] : [guid('dd', index % 6)] },
      clientAppTypes: index % 4 === 0 ? ['exchangeActiveSync', 'other'] : ['all'],
      ...(index % 6 === 1 && { locations: { includeLocations: ['All'], excludeLocations: [guid('44', index % 4)] } }),
      ...(index % 7 === 2 && { devices: { deviceFilter: { mode: 'exclude', rule: 'device.isCompliant -eq True' } } }),
    },
    grantControls: {
      operator: 'OR',
      builtInControls: [index % 4 === 0 ? 'block' : index % 4 === 1 ? 'compliantDevice' : 'mfa'],
    },
  }));

const { signIns, accounts, policyCount, room } = JSON.parse(process.argv[2] ?? '') as ReplayJob;
let parseMs = 0;
let reduceMs = 0;
let replayMs = 0;
let told = { classes: 0, folded: 0, keptBytes: 0, hit: 0 };
const result = await measured(async () => {
  const reducer = signInClassReducer(placesByAddress(locations), undefined, room);
  for (let first = 0; first < signIns; first += pageSize) {
    const text = pageText(first, Math.min(pageSize, signIns - first), accounts);
    const beganMs = performance.now();
    const { value } = JSON.parse(text) as { value: unknown[] };
    const parsedMs = performance.now();
    reducer.add(value);
    parseMs += parsedMs - beganMs;
    reduceMs += performance.now() - parsedMs;
  }
  const log = reducer.finish();
  const facts = { namedLocations: { state: 'ok' as const, fetchedAt: '', value: locations } };
  const replayBeganMs = performance.now();
  const { totals } = await forecastOf({
    log,
    knowledge: replayKnowledge(facts, { groupsOf: () => [], isRead: () => true }),
    today: policies(policyCount, false),
    draft: policies(policyCount, true),
    emergency: new Set(),
    agents: new Set(),
  });
  replayMs = performance.now() - replayBeganMs;
  const hit = Object.values(totals).reduce((sum, total) => sum + total.accounts, 0);
  told = { classes: log.classes.length, folded: log.folded, keptBytes: JSON.stringify(log).length, hit };
});
const answer: ReplayMeasured = { ...result, ...told, signIns, parseMs, reduceMs, replayMs };
process.send?.(answer, () => process.exit(0));
