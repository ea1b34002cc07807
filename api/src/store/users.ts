import type { Role } from '@tenantry/contract/auth';
import type { Trailed } from './outbox.ts';
import type { Scope } from './scope.ts';

export type UserRecord = Trailed & {
  id: string;
  username: string;
  /** Unique without regard to case. */
  usernameKey: string;
  email: string | null;
  /** Unique: the e-mail a local user signs in with; `#` + id for a Microsoft account, whose e-mail proves nothing. */
  emailKey: string;
  /** Object id of a Microsoft account, and its directory; null for a local user. */
  m365Id: string | null;
  /** Unique: directory and object id; `#` + id for a local user. */
  m365Key: string;
  displayName: string;
  role: Role;
  roleSource: 'manual' | 'mapped' | 'default';
  scope: Scope;
  passwordHash: string | null;
  isDisabled: boolean;
  createdAt: string;
};
