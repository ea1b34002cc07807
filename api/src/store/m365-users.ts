import { tenantRecordId } from '@tenantry/contract/ids';

/** An account of a tenant's directory as it was last read. Null: not known, with the reason beside it. */
export type M365UserRecord = {
  id: string;
  tenantId: string;
  /** Its object id in the directory, in lower case. */
  graphId: string;
  /** Read from the simulator: never shown for a tenant that is live. */
  isSimulated: boolean;
  userPrincipalName: string | null;
  displayName: string;
  /** Its name in lower case: the order of the list. */
  nameKey: string;
  mail: string | null;
  jobTitle: string | null;
  userType: 'Member' | 'Guest' | null;
  accountEnabled: boolean | null;
  isLicensed: boolean | null;
  /** Names of the roles that it holds now, directly or through a group. */
  directoryRoles: string[] | null;
  rolesUnknownBecause: string | null;
  /** Whether Conditional Access or security defaults require MFA of it for every application. */
  isMfaEnforced: boolean | null;
  mfaUnknownBecause: string | null;
  /** When a synchronization last changed this record; that it still holds is as of the tenant's `directory`. */
  lastSyncAt: string;
  createdAt: string;
};

/** An account is one record, however often and by whomever it is read. */
export const m365UserId = (tenantId: string, graphId: string) => tenantRecordId(tenantId, graphId);
