import type { Role } from '@tenantry/contract/auth';
import type { Changeable, Creatable } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import type { OutboxEntry } from '../ports/trail.ts';
import { containers, globalPartition } from './containers.ts';
import type { Scope } from './scope.ts';
import type { UserRecord } from './users.ts';

/** What becomes of a user; what is absent stays. */
export type UserPatch = {
  role?: Role;
  roleSource?: UserRecord['roleSource'];
  scope?: Scope;
  isDisabled?: boolean;
  displayName?: string;
};

/** A change that was decided and is being made: what a process leaves when it dies is finished from here. */
export type AccessChange = {
  id: string;
  userId: string;
  /** `end`: nothing of the user changes, but their sessions end, as after a new password. */
  kind: 'change' | 'delete' | 'end';
  patch: UserPatch;
  /** The entry for the trail, of the user as they were when the change was decided. */
  entry: OutboxEntry | null;
  /** What the user is called, for those who read why their work was stopped. */
  user: { id: string; username: string; name: string };
  /** Whether sessions end and links are revoked; false where only a name changes. */
  endsSessions: boolean;
  /** Which tenants they had and which are left; null where none is lost. */
  scopes: { before: Scope; after: Scope } | null;
  at: string;
};

/**
 * Who can administer this installation, and every change of a user's access that is under way: one record, so that its etag
 * decides between two that happen at once (design, 31). `members` may lack an administrator, and never names one who is none.
 */
export type AdministratorsRecord = {
  id: typeof administratorsId;
  key: typeof administratorsId;
  members: string[];
  changes: AccessChange[];
};

export const administratorsId = 'administrators';

export type AdministratorsStore = Changeable<AdministratorsRecord> & Creatable<AdministratorsRecord>;

export function openAdministratorsStore(records: RecordStore): AdministratorsStore {
  return records.partition<AdministratorsRecord>(containers.systemConfig, globalPartition);
}
