import type {
  ConditionalAccessPolicy,
  NamedLocation,
  OrganizationalBranding,
  RiskLevel,
  RiskState,
} from '@microsoft/microsoft-graph-types';
import { guidOf, keyOfText } from './counter-hash.ts';
import type { RoleName } from './directory/role-templates.ts';
import type { Zone } from './dns/zone.ts';
import type { AccessReviews } from './posture/access-reviews.ts';
import type { ConfigurationPosture } from './posture/configuration-posture.ts';
import type { DefenderPosture } from './posture/defender.ts';
import type { SkuName } from './posture/licenses.ts';
import type { TenantSettings } from './posture/tenant-settings.ts';

/** Shares of the ordinary (not administrative) accounts, in percent. */
interface Population {
  guestPercent: number;
  disabledPercent: number;
  syncedPercent: number;
  mfaCapablePercent: number;
  passwordlessPercent: number;
  staleMemberPercent: number;
  staleGuestPercent: number;
  neverSignedInPercent: number;
}

export interface AdminRole {
  role: RoleName;
  assignment: 'active' | 'eligible';
  /** Days from today after which an active assignment ends; absent means permanent. */
  endsInDays?: number;
  /** False: made outside Privileged Identity Management, where startDateTime is null. */
  throughPim?: boolean;
}

/** One administrative account. They take the first places of the directory, in the profile's order. */
export interface AdminAccount {
  kind: 'emergency' | 'person' | 'guest';
  roles: AdminRole[];
  mfaCapable: boolean;
  passwordless?: boolean;
  synced?: boolean;
  disabled?: boolean;
  /** Null: never signed in. */
  lastSignInDaysAgo: number | null;
}

/** An agent of Microsoft Entra Agent ID: its identity, with a blueprint of its own. */
export interface AgentPosture {
  displayName: string;
  roles: AdminRole[];
  /** Indices of the users who own the identity. */
  owners: number[];
  /** The blueprint has a client secret, by which the agent signs in. */
  blueprintSecret: boolean;
  /** The index of the user that is its account (agentUser), where it has one. */
  user?: number;
}

/** A group with a fixed purpose; generated groups follow after these. */
interface NamedGroup {
  displayName: string;
  kind: 'security' | 'unified';
  visibility?: 'Public' | 'Private' | 'HiddenMembership';
  roleAssignable?: boolean;
  roles?: AdminRole[];
  /** Indices of the users in it. */
  members: number[];
}

interface RiskEvent {
  user: number;
  level: RiskLevel;
  state: RiskState;
  eventType: string;
  daysAgo: number;
}

interface LegacySignIn {
  user: number;
  clientAppUsed: string;
  daysAgo: number;
  succeeded: boolean;
}

/** An alert as /security/alerts_v2 lists it. */
interface SecurityAlert {
  title: string;
  severity: 'informational' | 'low' | 'medium' | 'high';
  status: 'new' | 'inProgress' | 'resolved';
  category: string;
  description: string;
  daysAgo: number;
  /** Whom it is about; absent where its evidence names nobody. */
  user?: number;
}

/** Ids that a posture may refer to, resolved for the tenant at hand. */
export interface DirectoryReferences {
  emergencyUserIds: string[];
  userId(index: number): string;
  groupId(displayName: string): string;
  tenantId: string;
}

interface SecureScorePosture {
  /** Share of a control's maximum reached where `fractions` does not name it. */
  defaultFraction: number;
  fractions: Record<string, number>;
  trend: 'rising' | 'steady' | 'falling';
}

export interface TenantProfile {
  /** GUID: the Entra tenant id. */
  id: string;
  /** Short name; `{name}.onmicrosoft.com` is the initial domain. */
  name: string;
  displayName: string;
  domain: string;
  /** Further verified domains without mail. */
  parkedDomains: string[];
  countryCode: string;
  userCount: number;
  license: 'none' | 'p1' | 'p2';
  skus: SkuName[];
  population: Population;
  admins: AdminAccount[];
  /** Roles given to further users, by their indices. */
  grantedRoles?: { user: number; role: AdminRole }[];
  agents?: AgentPosture[];
  groups: NamedGroup[];
  /** Generated groups: one for so many users. */
  usersPerGroup: number;
  publicGroupPercent: number;
  settings: TenantSettings;
  conditionalAccess(references: DirectoryReferences): ConditionalAccessPolicy[];
  namedLocations: NamedLocation[];
  secureScore: SecureScorePosture;
  riskEvents: RiskEvent[];
  legacySignIns: LegacySignIn[];
  alerts: SecurityAlert[];
  branding: OrganizationalBranding | null;
  /** With Entra ID P2 only. */
  accessReviews: AccessReviews;
  hybridSync: { passwordSync: boolean; blockSoftMatch: boolean; blockHardMatch: boolean } | null;
  /** The settings of Exchange, Defender, Purview and Teams, and whether they can be read. */
  configuration: ConfigurationPosture;
  zone(profile: TenantProfile): Zone;
  /** What Microsoft Defender XDR knows of it. */
  defender: DefenderPosture;
  /** Permissions that the tenant gives to no application. */
  refusedPermissions: string[];
}

/** The same posture with another number of users. */
export function withUserCount(profile: TenantProfile, userCount: number): TenantProfile {
  if (!Number.isInteger(userCount) || userCount < 1)
    throw new RangeError(`userCount ${userCount} is not a whole number above 0`);
  return { ...profile, userCount };
}

const loadNames = { load: 'Load Tenant', fleet: 'Fleet Tenant' };

/** A tenant of its own for load: the posture of `base`, another id and domain, `userCount` users. */
export function loadTenantProfile(
  base: TenantProfile,
  userCount: number,
  ordinal = 1,
  kind: keyof typeof loadNames = 'load',
): TenantProfile {
  const name = `${kind}${ordinal}`;
  return {
    ...withUserCount(base, userCount),
    id: guidOf(keyOfText(`${kind}-tenant`), ordinal, 7),
    name,
    displayName: `${loadNames[kind]} ${ordinal}`,
    domain: `${name}.example`,
    parkedDomains: [],
  };
}
