import { tenantRecordId } from '@tenantry/contract/ids';
import type { Condition, Page } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import { containers } from './containers.ts';
import { folded } from './folded.ts';
import { inScope, type Scope } from './scope.ts';

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
} & Partial<AccountKeys>;

/** What accounts of all tenants are searched by. Absent in records of before, until the tenant is synchronized again. */
type AccountKeys = {
  nameFold: string;
  /** The last word of the name. */
  lastNameFold: string;
  upnFold: string;
  mailFold: string;
  /** Whether it holds any directory role; null where that is not known. */
  holdsRoles: boolean | null;
};

export function accountKeys(
  account: Pick<M365UserRecord, 'displayName' | 'userPrincipalName' | 'mail' | 'directoryRoles'>,
): AccountKeys {
  const { displayName, userPrincipalName, mail, directoryRoles } = account;
  const nameFold = folded(displayName);
  return {
    nameFold,
    lastNameFold: nameFold.split(/\s+/).at(-1) ?? '',
    upnFold: folded(userPrincipalName ?? ''),
    mailFold: folded(mail ?? ''),
    holdsRoles: directoryRoles && directoryRoles.length > 0,
  };
}

/** An account is one record, however often and by whomever it is read. */
export const m365UserId = (tenantId: string, graphId: string) => tenantRecordId(tenantId, graphId);

/** The keys that a search looks through, in this order. */
export const searchedKeys = ['nameFold', 'lastNameFold', 'upnFold', 'mailFold'] as const;
export type SearchedKey = (typeof searchedKeys)[number];

export type AccountQuery = {
  /** Those whose key begins with the text, by that key; without it all, by name. */
  begins?: { key: SearchedKey; text: string };
  /** Of these tenants alone. */
  tenantIds?: readonly string[];
  /** Those that hold a directory role. */
  holdsRoles?: boolean;
  limit: number;
  cursor?: string | undefined;
};

/** Reads of the accounts of many tenants: a page each, by an index. */
export function openM365UserStore(records: RecordStore) {
  const accounts = records.across<M365UserRecord>(containers.m365Users);
  return {
    page(scope: Scope, { begins, tenantIds, holdsRoles, limit, cursor }: AccountQuery): Promise<Page<M365UserRecord>> {
      const where: Condition[] = [];
      if (begins) where.push({ field: begins.key, op: 'prefix', value: begins.text });
      if (tenantIds) where.push({ field: 'tenantId', op: 'in', value: tenantIds });
      if (holdsRoles) where.push({ field: 'holdsRoles', op: 'eq', value: true });
      const orderBy = { field: begins?.key ?? 'nameKey', direction: 'asc' } as const;
      return inScope(accounts, scope).query({ where, orderBy, limit, cursor });
    },
  };
}

export type M365UserStore = ReturnType<typeof openM365UserStore>;
