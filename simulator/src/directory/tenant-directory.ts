import type { AccessReviewScheduleDefinition, Group } from '@microsoft/microsoft-graph-types';
import { guidIndex, guidOf, hash32, hashFraction, keyOfText } from '../counter-hash.ts';
import type { AdminAccount, DirectoryReferences, TenantProfile } from '../tenant-profile.ts';
import { type AuditLogManner, promptManner } from './audit-log-manner.ts';
import { type ConfigurationState, createConfigurationState, graphPrincipalId } from './configuration-state.ts';
import { createMailState, type MailState } from './mail-state.ts';
import type { Registrations } from './registrations.ts';

const userSalt = 0x11;
const groupSalt = 0x23;

/** A tenant that this one looks after as a Microsoft partner. */
export interface PartnerCustomer {
  tenantId: string;
  displayName: string;
  domain: string;
  /** There is a granular delegated admin relationship; else a reseller contract alone. */
  delegatedAdmin: boolean;
}

/** One tenant under one seed: the profile with the key from which everything about it is computed. */
export interface TenantDirectory extends DirectoryReferences {
  profile: TenantProfile;
  key: number;
  initialDomain: string;
  groupCount: number;
  /** Accounts at the start: those that come later are in no generated group, so that its members stay. */
  firstUserCount: number;
  adminAt(index: number): AdminAccount | undefined;
  indexOfUser(id: string): number | null;
  indexOfGroup(id: string): number | null;
  groupIdAt(index: number): string;
  /** Accounts that somebody changed, by index: other properties; null where it was deleted. */
  changedAccounts: Map<number, Record<string, unknown> | null>;
  /** Groups that somebody changed: who can read them, by their ids, and those that were made, which are in no other's members. */
  changedGroups: { visibility: Map<string, string>; made: Group[] };
  /** What somebody changed of Intune: its settings, and its default enrollment restriction. */
  changedIntune: { settings: Record<string, unknown>; restriction: Record<string, unknown> };
  /** Access reviews that somebody made. */
  madeReviews: AccessReviewScheduleDefinition[];
  /** Applications that somebody registered through Graph, and service principals that came with consent. */
  registrations: Registrations;
  /** Tenant Configuration Management: who may read, and its jobs. */
  configuration: ConfigurationState;
  /** Entries of the directory audit log as Graph sends them, newest first. */
  auditLog: object[];
  /** How it tells them. */
  auditLogManner: AuditLogManner;
  /** What left its mailboxes, and who may send from them. */
  mail: MailState;
  /** Its customers, where it is a partner's own tenant. */
  customers: PartnerCustomer[];
}

export function createTenantDirectory(seed: string, base: TenantProfile): TenantDirectory {
  // A copy: what changes in one cloud stays in it.
  const profile = { ...base };
  const key = keyOfText(`${seed}/${profile.id}`);
  const admins = profile.admins.slice(0, profile.userCount);
  const groupCount = profile.groups.length + Math.ceil(profile.userCount / profile.usersPerGroup);
  const userId = (index: number) => guidOf(key, index, userSalt);
  const groupIdAt = (index: number) => guidOf(key, index, groupSalt);
  const within = (index: number | null, count: number) => (index !== null && index < count ? index : null);
  return {
    profile,
    key,
    tenantId: profile.id,
    initialDomain: `${profile.name}.onmicrosoft.com`,
    groupCount,
    firstUserCount: profile.userCount,
    emergencyUserIds: admins.flatMap((admin, index) => (admin.kind === 'emergency' ? [userId(index)] : [])),
    userId,
    groupIdAt,
    changedAccounts: new Map(),
    changedIntune: { settings: {}, restriction: {} },
    madeReviews: [],
    changedGroups: { visibility: new Map(), made: [] },
    registrations: { applications: [], principals: [] },
    configuration: createConfigurationState(key, graphPrincipalId(key), profile.configuration),
    auditLog: [],
    auditLogManner: promptManner,
    mail: createMailState(`${profile.name}.onmicrosoft.com`),
    customers: [],
    groupId(displayName) {
      const index = profile.groups.findIndex((group) => group.displayName === displayName);
      if (index < 0) throw new Error(`profile ${profile.name} has no group ${displayName}`);
      return groupIdAt(index);
    },
    adminAt: (index) => admins[index],
    indexOfUser: (id) => within(guidIndex(key, id, userSalt), profile.userCount),
    indexOfGroup: (id) => within(guidIndex(key, id, groupSalt), groupCount),
  };
}

/** Purposes of the hash, one number each: two traits of a user must not hang together by accident. */
const trait = {
  guest: 1,
  disabled: 2,
  synced: 3,
  mfa: 4,
  passwordless: 5,
  activity: 6,
  age: 7,
  staleness: 8,
  recent: 9,
};

export interface AccountTraits {
  admin: AdminAccount | undefined;
  guest: boolean;
  enabled: boolean;
  synced: boolean;
  mfaCapable: boolean;
  passwordless: boolean;
  createdDaysAgo: number;
  /** Null: never signed in. */
  lastSignInDaysAgo: number | null;
}

/** What kind of account stands at this index: a pure function of (seed, tenant, index). */
export function accountTraits(directory: TenantDirectory, index: number): AccountTraits {
  const { key, profile } = directory;
  const { population } = profile;
  const admin = directory.adminAt(index);
  const age = hash32(key, index, trait.age) % 2000;
  if (admin) {
    return {
      admin,
      guest: admin.kind === 'guest',
      enabled: admin.disabled !== true,
      synced: admin.synced === true,
      mfaCapable: admin.mfaCapable,
      passwordless: admin.passwordless === true,
      createdDaysAgo: 400 + age + (admin.lastSignInDaysAgo ?? 0),
      lastSignInDaysAgo: admin.lastSignInDaysAgo,
    };
  }
  const below = (purpose: number, percent: number) => hashFraction(key, index, purpose) * 100 < percent;
  const guest = below(trait.guest, population.guestPercent);
  const activity = hashFraction(key, index, trait.activity) * 100;
  const stalePercent = guest ? population.staleGuestPercent : population.staleMemberPercent;
  let lastSignInDaysAgo: number | null = Math.floor(hashFraction(key, index, trait.recent) ** 3 * 60);
  if (activity < population.neverSignedInPercent) lastSignInDaysAgo = null;
  else if (activity < population.neverSignedInPercent + stalePercent) {
    lastSignInDaysAgo = 95 + (hash32(key, index, trait.staleness) % 600);
  }
  const mfaCapable = below(trait.mfa, guest ? population.mfaCapablePercent / 2 : population.mfaCapablePercent);
  return {
    admin: undefined,
    guest,
    enabled: !below(trait.disabled, population.disabledPercent),
    synced: !guest && below(trait.synced, population.syncedPercent),
    mfaCapable,
    passwordless: mfaCapable && below(trait.passwordless, population.passwordlessPercent),
    createdDaysAgo: 10 + age + (lastSignInDaysAgo ?? 0),
    lastSignInDaysAgo,
  };
}
