import { type Exemption, type Exemptions, noExemption } from './check.ts';
import {
  collected,
  type DatasetName,
  type DatasetResult,
  type DomainDns,
  type Facts,
  type FactValues,
  failed,
  type TxtAnswer,
  unexpectedAnswer,
} from './facts.ts';
import { interestingIds } from './interesting-ids.ts';
import { booleanAt, isObject, type JsonObject, numberAt, objectsAt, textAt, textsAt, valueAt } from './json-reader.ts';
import { groupReducer } from './reduce/groups.ts';
import { registrationReducer } from './reduce/registration.ts';
import { alertReducer, riskReducer } from './reduce/risk.ts';
import { signInReducer } from './reduce/sign-ins.ts';
import { signInActivityReducer, userReducer } from './reduce/users.ts';
import {
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
] as const satisfies readonly DatasetName[];
const listSets = [
  'organization',
  'subscribedSkus',
  'activityBasedTimeoutPolicies',
  'groupSettings',
  'secureScores',
  'secureScoreControlProfiles',
  'conditionalAccessPolicies',
  'namedLocations',
  'onPremisesSynchronization',
  'dkimSigningConfig',
] as const satisfies readonly DatasetName[];

/** A list as Graph gives it: bare, or under `value`. One object counts as a list of one. */
function listFrom(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return null;
  return Array.isArray(value.value) ? value.value : [value];
}

function refused(value: unknown, now: Date): DatasetResult<never> | null {
  const error = valueAt(value, 'error');
  if (!isObject(error)) return null;
  const status = numberAt(error, 'status') ?? 0;
  return failed({ status, code: textAt(error, 'code') ?? 'Unknown', message: textAt(error, 'message') ?? '' }, now);
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

  list<K extends DatasetName>(name: K, key: string, shape: (list: readonly unknown[]) => FactValues[K]): void {
    this.read(name, key, (value) => {
      const list = listFrom(value);
      return list === null ? null : shape(list);
    });
  }
}

const objectsOf = (list: readonly unknown[]): JsonObject[] => list.filter(isObject);

/**
 * Facts and exemptions from a snapshot as docs/snapshot.md describes it. Never throws for a value inside the snapshot:
 * one of another form than documented is a dataset that could not be checked.
 */
export function factsFromSnapshot(snapshot: JsonObject, now: Date): SnapshotFacts {
  const reader = new SnapshotReader(snapshot, now);
  for (const name of objectSets) reader.read(name, name, (value) => (isObject(value) ? value : null));
  for (const name of listSets) reader.list(name, name, objectsOf);
  reader.list('authorizationPolicies', 'authorizationPolicy', objectsOf);
  reader.list('authorizationPolicies', 'authorizationPolicies', objectsOf);
  reader.list('domains', 'domains', (list) =>
    list.map((item) => (typeof item === 'string' ? { id: item } : item)).filter(isObject),
  );
  readRoles(reader, snapshot);
  reader.list('privilegedApplications', 'privilegedApplications', (list) => applicationsFromSnapshot(list, now));
  reader.list('riskyUsers', 'riskyUsers', (list) => fed(riskReducer('id'), list));
  reader.list('riskDetections', 'riskDetections', (list) => fed(riskReducer('userId'), list));
  reader.list('alerts', 'alerts', (list) => fed(alertReducer(now), list));
  reader.list('legacySignIns', 'signIns', (list) => fed(signInReducer(), list));
  const facts = reader.facts as Facts;
  const ids = interestingIds(facts);
  reader.list('users', 'users', (list) => fed(userReducer(ids.accounts), list));
  const withActivity = objectsOf(listFrom(valueAt(snapshot, 'users')) ?? []).some((user) => 'signInActivity' in user);
  if (withActivity) reader.list('signInActivity', 'users', (list) => fed(signInActivityReducer(now), list));
  const users = facts.users?.state === 'ok' ? facts.users.value : undefined;
  reader.list('registration', 'userRegistrationDetails', (list) =>
    fed(registrationReducer({ users, accountIds: ids.accounts }), list),
  );
  reader.list('groups', 'groups', (list) => fed(groupReducer(ids.groups), list));
  reader.read('dns', 'dns', (value) =>
    isObject(value) ? Object.entries(value).map(([domain, records]) => dnsFrom(domain, records)) : null,
  );
  return { facts, exemptions: exemptionsFrom(valueAt(snapshot, 'exemptions')) };
}

function fed<T>(reducer: { add(page: readonly unknown[]): void; finish(): T }, list: readonly unknown[]): T {
  reducer.add(list);
  return reducer.finish();
}

function readRoles(reader: SnapshotReader, snapshot: JsonObject): void {
  const other = listFrom(valueAt(snapshot, 'privilegedUsers')) ?? [];
  reader.list('roles', 'privilegedUsers', (list) => rolesFromSnapshot([], list));
  reader.list('roles', 'directoryRoles', (list) => rolesFromSnapshot(list, other));
  reader.list('roleSchedules', 'privilegedRoles', schedulesFromSnapshot);
  reader.list('roleRules', 'privilegedRoles', rulesFromSnapshot);
}

function dnsFrom(domain: string, records: unknown): DomainDns {
  const texts = (key: string): TxtAnswer => {
    if (valueAt(records, key) === undefined) return { status: 'notAsked' };
    const values = textsAt(records, key);
    return values.length === 0 ? { status: 'nodata' } : { status: 'ok', values: [...values] };
  };
  const rootProblem =
    booleanAt(records, 'nxdomain') === true ? 'nxdomain' : booleanAt(records, 'errors') === true ? 'servfail' : null;
  const txt =
    rootProblem === null
      ? texts(valueAt(records, 'txt') === undefined ? 'spf' : 'txt')
      : ({ status: rootProblem } as TxtAnswer);
  const dkim = texts('dkim');
  const mx = objectsAt(records, 'mx').map(
    (record) => `${numberAt(record, 'priority') ?? 0} ${textAt(record, 'exchange') ?? ''}`,
  );
  const mxAnswer = mx.length > 0 ? ({ status: 'ok', values: mx } as TxtAnswer) : texts('mx');
  return {
    domain: domain.toLowerCase(),
    txt,
    dmarc: texts('dmarc'),
    parentDmarc: null,
    dkim:
      dkim.status === 'notAsked'
        ? null
        : dkim.status === 'ok'
          ? dkim.values.map((value) => ({ selector: '', answer: { status: 'ok', values: [value] } }))
          : [],
    mx: mxAnswer.status === 'notAsked' ? null : mxAnswer,
  };
}

function exemptionsFrom(value: unknown): Exemptions {
  if (!isObject(value)) return {};
  const one = (entry: unknown): Exemption => ({
    ...noExemption,
    users: textsAt(entry, 'capExclusions', 'users'),
    groups: textsAt(entry, 'capExclusions', 'groups'),
    applications: textsAt(entry, 'capExclusions', 'applications'),
    guestUserTypes: textsAt(entry, 'capExclusions', 'guestUserTypes'),
    roleUsers: textsAt(entry, 'roleExclusions', 'users'),
    roleGroups: textsAt(entry, 'roleExclusions', 'groups'),
  });
  return Object.fromEntries(Object.entries(value).map(([policyId, entry]) => [policyId, one(entry)]));
}
