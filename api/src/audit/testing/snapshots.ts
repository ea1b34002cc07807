import type { JsonObject } from '../facts/json-reader.ts';

/** Parts of snapshots in Graph's shape, for the tables of exact verdicts. The clock of these tests is `testNow`. */
export const day = '2026-11-19T00:00:00Z';
export const account = (id: string, more: JsonObject = {}): JsonObject => ({
  '@odata.type': '#microsoft.graph.user',
  id,
  userPrincipalName: `${id}@example.com`,
  userType: 'Member',
  accountEnabled: true,
  ...more,
});
export const role = (displayName: string, ...members: JsonObject[]): JsonObject => ({ displayName, members });
export const globalAdministrators = (...members: JsonObject[]): JsonObject => ({
  directoryRoles: [role('Global Administrator', ...members)],
});
export const all = (more: JsonObject): JsonObject => ({ includeUsers: ['All'], ...more });
export const off = { securityDefaults: { isEnabled: false } };
export const hybrid = (value: boolean | null): JsonObject => ({
  organization: [{ id: 'o', onPremisesSyncEnabled: value }],
});
export const refused = { error: { status: 403, code: 'Authorization_RequestDenied' } };
export const policiesOf = (...conditionalAccessPolicies: JsonObject[]): JsonObject => ({
  ...off,
  conditionalAccessPolicies,
});
export const scored = (controlScores: JsonObject[], profiles: JsonObject = {}, more: JsonObject = {}): JsonObject => ({
  secureScores: [{ createdDateTime: day, currentScore: 60, maxScore: 80, controlScores, ...more }],
  secureScoreControlProfiles: Object.entries(profiles).map(([id, maxScore]) => ({
    id,
    title: `Title of ${id}`,
    maxScore,
  })),
});
export const authorization = (authorizationPolicy: JsonObject): JsonObject => ({ authorizationPolicy });
export const oneDomain = (records: JsonObject, more: JsonObject = {}): JsonObject => ({
  domains: ['a.example'],
  dns: { 'a.example': records },
  ...more,
});

/** Rows of the registration report: of each account, the methods that it has registered. */
export const registeredMethods = (...list: [id: string, methodsRegistered: string[]][]): JsonObject[] =>
  list.map(([id, methodsRegistered]) => ({
    id,
    userPrincipalName: `${id}@example.com`,
    userType: 'member',
    isMfaCapable: true,
    methodsRegistered,
  }));
