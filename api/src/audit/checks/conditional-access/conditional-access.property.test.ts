import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../facts/json-reader.ts';
import { factsFromSnapshot } from '../../snapshot/snapshot.ts';
import { allAdminRoles, block, phishingResistantStrength, policy, requireMfa } from '../../testing/policies.ts';
import { testNow } from '../../testing/verdict-for.ts';
import { catalog } from '../catalog.ts';
import { noExemption } from '../shared/check.ts';

/** Checks on coverage: here more exclusions or conditions can only make things worse. */
const coverageChecks = [
  'ca.mfa.all',
  'ca.mfa.admins',
  'ca.mfa.admins.phish',
  'ca.mfa.all.phish',
  'ca.mfa.guests',
  'ca.mfa.azure',
  'ca.mfa.secinfo',
  'ca.legacy',
  'ca.risk.user',
  'ca.risk.user.block',
  'ca.risk.signin',
  'ca.risk.signin.high',
  'ca.risk.signin.block',
  'ca.devicecode',
  'ca.authtransfer',
  'ca.device',
  'ca.coverage',
  'ca.mfa.device.reg',
  'ca.intune.enrol',
];
const rank: Record<string, number> = { pass: 2, warning: 1, fail: 0 };

const users = fc.constantFrom<JsonObject>(
  { includeUsers: ['All'] },
  { includeUsers: ['All'], excludeGroups: ['g1'] },
  { includeUsers: ['All'], excludeUsers: ['u1', 'u2'] },
  { includeUsers: ['GuestsOrExternalUsers'] },
  { includeGroups: ['g1'] },
  { includeUsers: ['u1'] },
  allAdminRoles,
);
const applications = fc.constantFrom<JsonObject>(
  { includeApplications: ['All'] },
  { includeApplications: ['All'], excludeApplications: ['a1'] },
  { includeApplications: ['a1'] },
  { includeUserActions: ['urn:user:registersecurityinfo'] },
);
const conditions = fc.constantFrom<JsonObject>(
  {},
  { clientAppTypes: ['exchangeActiveSync', 'other'] },
  { clientAppTypes: ['browser', 'mobileAppsAndDesktopClients'] },
  { userRiskLevels: ['high'] },
  { signInRiskLevels: ['medium', 'high'] },
  { authenticationFlows: { transferMethods: 'deviceCodeFlow' } },
  { platforms: { includePlatforms: ['all'], excludePlatforms: ['linux'] } },
  { platforms: { includePlatforms: ['all'], excludePlatforms: ['android', 'iOS', 'windows', 'macOS', 'linux'] } },
  { locations: { includeLocations: ['All'], excludeLocations: ['AllTrusted'] } },
  { locations: { includeLocations: ['AllTrusted'] } },
);
const grant = fc.constantFrom<JsonObject>(requireMfa, block, phishingResistantStrength, {
  operator: 'OR',
  builtInControls: ['compliantDevice'],
});
const state = fc.constantFrom('enabled', 'enabled', 'enabledForReportingButNotEnforced', 'disabled');
const somePolicy = fc
  .record({ users, applications, conditions, grant, state, name: fc.constantFrom('A', 'B', 'C', 'D') })
  .map((parts) => policy(parts));
const somePolicies = fc.array(somePolicy, { minLength: 1, maxLength: 5 });

const checks = catalog.filter((check) => coverageChecks.includes(check.id));

function statuses(policies: readonly JsonObject[]): Map<string, string> {
  const { facts } = factsFromSnapshot(
    { conditionalAccessPolicies: policies, securityDefaults: { isEnabled: false } },
    testNow,
  );
  const context = { now: testNow, exemption: noExemption };
  return new Map(checks.map((check) => [check.id, check.evaluate(facts, context).status]));
}

function expectNoBetter(before: Map<string, string>, after: Map<string, string>): void {
  for (const check of coverageChecks) {
    const [old = '', now = ''] = [before.get(check), after.get(check)];
    if (old in rank && now in rank) expect(rank[now], `${check}: ${old} -> ${now}`).toBeLessThanOrEqual(rank[old] ?? 0);
    else if (now === 'pass') expect(old, check).toBe('pass');
  }
}

function changed(
  policies: readonly JsonObject[],
  index: number,
  change: (conditions: Record<string, unknown>) => void,
): JsonObject[] {
  const copy = structuredClone(policies) as Record<string, unknown>[];
  const target = copy[index % copy.length];
  if (target !== undefined) change(target.conditions as Record<string, unknown>);
  return copy;
}

const exclusions: ((conditions: Record<string, unknown>) => void)[] = [
  'excludeUsers',
  'excludeGroups',
  'excludeRoles',
].flatMap((key) =>
  ['x1', '62e90394-69f5-4237-9190-012177145e10', 'g1'].map((id) => (target: Record<string, unknown>) => {
    const current = target.users as Record<string, unknown>;
    current[key] = [...((current[key] as string[] | undefined) ?? []), id];
  }),
);
const narrowings: ((conditions: Record<string, unknown>) => void)[] = [
  (target) => Object.assign(target, { insiderRiskLevels: 'elevated' }),
  (target) =>
    Object.assign(target, { devices: { deviceFilter: { mode: 'include', rule: 'device.isCompliant -eq True' } } }),
  (target) =>
    Object.assign(target, { devices: { deviceFilter: { mode: 'exclude', rule: 'device.isCompliant -eq True' } } }),
  (target) => Object.assign(target, { somethingNew: { on: true } }),
];

test('the order of policies never matters', () => {
  fc.assert(
    fc.property(somePolicies, fc.nat(), (policies, turn) => {
      const at = turn % policies.length;
      const turned = [...policies.slice(at), ...policies.slice(0, at)].reverse();
      expect([...statuses(turned)]).toEqual([...statuses(policies)]);
    }),
    { numRuns: 150 },
  );
});

test('one more exclusion never improves a verdict', () => {
  fc.assert(
    fc.property(somePolicies, fc.nat(), fc.constantFrom(...exclusions), (policies, index, exclude) => {
      expectNoBetter(statuses(policies), statuses(changed(policies, index, exclude)));
    }),
    { numRuns: 300 },
  );
});

test('one more condition never improves a verdict', () => {
  fc.assert(
    fc.property(somePolicies, fc.nat(), fc.constantFrom(...narrowings), (policies, index, narrow) => {
      expectNoBetter(statuses(policies), statuses(changed(policies, index, narrow)));
    }),
    { numRuns: 300 },
  );
});

test('turning a policy off, or to report-only, never improves a verdict', () => {
  fc.assert(
    fc.property(
      somePolicies,
      fc.nat(),
      fc.constantFrom('disabled', 'enabledForReportingButNotEnforced'),
      (policies, index, to) => {
        const at = index % policies.length;
        const weaker = policies.map((item, position) =>
          position === at && item.state === 'enabled' ? { ...item, state: to } : item,
        );
        expectNoBetter(statuses(policies), statuses(weaker));
      },
    ),
    { numRuns: 300 },
  );
});

test('an enabled copy of a policy never hurts', () => {
  fc.assert(
    fc.property(somePolicies, fc.nat(), (policies, index) => {
      const copied = policies[index % policies.length];
      const more = [...policies, { ...copied, id: 'copy', displayName: 'Copy', state: 'enabled' }];
      expectNoBetter(statuses(more), statuses(policies));
    }),
    { numRuns: 300 },
  );
});

test('policies with many exclusions do not hide one that covers everybody', () => {
  const groups = Array.from({ length: 40 }, (_, index) => `g${index}`);
  const broad = ['A', 'B', 'C', 'D'].map((name) =>
    policy({ name, users: { includeUsers: ['All'], excludeGroups: groups.map((group) => `${group}${name}`) } }),
  );
  expect(statuses(broad).get('ca.mfa.all')).toBe('warning');
  expect(statuses([...broad, policy({ name: 'Z' })]).get('ca.mfa.all')).toBe('pass');
});
