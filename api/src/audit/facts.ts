import type { GraphFailure } from '../ports/graph.ts';
import type { JsonObject } from './json-reader.ts';
import type { MailReading } from './mail-reading.ts';

/** What one directory account is, as far as the checks ask. Null: the answer did not say. */
export type AccountFact = {
  id: string;
  name: string;
  upn: string | null;
  enabled: boolean | null;
  guest: boolean | null;
  synced: boolean | null;
};

/** Some objects out of many: `count` is the whole number, `listed` at most maxAffectedListed of them. */
export type CappedList = { count: number; listed: { id: string; name: string }[] };

export type UserFacts = {
  total: number;
  enabledMembers: number;
  disabled: number;
  guests: number;
  enabledGuests: number;
  /** Accounts that somebody asked for by id: role holders, and accounts excluded from a policy. */
  accounts: AccountFact[];
  /** Ids of disabled accounts, up to `disabledIdsCap`; used to leave them out of registration figures. */
  disabledIds: string[];
  disabledIdsComplete: boolean;
};

/** When enabled accounts were last used. */
export type SignInActivityFacts = {
  staleAfterDays: number;
  enabledMembers: number;
  enabledGuests: number;
  staleMembers: CappedList;
  staleGuests: CappedList;
  /** Enabled accounts without any date to judge by. */
  undated: number;
  /** Accounts of which the answer does not say whether they are enabled, or guests. */
  unclear: number;
};

export type RegistrationFacts = {
  members: number;
  capable: number;
  /** Members of whom the report does not say whether they are capable. */
  untold: CappedList;
  /** Enabled or unknown members without a usable second factor. */
  incapable: CappedList;
  admins: number;
  /** Accounts that Microsoft marks as administrators and that lack a second factor. */
  incapableAdmins: CappedList;
  /** Role holders asked for by id: capable or not. An id that is missing here had no row. */
  capableById: Record<string, boolean>;
  /** Of the same accounts: whether a security key or another device-bound passkey is registered. */
  securityKeyById: Record<string, boolean>;
  /** False where the set of disabled accounts was not known when the rows passed. */
  disabledExcluded: boolean;
};

export type LegacySignInFacts = {
  sinceDays: number;
  successes: number;
  failures: number;
  /** Entries that do not say whether the sign-in succeeded. */
  untold: number;
  byClient: Record<string, number>;
  users: CappedList;
};

export type GroupFacts = {
  total: number;
  unified: number;
  notPrivate: CappedList;
  /** Microsoft 365 groups of which the answer does not say who can read them. */
  visibilityUntold: number;
  dynamicGuestGroup: boolean;
  /** Groups that do not say whether they fill themselves, or by which rule. */
  rulesUntold: number;
  /** Groups that policies or role assignments name. */
  named: { id: string; name: string; managementRestricted: boolean; roleAssignable: boolean }[];
};

/** A group that a policy leaves out, with its accounts, also those of groups within it. Null: they could not be read. */
export type ExcludedGroup = { id: string; members: CappedList | null };

/** What Identity Protection holds open. `listed` holds all of it, `severe` the high and confirmed. */
export type RiskFacts = {
  total: number;
  high: number;
  confirmed: number;
  lower: number;
  /** Of a level that Microsoft hides (without Entra ID P2) or does not tell. */
  unrated: number;
  /** Rows that do not say whether they are open. */
  untold: number;
  severe: CappedList;
  listed: CappedList;
};
/** `untold`: alerts that do not say how severe they are. */
export type AlertFacts = { open: CappedList; old: CappedList; untold: number };

export type PrincipalType = 'user' | 'group' | 'servicePrincipal' | 'unknown';

/** One holder of one directory role. */
export type RoleHolding = {
  roleTemplateId: string;
  roleName: string;
  principalId: string;
  principalType: PrincipalType;
  name: string;
  upn: string | null;
  /** Through which role-assignable group, where not directly. */
  viaGroupId: string | null;
  eligible: boolean;
  /** Within an administrative unit or for one application alone; absent for the whole directory. */
  scoped?: true;
};

export type RoleFacts = {
  holdings: RoleHolding[];
  accounts: AccountFact[];
  /** Role-holding groups whose members could not be read. */
  unresolvedGroups: { id: string; name: string; roleTemplateId: string }[];
  /**
   * Just-in-time (eligible) holders: read; none, as the tenant has no license for them; refused; or whatever the source of
   * a snapshot took in.
   */
  eligibility: 'read' | 'notLicensed' | 'refused' | 'asGiven';
};

/** An application with a privileged role, and how it proves who it is. */
export type PrivilegedApplication = {
  id: string;
  name: string;
  roles: string[];
  /** Secrets that are still valid, of the service principal and of its registration. */
  secrets: number;
  /** False where the answer did not carry its secrets. */
  secretsTold: boolean;
  /** The registration is in another organization, so that its secrets cannot be seen. */
  foreign: boolean;
};

export type RoleSchedule = {
  roleTemplateId: string;
  roleName: string;
  principalId: string;
  startDateTime: string | null;
  endDateTime: string | null;
  assignmentType: string | null;
  /** Dates that the answer did not carry at all: null alone would mean that none is set. */
  untold?: ('startDateTime' | 'endDateTime')[];
};

export type RoleRules = { roleTemplateId: string; roleName: string; rules: JsonObject[] };

export type TxtAnswer =
  | { status: 'ok'; values: string[] }
  | { status: 'nxdomain' | 'nodata' | 'timeout' | 'servfail' | 'notAsked' };
/** One mail domain: its records as published, and what the mail engine reads out of them and of what they lead to. */
export type DomainDns = {
  domain: string;
  txt: TxtAnswer;
  dmarc: TxtAnswer;
  /** TXT behind each Microsoft 365 selector, CNAME followed. Null: not asked. */
  dkim: { selector: string; answer: TxtAnswer }[] | null;
  mx: TxtAnswer | null;
  reading: MailReading;
};

/** One entry of the directory audit log: who did what to which objects. */
export type DirectoryAuditEntry = {
  at: string;
  activity: string;
  category: string;
  /** Null: the log does not say. */
  by: { kind: 'user' | 'app'; name: string; id: string | null } | null;
  targets: { id: string | null; name: string | null; type: string | null }[];
  /** Names and template ids of the roles that the entry speaks of. */
  roles: string[];
};

/** What the directory audit log says of settings and roles since a moment, newest first. */
export type DirectoryAuditFacts = {
  since: string;
  /** False where there are more entries than are kept: the oldest are missing. */
  complete: boolean;
  entries: DirectoryAuditEntry[];
};

/** What each dataset holds once it was collected. Everything is plain JSON, so that it can be stored between steps. */
export type FactValues = {
  organization: JsonObject[];
  subscribedSkus: JsonObject[];
  domains: JsonObject[];
  authorizationPolicies: JsonObject[];
  securityDefaults: JsonObject;
  authenticationMethodsPolicy: JsonObject;
  adminConsentRequestPolicy: JsonObject;
  crossTenantAccessPolicy: JsonObject;
  deviceRegistrationPolicy: JsonObject;
  defaultAppManagementPolicy: JsonObject;
  activityBasedTimeoutPolicies: JsonObject[];
  groupSettings: JsonObject[];
  branding: JsonObject;
  sharepointSettings: JsonObject;
  secureScores: JsonObject[];
  secureScoreControlProfiles: JsonObject[];
  roles: RoleFacts;
  privilegedApplications: PrivilegedApplication[];
  roleSchedules: RoleSchedule[];
  roleRules: RoleRules[];
  conditionalAccessPolicies: JsonObject[];
  namedLocations: JsonObject[];
  riskyUsers: RiskFacts;
  riskDetections: RiskFacts;
  users: UserFacts;
  signInActivity: SignInActivityFacts;
  registration: RegistrationFacts;
  legacySignIns: LegacySignInFacts;
  groups: GroupFacts;
  alerts: AlertFacts;
  onPremisesSynchronization: JsonObject[];
  dkimSigningConfig: JsonObject[];
  exchangeTransportConfig: JsonObject[];
  exchangeOrganizationConfig: JsonObject[];
  accessReviews: JsonObject[];
  excludedGroups: ExcludedGroup[];
  dns: DomainDns[];
  directoryAudits: DirectoryAuditFacts;
};

export type DatasetName = keyof FactValues;
export type FailureReason = 'notLicensed' | 'notPermitted' | 'couldNotCheck';

/** Why something is not there. */
export type DatasetFailure = { reason: FailureReason; status: number; code: string; message: string };
/** `missing`: a part of it is not there; the value says which, and checks that need that part give no verdict. */
export type DatasetOk<T> = { state: 'ok'; fetchedAt: string; value: T; missing?: DatasetFailure };
export type DatasetFailed = DatasetFailure & { state: 'failed'; fetchedAt: string };
export type DatasetResult<T = unknown> = DatasetOk<T> | DatasetFailed;

/** A dataset that is missing was not collected. */
export type Facts = { [K in DatasetName]?: DatasetResult<FactValues[K]> };

const licenseCodes = new Set([
  'authentication_requestfromnonpremiumtenantorb2ctenant',
  'aadpremiumlicenserequired',
  'invalidlicense',
  'licenserequired',
]);
const permissionCodes = new Set(['authorization_requestdenied', 'accessdenied', 'forbidden']);
const licenseWords =
  /not licen[cs]ed|premium licen[cs]e|does(?:n't| not) have (?:a )?(?:premium )?licen[cs]e|licen[cs]e (?:is )?required/i;

/**
 * Why Graph gave no answer. A license gap comes as 403 or 400 with a code or wording of its own and is told apart from
 * a missing consent (Microsoft Graph error codes; the license codes are observed, not documented).
 */
export function failureReason(failure: GraphFailure): FailureReason {
  const code = failure.code.toLowerCase();
  if (licenseCodes.has(code)) return 'notLicensed';
  if ((failure.status === 403 || failure.status === 400) && licenseWords.test(failure.message)) return 'notLicensed';
  // 401 speaks of the token, not of what the application may do: no permission would mend it.
  if (failure.status === 403 || permissionCodes.has(code)) return 'notPermitted';
  return 'couldNotCheck';
}

function datasetFailure(failure: GraphFailure): DatasetFailure {
  const { status, code, message } = failure;
  return { reason: failureReason(failure), status, code, message };
}

export function failed(failure: GraphFailure, now: Date): DatasetFailed {
  return { state: 'failed', fetchedAt: now.toISOString(), ...datasetFailure(failure) };
}

export function collected<T>(value: T, now: Date): DatasetOk<T> {
  return { state: 'ok', fetchedAt: now.toISOString(), value };
}

/** A dataset of which parts may have failed. A part for which the organization has no license is not missing. */
export function collectedWithout<T>(value: T, failures: readonly GraphFailure[], now: Date): DatasetOk<T> {
  const [missing] = failures.map(datasetFailure).filter(({ reason }) => reason !== 'notLicensed');
  return { ...collected(value, now), ...(missing && { missing }) };
}

/** The value of a dataset, or undefined where it was not collected or failed. */
export function factOf<K extends DatasetName>(facts: Facts, name: K): FactValues[K] | undefined {
  const result = facts[name];
  return result?.state === 'ok' ? result.value : undefined;
}

/** Why a dataset is not there, or not all of it. */
export function failureOfDataset(result: DatasetResult | undefined): DatasetFailure | undefined {
  return result?.state === 'failed' ? result : result?.missing;
}

/** The answer came, but is no list or object as documented: nothing may be concluded from it. */
export function unexpectedAnswer(what: string, now: Date): DatasetFailed {
  const message = `Microsoft's answer for ${what} did not have the documented form.`;
  return {
    state: 'failed',
    fetchedAt: now.toISOString(),
    reason: 'couldNotCheck',
    status: 200,
    code: 'UnexpectedAnswer',
    message,
  };
}
