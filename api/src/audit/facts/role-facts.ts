import type { AccountFact, CappedList } from './account-facts.ts';
import type { JsonObject } from './json-reader.ts';

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
  /**
   * Owners of the service principal and of its registration, each once; of an application of another organization, those of
   * the service principal. Absent: not told, or not all of them.
   */
  owners?: CappedList;
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
