import type { DatasetStateView } from '@tenantry/contract/audits';
import type { SecureScorePoint } from '@tenantry/contract/dashboard';
import type { TenantHealth } from '@tenantry/contract/tenants';
import type { Coverage, Verdict } from '@tenantry/contract/verdicts';
import type * as z from 'zod/mini';

/** When a dataset is tried again is no part of it: the tenant's plan tells. */
export type KeptDatasetState = Omit<DatasetStateView, 'retryAt'>;

export type AuditRecord = {
  id: string;
  tenantId: string;
  scanLogId: string;
  overallScore: number | null;
  overallStatus: TenantHealth;
  criticalIssues: number;
  createdAt: string;
  data: {
    coverage: Coverage;
    verdicts: Verdict[];
    userCount: number | null;
    secureScoreHistory: z.infer<typeof SecureScorePoint>[];
    secureScoreUnknownBecause: string | null;
    /** What became of each dataset, as known when the audit was written; absent in audits of before. */
    datasets?: KeptDatasetState[];
    isSimulated: boolean;
  };
};
