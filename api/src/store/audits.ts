import type { DatasetStateView } from '@tenantry/contract/audits';
import type { SecureScorePoint } from '@tenantry/contract/dashboard';
import type { EmergencyState } from '@tenantry/contract/emergency-accounts';
import type { AuditedHealth } from '@tenantry/contract/tenants';
import type { Coverage, Verdict } from '@tenantry/contract/verdicts';
import type * as z from 'zod/mini';

/** What a dataset is called the contract tells, and when it is tried again the tenant's plan. */
export type KeptDatasetState = Omit<DatasetStateView, 'label' | 'retryAt'>;

export type AuditRecord = {
  id: string;
  tenantId: string;
  scanLogId: string;
  overallScore: number | null;
  overallStatus: AuditedHealth;
  criticalIssues: number;
  createdAt: string;
  /** When its report was released to the client, by whom, and by which approval; null while it is not. */
  published: { at: string; by: string; approvalId: string } | null;
  data: {
    coverage: Coverage;
    verdicts: Verdict[];
    userCount: number | null;
    secureScoreHistory: z.infer<typeof SecureScorePoint>[];
    secureScoreUnknownBecause: string | null;
    /** What became of each dataset, as known when the audit was written; absent in audits of before. */
    datasets?: KeptDatasetState[];
    /** How ready each declared emergency account was; absent in audits of before, and where none was declared. */
    emergencyAccounts?: ({ userId: string } & EmergencyState)[];
    isSimulated: boolean;
  };
};
