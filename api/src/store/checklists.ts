import type { ChecklistItemId } from '@tenantry/contract/checklist';
import type { Outboxed } from './outbox.ts';

/** One item of a tenant's manual checklist, once somebody said something of it. */
export type ChecklistRecord = Outboxed & {
  /** Derived from tenant and item: there is one. */
  id: string;
  tenantId: string;
  /** The scan that it was verified beside. */
  scanId: string;
  itemId: ChecklistItemId;
  checked: boolean;
  comment: string;
  updatedBy: string;
  updatedAt: string;
  /** Said of the simulated tenant, which says nothing of the real one. */
  isSimulated: boolean;
};
