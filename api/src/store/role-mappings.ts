import type { Role } from '@tenantry/contract/auth';
import type { Trailed } from './outbox.ts';

export type RoleMappingRecord = Trailed & {
  id: string;
  m365Role: string;
  /** Unique without regard to case. */
  m365RoleKey: string;
  localRole: Role;
  description: string;
  isActive: boolean;
  createdAt: string;
  updatedAt: string;
};
