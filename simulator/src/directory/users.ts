import type { SignInActivity, User } from '@microsoft/microsoft-graph-types';
import { guidOf, hash32 } from '../counter-hash.ts';
import { dayMs, graphTime } from '../graph-time.ts';
import { skuIdOf } from '../posture/licenses.ts';
import { agentOfUser } from './agents.ts';
import { givenNames, jobTitles, partnerDomains, surnames } from './name-tables.ts';
import { type AccountTraits, accountTraits, type TenantDirectory } from './tenant-directory.ts';

/** What Graph returns for a user without $select (v1.0 reference, user resource type). */
export const defaultUserFields = [
  'businessPhones',
  'displayName',
  'givenName',
  'jobTitle',
  'mail',
  'mobilePhone',
  'officeLocation',
  'preferredLanguage',
  'surname',
  'userPrincipalName',
  'id',
] as const;

const salt = { title: 31, second: 32, request: 33, names: 34 };

export interface UserNames {
  given: string;
  surname: string;
  displayName: string;
  userPrincipalName: string;
  mail: string | null;
}

const nameOffset = (key: number): number => hash32(key, 0, salt.names) & 4095;
/** An odd factor is a bijection modulo 4,096: no two of the first 4,096 accounts share a name. */
const nameFactor = 1229;
/** `nameFactor` times this is 1 modulo 4,096. */
const inverseFactor = 2053;

/** Whose name it is: the pair of names, and which time it comes round. */
export const indexOfName = (key: number, pair: number, round: number): number =>
  round * 4096 + (Math.imul(pair - nameOffset(key), inverseFactor) & 4095);

export function userNames(directory: TenantDirectory, index: number, traits: AccountTraits): UserNames {
  const { profile, key } = directory;
  if (traits.admin?.kind === 'emergency') {
    const number = index + 1;
    return {
      given: 'Emergency',
      surname: `Access ${number}`,
      displayName: `Emergency Access ${number}`,
      userPrincipalName: `emergency.access${number}@${directory.initialDomain}`,
      mail: null,
    };
  }
  const pair = (Math.imul(index, nameFactor) + nameOffset(key)) & 4095;
  const round = index >>> 12;
  const given = givenNames[pair & 63] ?? 'Ada';
  const surname = surnames[pair >>> 6] ?? 'Abel';
  const local = `${given}.${surname}${round === 0 ? '' : round + 1}`.toLowerCase();
  const displayName = round === 0 ? `${given} ${surname}` : `${given} ${surname} ${round + 1}`;
  if (traits.guest) {
    const partner = partnerDomains[pair & 3] ?? 'harbourline.example';
    return {
      given,
      surname,
      displayName,
      userPrincipalName: `${local}_${partner}#EXT#@${directory.initialDomain}`,
      mail: `${local}@${partner}`,
    };
  }
  return {
    given,
    surname,
    displayName,
    userPrincipalName: `${local}@${profile.domain}`,
    mail: `${local}@${profile.domain}`,
  };
}

function signInActivity(
  directory: TenantDirectory,
  index: number,
  traits: AccountTraits,
  anchorMs: number,
): SignInActivity {
  if (traits.lastSignInDaysAgo === null) {
    return {
      lastSignInDateTime: null,
      lastSignInRequestId: null,
      lastNonInteractiveSignInDateTime: null,
      lastNonInteractiveSignInRequestId: null,
      lastSuccessfulSignInDateTime: null,
      lastSuccessfulSignInRequestId: null,
    };
  }
  const second = hash32(directory.key, index, salt.second) % 40_000;
  const successMs = anchorMs - traits.lastSignInDaysAgo * dayMs - second * 1000;
  const requestId = guidOf(directory.key, index, salt.request);
  const success = graphTime(successMs);
  return {
    lastSignInDateTime: success,
    lastSignInRequestId: requestId,
    lastNonInteractiveSignInDateTime: graphTime(successMs - (second % 3600) * 1000),
    lastNonInteractiveSignInRequestId: requestId,
    lastSuccessfulSignInDateTime: success,
    lastSuccessfulSignInRequestId: requestId,
  };
}

type FieldMaker = (
  directory: TenantDirectory,
  index: number,
  traits: AccountTraits,
  names: UserNames,
  anchorMs: number,
) => unknown;

function createdMs(directory: TenantDirectory, index: number, traits: AccountTraits, anchorMs: number): number {
  return anchorMs - traits.createdDaysAgo * dayMs - (hash32(directory.key, index, salt.second) % 80_000) * 1000;
}

function licenses(directory: TenantDirectory, _index: number, traits: AccountTraits): User['assignedLicenses'] {
  const sku = directory.profile.skus[0];
  if (!sku || traits.guest || !traits.enabled || traits.admin?.kind === 'emergency') return [];
  return [{ disabledPlans: [], skuId: skuIdOf(sku) }];
}

const fieldMakers: Record<string, FieldMaker> = {
  id: (directory, index) => directory.userId(index),
  displayName: (_d, _i, _t, names) => names.displayName,
  givenName: (_d, _i, _t, names) => names.given,
  surname: (_d, _i, _t, names) => names.surname,
  userPrincipalName: (_d, _i, _t, names) => names.userPrincipalName,
  mail: (_d, _i, _t, names) => names.mail,
  userType: (_d, _i, traits) => (traits.guest ? 'Guest' : 'Member'),
  accountEnabled: (_d, _i, traits) => traits.enabled,
  createdDateTime: (directory, index, traits, _n, anchorMs) => graphTime(createdMs(directory, index, traits, anchorMs)),
  onPremisesSyncEnabled: (_d, _i, traits) => (traits.synced ? true : null),
  onPremisesImmutableId: (directory, index, traits) =>
    traits.synced ? btoa(guidOf(directory.key, index, salt.request).slice(0, 16)) : null,
  jobTitle: (directory, index, traits) =>
    traits.guest || traits.admin?.kind === 'emergency'
      ? null
      : (jobTitles[hash32(directory.key, index, salt.title) % jobTitles.length] ?? null),
  assignedLicenses: licenses,
  signInActivity: (directory, index, traits, _n, anchorMs) => signInActivity(directory, index, traits, anchorMs),
  externalUserState: (_d, _i, traits) => (traits.guest ? 'Accepted' : null),
  creationType: (_d, _i, traits) => (traits.guest ? 'Invitation' : null),
  usageLocation: (directory, _i, traits) => (traits.guest ? null : directory.profile.countryCode),
  businessPhones: () => [],
  mobilePhone: () => null,
  officeLocation: () => null,
  preferredLanguage: () => null,
  department: () => null,
  identityParentId: (directory, index) => agentOfUser(directory, index),
};

/** Whether the simulator can produce this user property; Graph refuses properties that do not exist. */
export function isUserField(name: string): boolean {
  return Object.hasOwn(fieldMakers, name);
}

/** Whether the account at `index` was deleted. */
export const isDeleted = (directory: TenantDirectory, index: number): boolean =>
  directory.changedAccounts.get(index) === null;

/** The user at `index` with just these properties; `anchorMs` is midnight UTC of the simulated day. */
export function userAt(directory: TenantDirectory, index: number, fields: readonly string[], anchorMs: number): User {
  const traits = accountTraits(directory, index);
  const names = userNames(directory, index, traits);
  // A user of a derived type says so whatever was selected (OData JSON, odata.type).
  const user: Record<string, unknown> =
    agentOfUser(directory, index) === null ? {} : { '@odata.type': '#microsoft.graph.agentUser' };
  for (const field of fields) {
    const maker = fieldMakers[field];
    if (maker) user[field] = maker(directory, index, traits, names, anchorMs);
  }
  for (const [field, value] of Object.entries(directory.changedAccounts.get(index) ?? {})) {
    if (fields.includes(field)) user[field] = value;
  }
  return user;
}
