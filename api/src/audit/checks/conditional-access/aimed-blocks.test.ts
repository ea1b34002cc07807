import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../facts/json-reader.ts';
import { block, policy } from '../../testing/policies.ts';
import { off } from '../../testing/snapshots.ts';
import { verdictFor } from '../../testing/verdict-for.ts';
import { catalog } from '../catalog.ts';

const namedLocations = [
  { id: 'office', displayName: 'Office', isTrusted: true, ipRanges: [{ cidrAddress: '192.0.2.0/24' }] },
  { id: 'country', displayName: 'RU', countriesAndRegions: ['RU'] },
];
const tenant = (...list: JsonObject[]): JsonObject => ({
  ...off,
  users: [{ id: 'u1', userPrincipalName: 'u1@example.com', userType: 'Member', accountEnabled: true }],
  subscribedSkus: [{ servicePlans: [{ servicePlanName: 'AAD_PREMIUM_P2' }] }],
  namedLocations,
  conditionalAccessPolicies: list,
});
const checks = catalog.filter(({ protects }) => protects !== undefined);
const name = 'Old block';
const some = { users: { includeGroups: ['contractors'] } };
const outside = { locations: { includeLocations: ['All'], excludeLocations: ['AllTrusted'] } };
const unknownPlatforms = {
  platforms: { includePlatforms: ['all'], excludePlatforms: ['android', 'iOS', 'windows', 'macOS', 'linux'] },
};
const legacy = { clientAppTypes: ['exchangeActiveSync', 'other'] };
const portals = { includeApplications: ['MicrosoftAdminPortals'] };

/** Whether the check advises to turn on or to widen the policy, and whether its panel names it as coming near. */
function toldOf(checkId: string, ...list: JsonObject[]) {
  const { recommendation, notCovered } = verdictFor(checkId, tenant(...list));
  return {
    isAdvised: new RegExp(`(turn on|widen) [^;:]*"${name}"`).test(recommendation),
    isInPanel: notCovered?.policies.some((one) => one.name === name) === true,
  };
}
const whoTellOf = (...list: JsonObject[]): string[] =>
  checks
    .map(({ id }) => ({ id, ...toldOf(id, ...list) }))
    .filter(({ isAdvised, isInPanel }) => isAdvised || isInPanel)
    .map(({ id }) => id);

describe('a block of something else is never one to turn on or to widen', () => {
  it.each<[string, Parameters<typeof policy>[0]]>([
    ['that is off and blocks everybody', { state: 'disabled' }],
    ['that is in report-only and blocks everybody', { state: 'enabledForReportingButNotEnforced' }],
    ['of a group', some],
    ['of one application', { applications: { includeApplications: ['app-1'] } }],
    ['of a country', { ...some, conditions: { locations: { includeLocations: ['country'] } } }],
    ['of one platform', { ...some, conditions: { platforms: { includePlatforms: ['android'] } } }],
    ['of legacy clients and browsers', { ...some, conditions: { clientAppTypes: ['browser', 'other'] } }],
    ['of sign-ins without a risk', { ...some, conditions: { signInRiskLevels: ['none', 'high'] } }],
    [
      'of the admin portals and of mail',
      { ...some, applications: { includeApplications: ['MicrosoftAdminPortals', 'app-1'] } },
    ],
  ])('%s', (_what, parts) => {
    expect(whoTellOf(policy({ name, grant: block, ...parts }))).toEqual([]);
  });

  it('also where it takes part: without what it leaves out it would block everybody', () => {
    const conditions = { platforms: { includePlatforms: ['all'], excludePlatforms: ['iOS'] } };
    const told = whoTellOf(policy({ name, grant: block, conditions }));
    // What this finding is about are the exclusions of every policy that is on.
    expect(told).toEqual(['ca.exclusion.gaps']);
  });

  it('one that is off and reaches whom others leave out', () => {
    const mfa = policy({ name: 'MFA', users: { includeUsers: ['All'], excludeUsers: ['u1'] } });
    const { notCovered } = verdictFor(
      'ca.exclusion.gaps',
      tenant(mfa, policy({ name, grant: block, state: 'disabled' })),
    );
    expect(notCovered?.policies.map((one) => one.name)).toEqual(['MFA']);
  });
});

describe('a block of just what is asked for is', () => {
  it.each<[string, JsonObject]>([
    ['ca.legacy', { conditions: legacy }],
    ['ca.risk.user.block', { conditions: { userRiskLevels: ['high'] } }],
    ['ca.risk.signin.high', { conditions: { signInRiskLevels: ['high'] } }],
    ['ca.devicecode', { conditions: { authenticationFlows: { transferMethods: 'deviceCodeFlow' } } }],
    ['ca.platforms', { conditions: unknownPlatforms }],
    ['ca.locations', { conditions: outside }],
    ['ca.insider', { conditions: { insiderRiskLevels: 'elevated' } }],
  ])('%s', (checkId, parts) => {
    const both = { isAdvised: true, isInPanel: true };
    expect(toldOf(checkId, policy({ name, grant: block, ...some, ...parts }))).toEqual(both);
    expect(toldOf(checkId, policy({ name, grant: block, state: 'disabled', ...parts }))).toEqual(both);
  });

  it('of the admin portals', () => {
    const parts = { name, grant: block, applications: portals };
    const users = { includeGroups: ['contractors'], excludeRoles: ['62e90394-69f5-4237-9190-012177145e10'] };
    expect(toldOf('ca.admin.portals', policy({ ...parts, users }))).toEqual({ isAdvised: true, isInPanel: true });
  });

  it('also where it is narrow by another condition', () => {
    const more = { signInRiskLevels: ['high'] };
    for (const [checkId, conditions] of [
      ['ca.platforms', unknownPlatforms],
      ['ca.locations', outside],
    ] as const) {
      const told = toldOf(checkId, policy({ name, grant: block, conditions: { ...conditions, ...more } }));
      expect(told, checkId).toMatchObject({ isInPanel: true });
    }
  });
});
