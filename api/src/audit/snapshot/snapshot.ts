import type { CloudName } from '@tenantry/contract/clouds';
import type { Exemptions } from '../checks/shared/check.ts';
import { appRegistrationReducer } from '../collect/reduce/app-registrations.ts';
import { groupAccounts, groupReducer } from '../collect/reduce/groups.ts';
import { appPermissions, assetApprovals, exposedCredentials, withoutTable } from '../collect/reduce/hunting.ts';
import { registrationReducer } from '../collect/reduce/registration.ts';
import { alertReducer, riskReducer } from '../collect/reduce/risk.ts';
import { signInReducer } from '../collect/reduce/sign-ins.ts';
import { accountFrom, signInActivityReducer, userReducer } from '../collect/reduce/users.ts';
import type { DatasetName, FactValues } from '../facts/datasets.ts';
import {
  collected,
  type DatasetResult,
  type Facts,
  failed,
  failureOfDataset,
  unexpectedAnswer,
} from '../facts/facts.ts';
import type { ExcludedGroup } from '../facts/group-facts.ts';
import { exampleIds, interestingIds } from '../facts/interesting-ids.ts';
import { isObject, type JsonObject, numberAt, objectAt, textAt, valueAt } from '../facts/json-reader.ts';
import { notOffered, notOfferedIn } from '../facts/national-clouds.ts';
import { settledFacts } from '../facts/settled-facts.ts';
import { accountsOfMailbox, addressOfMailbox } from '../facts/shared-mailboxes.ts';
import { configurationDatasets, datasetOfType, instancesOf } from '../facts/tenant-configuration.ts';
import { tablesOfHunt } from '../microsoft/hunting-tables.ts';
import { type Declarations, declarationsFrom, exemptionsOf } from './snapshot-declarations.ts';
import { dnsFromSnapshot } from './snapshot-dns.ts';
import { cloudOf, holdsFacts, writtenFacts } from './snapshot-facts.ts';
import {
  agentsFromSnapshot,
  applicationsFromSnapshot,
  rolesFromSnapshot,
  rulesFromSnapshot,
  schedulesFromSnapshot,
} from './snapshot-roles.ts';

export type SnapshotFacts = { facts: Facts; exemptions: Exemptions };

const objectSets = [
  'securityDefaults',
  'authenticationMethodsPolicy',
  'adminConsentRequestPolicy',
  'crossTenantAccessPolicy',
  'deviceRegistrationPolicy',
  'defaultAppManagementPolicy',
  'branding',
  'sharepointSettings',
  'deviceManagementSettings',
  'deviceComplianceSummary',
] as const satisfies readonly DatasetName[];
const listSets = [
  'organization',
  'subscribedSkus',
  'activityBasedTimeoutPolicies',
  'groupSettings',
  'deviceEnrollmentConfigurations',
  'deviceCompliancePolicies',
  'identityHealthIssues',
  'identitySensors',
  'webStoragePrincipals',
  'secureScores',
  'secureScoreControlProfiles',
  'conditionalAccessPolicies',
  'namedLocations',
  'onPremisesSynchronization',
  'dkimSigningConfig',
  'accessReviews',
  'exchangeTransportConfig',
  'exchangeOrganizationConfig',
] as const satisfies readonly DatasetName[];

/** Of these, one object is the usual answer. */
const oneObject: readonly string[] = ['organization', 'exchangeTransportConfig', 'exchangeOrganizationConfig'];

const isEntry = (item: unknown): boolean => isObject(item) || typeof item === 'string';

/**
 * A list as Graph gives it: bare, or under `value`. Null where it is none, where an entry is no object, and where a link
 * says that more pages follow: a part of a list would be taken for the whole.
 */
function listFrom(value: unknown): readonly unknown[] | null {
  const list = isObject(value) ? value.value : value;
  if (isObject(value) && (value['@odata.nextLink'] ?? null) !== null) return null;
  return Array.isArray(list) && list.every(isEntry) ? list : null;
}

/** Where one object is the usual answer, it counts as a list of one. */
function oneOrList(value: unknown): readonly unknown[] | null {
  return isObject(value) && !('value' in value) ? [value] : listFrom(value);
}

const objectsOnly = (list: readonly unknown[]): JsonObject[] | null => (list.every(isObject) ? [...list] : null);

function refused(value: unknown, now: Date): DatasetResult<never> | null {
  const error = valueAt(value, 'error');
  if (error === undefined || error === null) return null;
  const status = numberAt(error, 'status') ?? 0;
  const code = textAt(error, 'code') ?? (typeof error === 'string' ? error : 'Unknown');
  return failed({ status, code, message: textAt(error, 'message') ?? '' }, now);
}

class SnapshotReader {
  private readonly snapshot: JsonObject;
  private readonly now: Date;
  readonly facts: Partial<Record<DatasetName, DatasetResult>> = {};

  constructor(snapshot: JsonObject, now: Date) {
    this.snapshot = snapshot;
    this.now = now;
  }

  /** Reads the source named `key` into a dataset; absent or null means not collected. */
  read<K extends DatasetName>(name: K, key: string, shape: (value: unknown) => FactValues[K] | null): void {
    const value = valueAt(this.snapshot, key);
    if (value === undefined || value === null) return;
    const shaped = refused(value, this.now) === null ? shape(value) : null;
    this.facts[name] =
      refused(value, this.now) ?? (shaped === null ? unexpectedAnswer(key, this.now) : collected(shaped, this.now));
  }

  /** A list of objects. */
  list<K extends DatasetName>(
    name: K,
    key: string,
    shape: (list: readonly JsonObject[]) => FactValues[K] | null,
    listOf: (value: unknown) => readonly unknown[] | null = listFrom,
  ): void {
    this.read(name, key, (value) => {
      const list = objectsOnly(listOf(value) ?? [null]);
      return list === null ? null : shape(list);
    });
  }
}

const haveIds = (list: readonly JsonObject[]): boolean => list.every((item) => (textAt(item, 'id') ?? '') !== '');
const asTheyAre = (list: readonly JsonObject[]): JsonObject[] => [...list];
const namesAsDomains = (value: unknown): readonly unknown[] | null =>
  listFrom(value)?.map((item) => (typeof item === 'string' ? { id: item } : item)) ?? null;

/**
 * Facts and exemptions from a snapshot as docs/snapshot.md describes it. Never throws for a value inside the snapshot:
 * one of another form than documented is a dataset that could not be checked.
 * @throws SnapshotError where an audit of a newer version wrote it
 */
export function factsFromSnapshot(snapshot: JsonObject, now: Date): SnapshotFacts {
  const { declarations } = declarationsFrom(snapshot);
  const known = holdsFacts(snapshot) ? writtenFacts(snapshot, now) : collectedFacts(snapshot, declarations, now);
  const facts = settledFacts(inItsCloud(known, cloudOf(snapshot), now));
  return { facts, exemptions: exemptionsOf(declarations, facts, now) };
}

/** What the tenant's cloud does not offer, and nobody gave all the same, is not there for that reason, whatever was answered. */
function inItsCloud(facts: Facts, cloud: CloudName, now: Date): Facts {
  const isKnown = (result: DatasetResult | undefined) =>
    result?.state === 'ok' || failureOfDataset(result)?.reason === 'notOffered';
  const lacking = [...notOfferedIn(cloud)].filter((name) => !isKnown(facts[name]));
  return { ...facts, ...Object.fromEntries(lacking.map((name) => [name, notOffered(cloud, now)])) };
}

/** Facts from Microsoft's answers, by the reducers of a scan. */
function collectedFacts(snapshot: JsonObject, declarations: Declarations, now: Date): Facts {
  const reader = new SnapshotReader(snapshot, now);
  for (const name of objectSets) reader.read(name, name, (value) => (isObject(value) ? value : null));
  for (const name of listSets) reader.list(name, name, asTheyAre, oneObject.includes(name) ? oneOrList : listFrom);
  reader.list('authorizationPolicies', 'authorizationPolicy', asTheyAre, oneOrList);
  reader.list('authorizationPolicies', 'authorizationPolicies', asTheyAre);
  reader.list('domains', 'domains', asTheyAre, namesAsDomains);
  noBranding(reader, now);
  readRoles(reader, snapshot);
  reader.list('privilegedApplications', 'privilegedApplications', (list) => applicationsFromSnapshot(list, now));
  reader.list('appRegistrations', 'applications', (list) => fed(appRegistrationReducer(now), list));
  reader.list('agentIdentities', 'agentIdentities', agentsFromSnapshot);
  readHunted(reader, 'appPermissions', appPermissions);
  readHunted(reader, 'assetApprovals', assetApprovals);
  readHunted(reader, 'exposedCredentials', exposedCredentials);
  reader.list('riskyUsers', 'riskyUsers', (list) => fed(riskReducer('id'), list));
  reader.list('riskDetections', 'riskDetections', (list) => fed(riskReducer('userId'), list));
  reader.list('alerts', 'alerts', (list) => fed(alertReducer(now), list));
  reader.list('legacySignIns', 'signIns', (list) => fed(signInReducer(now), list));
  if ((listFrom(valueAt(snapshot, 'groups')) ?? []).some((group) => Array.isArray(valueAt(group, 'members')))) {
    reader.list('excludedGroups', 'groups', groupsWithMembers);
  }
  const facts = reader.facts as Facts;
  const declared = declaredAccounts(declarations, listFrom(valueAt(snapshot, 'users')) ?? []);
  const ids = interestingIds(facts, declared);
  reader.list('users', 'users', (list) =>
    haveIds(list) ? fed(userReducer(ids.accounts, exampleIds(facts)), list) : null,
  );
  const withActivity = (listFrom(valueAt(snapshot, 'users')) ?? []).some(
    (user) => isObject(user) && 'signInActivity' in user,
  );
  if (withActivity) reader.list('signInActivity', 'users', (list) => fed(signInActivityReducer(now), list));
  if (reader.facts.users?.state === 'failed') reader.facts.signInActivity = reader.facts.users;
  const users = facts.users?.state === 'ok' ? facts.users.value : undefined;
  reader.list('registration', 'userRegistrationDetails', (list) =>
    haveIds(list)
      ? fed(registrationReducer({ users, accountIds: ids.accounts, guestIds: guestsOf(snapshot) }), list)
      : null,
  );
  reader.list('groups', 'groups', (list) => (haveIds(list) ? fed(groupReducer(ids.groups), list) : null));
  reader.read('dns', 'dns', (value) => (isObject(value) ? dnsFromSnapshot(value) : null));
  readConfiguration(reader, snapshot, now);
  readMailboxAccounts(reader, snapshot, now);
  return facts;
}

/** Rows of an advanced hunting query, as the collector asks it: under `results`, or a list. */
function readHunted<K extends keyof typeof tablesOfHunt>(
  reader: SnapshotReader,
  name: K,
  reduce: (rows: readonly JsonObject[]) => FactValues[K] | null,
): void {
  reader.read(name, name, (value) => {
    const rows = isObject(value) ? value.results : value;
    const list = Array.isArray(rows) ? objectsOnly(rows) : null;
    return list === null ? null : reduce(list);
  });
  const result = reader.facts[name];
  if (result?.state === 'failed') reader.facts[name] = withoutTable(result, tablesOfHunt[name]);
}

/** The accounts of the shared mailboxes, out of those that the snapshot holds. */
function readMailboxAccounts({ facts }: SnapshotReader, snapshot: JsonObject, now: Date): void {
  const mailboxes = facts.sharedMailboxes;
  const users = listFrom(valueAt(snapshot, 'users'));
  if (mailboxes?.state !== 'ok') return;
  // Without mailboxes there is nobody to look up.
  if (users === null && (mailboxes.value as JsonObject[]).length > 0) {
    if (facts.users?.state === 'failed') facts.sharedMailboxAccounts = facts.users;
    return;
  }
  const addresses = (mailboxes.value as JsonObject[]).flatMap((mailbox) => addressOfMailbox(mailbox) ?? []);
  const accounts = addresses.flatMap((address) => accountsOfMailbox(address, (users ?? []).filter(isObject)));
  facts.sharedMailboxAccounts = collected(accounts, now);
}

/** Ids of the accounts that the customer declared: they are looked at whatever names them. */
function declaredAccounts({ exemptions, emergencyAccounts }: Declarations, users: readonly unknown[]): string[] {
  const names = new Set(emergencyAccounts.map(({ account }) => account));
  const byName = users.filter((user) => names.has(textAt(user, 'userPrincipalName')?.toLowerCase() ?? ''));
  return [
    ...Object.values(exemptions).flatMap(({ users: exempt }) => exempt),
    ...names,
    ...byName.flatMap((user) => textAt(user, 'id') ?? []),
  ];
}

/** Microsoft's report names the kind of each account; one that somebody put together may leave that to the users. */
function guestsOf(snapshot: JsonObject): ReadonlySet<string> {
  const accounts = (listFrom(valueAt(snapshot, 'users')) ?? []).filter(isObject).map(accountFrom);
  return new Set(accounts.filter(({ guest }) => guest === true).map(({ id }) => id.toLowerCase()));
}

/** Groups that come with their accounts. One without a list, or with a member without an id, is not known. */
function groupsWithMembers(list: readonly JsonObject[]): ExcludedGroup[] {
  return list.map((group) => {
    const members = valueAt(group, 'members');
    const isWhole = Array.isArray(members) && members.every((member) => (textAt(member, 'id') ?? '') !== '');
    return {
      id: (textAt(group, 'id') ?? '').toLowerCase(),
      members: isWhole ? groupAccounts(members.filter(isObject)) : null,
    };
  });
}

/** 404 is the documented answer where no branding was set up. */
function noBranding(reader: SnapshotReader, now: Date): void {
  const { branding } = reader.facts;
  if (branding?.state === 'failed' && branding.status === 404) reader.facts.branding = collected({}, now);
}

function fed<T>(reducer: { add(page: readonly unknown[]): void; finish(): T }, list: readonly unknown[]): T {
  reducer.add(list);
  return reducer.finish();
}

/** The instances by type (`tenantConfiguration`), as a snapshot of Tenant Configuration Management holds them. */
function readConfiguration(reader: SnapshotReader, snapshot: JsonObject, now: Date): void {
  const whole = valueAt(snapshot, 'tenantConfiguration');
  if (whole === undefined || whole === null) return;
  const refusedWhole = refused(whole, now) ?? (isObject(whole) ? null : unexpectedAnswer('tenantConfiguration', now));
  if (refusedWhole !== null) for (const name of configurationDatasets) reader.facts[name] = refusedWhole;
  for (const [type, value] of Object.entries(refusedWhole === null ? objectAt(whole) : {})) {
    const name = datasetOfType(type);
    if (name === null || value === undefined || value === null) continue;
    const isWhole = Array.isArray(value) && value.every((one) => isObject(valueAt(one, 'properties')));
    reader.facts[name] =
      refused(value, now) ?? (isWhole ? collected(instancesOf(value), now) : unexpectedAnswer(type, now));
  }
}

/** Every role is told by name or id, with all its members. */
function areWhole(roles: readonly JsonObject[]): boolean {
  return roles.every(
    (role) =>
      (textAt(role, 'displayName') ?? textAt(role, 'roleTemplateId')) !== null &&
      Array.isArray(role.members) &&
      role.members.every((member) => (textAt(member, 'id') ?? '') !== ''),
  );
}

function readRoles(reader: SnapshotReader, snapshot: JsonObject): void {
  reader.list('roles', 'privilegedUsers', (list) => rolesFromSnapshot([], list));
  // Two sources of one dataset: where one of them was refused, nobody knows who holds a role.
  if (reader.facts.roles?.state !== 'failed') {
    const other = listFrom(valueAt(snapshot, 'privilegedUsers')) ?? [];
    reader.list('roles', 'directoryRoles', (list) => (areWhole(list) ? rolesFromSnapshot(list, other) : null));
  }
  reader.list('roleSchedules', 'privilegedRoles', schedulesFromSnapshot);
  reader.list('roleRules', 'privilegedRoles', rulesFromSnapshot);
}
