import type { JsonObject } from '../../../facts/json-reader.ts';
import { azure, deviceRules, joining, registering } from './model-sign-ins.ts';
import { accounts, adminRoles, groupIds, guestKinds, locations, roleIds, tenantIds } from './random-tenant.ts';

type Draft = {
  state: string;
  users: Record<string, unknown>;
  applications: Record<string, unknown>;
  conditions: Record<string, unknown>;
  grant: Record<string, unknown> | null;
  session: Record<string, unknown> | null;
};

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const strength = (...allowedCombinations: string[]) => ({ id: 's', allowedCombinations });
const or = (...builtInControls: string[]) => ({ operator: 'OR', builtInControls });
const grants: readonly Draft['grant'][] = [
  or('mfa'),
  or('mfa'),
  or('block'),
  or('mfa', 'compliantDevice'),
  or('mfa', 'compliantDevice', 'domainJoinedDevice'),
  or('compliantDevice'),
  or('compliantDevice', 'domainJoinedDevice'),
  { operator: 'AND', builtInControls: ['compliantDevice', 'domainJoinedDevice'] },
  { operator: 'AND', builtInControls: ['mfa', 'compliantDevice'] },
  { operator: 'AND', builtInControls: ['mfa', 'passwordChange'] },
  { operator: 'OR', builtInControls: [], authenticationStrength: strength('fido2', 'windowsHelloForBusiness') },
  { operator: 'OR', builtInControls: [], authenticationStrength: strength('fido2', 'password,sms') },
  { operator: 'OR', builtInControls: [], authenticationStrength: strength('fido2', 'password') },
  { operator: 'OR', builtInControls: ['compliantDevice'], authenticationStrength: strength('fido2') },
  { operator: 'OR', builtInControls: ['mfa'], termsOfUse: ['t'] },
  { operator: 'AND', builtInControls: ['mfa'], termsOfUse: ['t'] },
  null,
];
const other = '90000000-0000-4000-8000-000000000001';
const office = '00000002-0000-0ff1-ce00-000000000000';
const appNames = ['Office365', office, azure, other];
const platformNames = ['android', 'iOS', 'windows', 'macOS', 'linux'];
const clientNames = ['browser', 'mobileAppsAndDesktopClients', 'exchangeActiveSync', 'other'];
const riskNames = ['none', 'low', 'medium', 'high'];

/** A set of policies, of which some make up for what others leave out. The same for the same seed. */
export function randomPolicies(seed: number): JsonObject[] {
  const random = randomFrom(seed);
  const chance = (of: number): boolean => random() < of;
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const some = <T>(values: readonly T[]): T[] => {
    const chosen = values.filter(() => chance(0.5));
    return chosen.length === 0 ? [pick(values)] : chosen;
  };
  const guests = (): JsonObject => ({
    guestOrExternalUserTypes: some(guestKinds).join(','),
    externalTenants: chance(0.5)
      ? null
      : { membershipKind: chance(0.2) ? 'all' : 'enumerated', members: some(tenantIds) },
  });
  const whom = (): [key: string, value: unknown][] => [
    ['Groups', [pick(groupIds)]],
    ['Users', [pick(accounts).id]],
    ['Users', ['GuestsOrExternalUsers']],
    ['Roles', some([...roleIds])],
    ['Roles', [...adminRoles]],
    ['GuestsOrExternalUsers', guests()],
  ];
  const add = (users: Record<string, unknown>, key: string, value: unknown): void => {
    const before = users[key];
    users[key] = Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value;
  };
  const copy = (draft: Draft): Draft => structuredClone(draft);

  /** Two policies in place of one: what the first leaves out, the second takes in. */
  const splits: ((draft: Draft) => Draft[])[] = [
    (draft) => {
      const [key, value] = pick(whom());
      const [first, second] = [copy(draft), copy(draft)];
      add(first.users, `exclude${key}`, value);
      for (const one of Object.keys(second.users).filter((name) => name.startsWith('include')))
        delete second.users[one];
      second.users[`include${key}`] = value;
      return [first, second];
    },
    (draft) => {
      const [first, second] = [copy(draft), copy(draft)];
      const name = pick(appNames);
      add(first.applications, 'excludeApplications', [name]);
      second.applications = {
        includeApplications: [name === office && chance(0.5) ? 'Office365' : name],
        excludeApplications: draft.applications.excludeApplications ?? [],
      };
      return [first, second];
    },
    (draft) => {
      if (draft.conditions.locations) return [draft];
      const [first, second] = [copy(draft), copy(draft)];
      const id = chance(0.3) ? 'AllTrusted' : pick(locations).id;
      const wider = id === locations[0]?.id ? pick([id, 'AllTrusted', locations[2]?.id]) : id;
      first.conditions.locations = { includeLocations: ['All'], excludeLocations: [id] };
      second.conditions.locations = { includeLocations: [wider] };
      return [first, second];
    },
    (draft) => {
      if (draft.conditions.platforms) return [draft];
      const [first, second] = [copy(draft), copy(draft)];
      const named = some(platformNames);
      first.conditions.platforms = { includePlatforms: ['all'], excludePlatforms: named };
      second.conditions.platforms = { includePlatforms: named };
      return [first, second];
    },
    (draft) => {
      if (draft.conditions.devices) return [draft];
      const [first, second] = [copy(draft), copy(draft)];
      const [rule] = pick(deviceRules);
      first.conditions.devices = { deviceFilter: { mode: 'exclude', rule } };
      second.conditions.devices = { deviceFilter: { mode: 'include', rule } };
      return [first, second];
    },
    (draft) => {
      if (draft.conditions.devices || draft.grant === null) return [draft];
      const [first, second] = [copy(draft), copy(draft)];
      first.grant = pick([or('mfa', 'compliantDevice'), or('compliantDevice'), or('block')]);
      if (chance(0.3))
        first.conditions.devices = { deviceFilter: { mode: 'exclude', rule: 'device.isCompliant -eq True' } };
      second.conditions.devices = { deviceFilter: { mode: 'include', rule: 'device.isCompliant -eq True' } };
      return [first, second];
    },
    (draft) => {
      const key = pick(['userRiskLevels', 'signInRiskLevels']);
      if (draft.conditions[key]) return [draft];
      const [first, second] = [copy(draft), copy(draft)];
      const named = some(riskNames);
      first.conditions[key] = named;
      second.conditions[key] = riskNames.filter((level) => !named.includes(level));
      return [first, second];
    },
    (draft) => {
      const [first, second] = [copy(draft), copy(draft)];
      const named = some(clientNames);
      first.conditions.clientAppTypes = named;
      second.conditions.clientAppTypes = chance(0.5) ? ['all'] : clientNames.filter((name) => !named.includes(name));
      return [first, second];
    },
  ];

  /** What makes a hole, more often than not. */
  const narrow = (draft: Draft): void => {
    const ways: (() => void)[] = [
      () => add(draft.users, 'excludeGroups', some(groupIds)),
      () => add(draft.users, 'excludeUsers', [pick(accounts).id]),
      () => {
        draft.state = pick(['disabled', 'enabledForReportingButNotEnforced']);
      },
      () => {
        draft.conditions.clientAppTypes = ['browser', 'mobileAppsAndDesktopClients'];
      },
      () => {
        draft.conditions.authenticationFlows = { transferMethods: 'deviceCodeFlow' };
      },
      () => {
        draft.conditions.signInRiskLevels = some(riskNames);
      },
      () => {
        draft.conditions.userRiskLevels = ['high'];
      },
      () => {
        draft.conditions.insiderRiskLevels = 'elevated';
      },
      () => {
        draft.grant = pick(grants);
      },
      () => {
        draft.session = null;
      },
      () => {
        const [key, value] = pick(whom());
        draft.users = { [`include${key}`]: value };
      },
      () => add(draft.applications, 'excludeApplications', [pick(appNames)]),
      () => {
        draft.conditions.locations = {
          includeLocations: ['All'],
          excludeLocations: [chance(0.5) ? 'AllTrusted' : pick(locations).id],
        };
      },
      () => {
        const [rule] = pick(deviceRules);
        draft.conditions.devices = { deviceFilter: { mode: pick(['include', 'exclude']), rule } };
      },
    ];
    pick(ways)();
  };

  const everyTime = { signInFrequency: { isEnabled: true, frequencyInterval: 'everyTime' } };
  const first = (): Draft => ({
    state: 'enabled',
    users: { includeUsers: ['All'] },
    applications: chance(0.12)
      ? { includeUserActions: [pick([registering, joining])] }
      : { includeApplications: [chance(0.15) ? pick(appNames) : 'All'] },
    conditions: chance(0.15)
      ? { authenticationFlows: { transferMethods: 'deviceCodeFlow' } }
      : chance(0.15)
        ? { userRiskLevels: ['high'] }
        : {},
    grant: structuredClone(pick(grants)),
    session: chance(0.5) ? everyTime : null,
  });
  let drafts: Draft[] = [first()];
  if (chance(0.4)) drafts.push(first());
  const rounds = Math.floor(random() * 4);
  for (let round = 0; round < rounds; round += 1) {
    const at = Math.floor(random() * drafts.length);
    drafts = drafts.flatMap((draft, index) => (index === at && drafts.length < 9 ? pick(splits)(draft) : [draft]));
  }
  for (const draft of drafts) if (chance(0.12)) narrow(draft);
  return drafts
    .map((draft) => ({ draft, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ draft }, index) => ({
      id: `p${index}`,
      displayName: `P${index}`,
      state: draft.state,
      conditions: {
        clientAppTypes: ['all'],
        ...draft.conditions,
        users: draft.users,
        applications: draft.applications,
      },
      grantControls: draft.grant,
      sessionControls: draft.session,
    }));
}
