import type { AlertDetails } from '@tenantry/contract/verdicts';
import * as z from 'zod/mini';
import type { AccountFact, CappedList, RegistrationFacts, SignInActivityFacts, UserFacts } from './account-facts.ts';
import type { AppRegistrationFacts } from './application-facts.ts';
import type { DirectoryAuditEntry, DirectoryAuditFacts } from './directory-audit-facts.ts';
import type { DatasetFailure, DatasetName, FactValues, FailureReason } from './facts.ts';
import type { ExcludedGroup, GroupFacts } from './group-facts.ts';
import type { AppPermissionFacts, AssetApprovalFacts, ExposedCredentialFacts } from './hunting-facts.ts';
import type { JsonObject } from './json-reader.ts';
import { domainDnsSchema } from './mail-fact-schemas.ts';
import type { AlertFacts, LegacySignInFacts, RiskFacts } from './risk-facts.ts';
import type {
  PrincipalType,
  PrivilegedApplication,
  RoleFacts,
  RoleHolding,
  RoleRules,
  RoleSchedule,
} from './role-facts.ts';
import {
  count,
  flag,
  flagOrNull,
  instant,
  objectOf,
  rawObject,
  rawObjects,
  type SchemaOf,
  text,
  textOrNull,
  texts,
  wordOf,
} from './schema-parts.ts';
import { type ConfigurationDataset, configurationDatasets } from './tenant-configuration.ts';

/** It becomes a link: nothing but an address of a page. */
const pageAddress = z.string().check(z.refine((url) => URL.canParse(url) && new URL(url).protocol === 'https:'));

const alert = objectOf<AlertDetails>({
  users: z.nullable(texts),
  createdAt: z.nullable(instant),
  url: z.nullable(pageAddress),
});

type Listed = CappedList['listed'][number];
/** No more are listed than there are. */
const capped = objectOf<CappedList>({
  count,
  listed: z.array(objectOf<Listed>({ id: text, name: text, alert: z.optional(alert) })),
}).check(z.refine(({ count: all, listed }) => listed.length <= all));

const account = objectOf<AccountFact>({
  id: text,
  name: text,
  upn: textOrNull,
  enabled: flagOrNull,
  guest: flagOrNull,
  synced: flagOrNull,
});

const pairOf = <T>(second: SchemaOf<T>): SchemaOf<[id: string, second: T]> =>
  z.tuple([z.string(), second]) as unknown as SchemaOf<[string, T]>;

const users = objectOf<UserFacts>({
  total: count,
  enabledMembers: count,
  disabled: count,
  guests: count,
  enabledGuests: count,
  accounts: z.array(account),
  missing: z.optional(texts),
  licenses: z.optional(z.array(pairOf(texts))),
  disabledIds: texts,
  disabledIdsComplete: flag,
});

const signInActivity = objectOf<SignInActivityFacts>({
  staleAfterDays: count,
  enabledMembers: count,
  enabledGuests: count,
  staleMembers: capped,
  staleGuests: capped,
  undated: count,
  unclear: count,
  lastSignIns: z.optional(z.array(pairOf(z.union([z.literal('none'), instant])))),
});

const flagsById: SchemaOf<Record<string, boolean>> = z.record(z.string(), z.boolean());

const registration = objectOf<RegistrationFacts>({
  members: count,
  capable: count,
  untold: capped,
  incapable: capped,
  admins: count,
  incapableAdmins: capped,
  capableById: flagsById,
  securityKeyById: flagsById,
  withoutReset: z.optional(capped),
  resetUntold: z.optional(count),
  disabledExcluded: flag,
});

const principalType = wordOf<PrincipalType>({ user: true, group: true, servicePrincipal: true, unknown: true });

const holding = objectOf<RoleHolding>({
  roleTemplateId: text,
  roleName: text,
  principalId: text,
  principalType,
  name: text,
  upn: textOrNull,
  viaGroupId: textOrNull,
  eligible: flag,
  scoped: z.optional(z.literal(true)),
});

type UnresolvedGroup = RoleFacts['unresolvedGroups'][number];
const roles = objectOf<RoleFacts>({
  holdings: z.array(holding),
  accounts: z.array(account),
  unresolvedGroups: z.array(objectOf<UnresolvedGroup>({ id: text, name: text, roleTemplateId: text })),
  eligibility: wordOf<RoleFacts['eligibility']>({ read: true, notLicensed: true, refused: true, asGiven: true }),
});

const privilegedApplication = objectOf<PrivilegedApplication>({
  id: text,
  name: text,
  roles: texts,
  secrets: count,
  secretsTold: flag,
  foreign: flag,
  owners: z.optional(capped),
});

type DateName = NonNullable<RoleSchedule['untold']>[number];
/** What is no date was not told. */
const isDated = (schedule: RoleSchedule, name: DateName): boolean =>
  schedule[name] === null || !Number.isNaN(Date.parse(schedule[name])) || schedule.untold?.includes(name) === true;
const roleSchedule = objectOf<RoleSchedule>({
  roleTemplateId: text,
  roleName: text,
  principalId: text,
  startDateTime: textOrNull,
  endDateTime: textOrNull,
  assignmentType: textOrNull,
  untold: z.optional(z.array(wordOf<DateName>({ startDateTime: true, endDateTime: true }))),
}).check(z.refine((schedule) => isDated(schedule, 'startDateTime') && isDated(schedule, 'endDateTime')));

const risk = objectOf<RiskFacts>({
  total: count,
  high: count,
  confirmed: count,
  lower: count,
  unrated: count,
  untold: count,
  severe: capped,
  listed: capped,
});

const legacySignIns = objectOf<LegacySignInFacts>({
  sinceDays: count,
  successes: count,
  failures: count,
  untold: count,
  byClient: z.record(z.string(), count),
  users: capped,
  smtpUsers: z.optional(capped),
});

type NamedGroup = GroupFacts['named'][number];
const groups = objectOf<GroupFacts>({
  total: count,
  unified: count,
  notPrivate: capped,
  visibilityUntold: count,
  dynamicGuestGroup: flag,
  rulesUntold: count,
  named: z.array(objectOf<NamedGroup>({ id: text, name: text, managementRestricted: flag, roleAssignable: flag })),
});

type Actor = NonNullable<DirectoryAuditEntry['by']>;
const auditEntry = objectOf<DirectoryAuditEntry>({
  at: text,
  activity: text,
  category: text,
  by: z.nullable(
    objectOf<Actor>({ kind: wordOf<Actor['kind']>({ user: true, app: true }), name: text, id: textOrNull }),
  ),
  targets: z.array(
    objectOf<DirectoryAuditEntry['targets'][number]>({ id: textOrNull, name: textOrNull, type: textOrNull }),
  ),
  roles: texts,
});

/** Why something is not there. */
export const datasetFailureSchema = objectOf<DatasetFailure>({
  reason: wordOf<FailureReason>({ notLicensed: true, notPermitted: true, couldNotCheck: true, notAvailable: true }),
  status: z.number(),
  code: text,
  message: text,
});

const configuration = Object.fromEntries(configurationDatasets.map((name) => [name, rawObjects])) as Record<
  ConfigurationDataset,
  SchemaOf<JsonObject[]>
>;

type UnusedPermissions = AppPermissionFacts['unused'][number];
type PendingAssets = AssetApprovalFacts['pending'][number];
type ExposedUser = ExposedCredentialFacts['users'][number];

/** The form of every dataset's value: one that a dataset gets and its schema does not have does not compile. */
export const factSchemas: { [K in DatasetName]: SchemaOf<FactValues[K]> } = {
  organization: rawObjects,
  subscribedSkus: rawObjects,
  domains: rawObjects,
  authorizationPolicies: rawObjects,
  securityDefaults: rawObject,
  authenticationMethodsPolicy: rawObject,
  adminConsentRequestPolicy: rawObject,
  crossTenantAccessPolicy: rawObject,
  deviceRegistrationPolicy: rawObject,
  defaultAppManagementPolicy: rawObject,
  activityBasedTimeoutPolicies: rawObjects,
  groupSettings: rawObjects,
  branding: rawObject,
  sharepointSettings: rawObject,
  deviceManagementSettings: rawObject,
  deviceEnrollmentConfigurations: rawObjects,
  deviceCompliancePolicies: rawObjects,
  deviceComplianceSummary: rawObject,
  webStoragePrincipals: rawObjects,
  sharedMailboxAccounts: rawObjects,
  secureScores: rawObjects,
  secureScoreControlProfiles: rawObjects,
  roles,
  privilegedApplications: z.array(privilegedApplication),
  appRegistrations: objectOf<AppRegistrationFacts>({ total: count, live: capped, expired: capped, untold: capped }),
  roleSchedules: z.array(roleSchedule),
  roleRules: z.array(objectOf<RoleRules>({ roleTemplateId: text, roleName: text, rules: rawObjects })),
  conditionalAccessPolicies: rawObjects,
  namedLocations: rawObjects,
  riskyUsers: risk,
  riskDetections: risk,
  users,
  signInActivity,
  registration,
  legacySignIns,
  groups,
  alerts: objectOf<AlertFacts>({ open: capped, old: capped, untold: count }),
  identityHealthIssues: rawObjects,
  identitySensors: rawObjects,
  appPermissions: objectOf<AppPermissionFacts>({
    applications: count,
    unused: z.array(objectOf<UnusedPermissions>({ id: text, name: text, permissions: texts })),
    unusedCount: count,
    untold: capped,
    whole: flag,
  }).check(z.refine(({ unused, unusedCount }) => unused.length <= unusedCount)),
  assetApprovals: objectOf<AssetApprovalFacts>({
    assets: count,
    pending: z.array(objectOf<PendingAssets>({ id: text, classification: text, count, names: texts })),
  }),
  exposedCredentials: objectOf<ExposedCredentialFacts>({
    devices: count,
    edges: count,
    count,
    users: z.array(objectOf<ExposedUser>({ id: text, name: text, devices: texts, kinds: texts })),
  }).check(z.refine(({ users: listed, count: all }) => listed.length <= all)),
  onPremisesSynchronization: rawObjects,
  accessReviews: rawObjects,
  excludedGroups: z.array(objectOf<ExcludedGroup>({ id: text, members: z.nullable(capped) })),
  dns: z.array(domainDnsSchema),
  directoryAudits: objectOf<DirectoryAuditFacts>({ since: instant, complete: flag, entries: z.array(auditEntry) }),
  ...configuration,
};
