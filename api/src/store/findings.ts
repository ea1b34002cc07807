import type { FindingChange } from '@tenantry/contract/findings';
import type { Affected, Category, Evidence, Severity } from '@tenantry/contract/verdicts';
import type * as z from 'zod/mini';
import type { FindingCondition } from '../audit/finding-condition.ts';
import type { Trailed } from './outbox.ts';

export type FindingRecord = Trailed & {
  id: string;
  tenantId: string;
  checkId: string;
  category: Category;
  severity: Severity;
  /** Severity rank, status and title in one text: the order of the list. */
  sortKey: string;
  title: string;
  description: string;
  recommendation: string;
  status: 'OPEN' | 'IN_PROGRESS' | 'ACCEPTED' | 'RESOLVED';
  /** There while the status is ACCEPTED. */
  acceptance: Acceptance | null;
  /** When the acceptance ends; '' where there is none, so that a store can look for those that have ended. */
  acceptedUntil: string;
  /** Whether it failed or was a warning, in the last scan that saw it. */
  verdictStatus: 'warning' | 'fail';
  change: z.infer<typeof FindingChange>;
  evidence: Evidence[];
  affectedEntities: Affected[];
  affectedCount: number;
  references: string[];
  isSimulated: boolean;
  firstDetected: string;
  lastDetected: string;
  /** The scan that last wrote it: a scan taken up again recognizes its own work. */
  scanLogId: string;
  /** How many times it was opened: 1, and one more for each time it came back. */
  occurrence: number;
  resolvedAt: string | null;
  resolvedBy: string | null;
};

/** A risk that an administrator took on: for this condition, for this reason, until then. */
export type Acceptance = {
  reason: string;
  acceptedBy: string;
  acceptedAt: string;
  expiresAt: string;
  condition: FindingCondition;
};
