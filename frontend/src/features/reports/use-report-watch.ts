import { useQueryClient } from '@tanstack/react-query';
import type { GeneratedReport } from '@tenantry/contract/generated-reports';
import { useEffect, useRef } from 'react';
import { invalidateTenant } from '../../lib/invalidate-tenant.ts';
import { isUnderWay } from './report-queries.ts';
import { announceEnd } from './use-generate-report.ts';

/** Says once of each report that was seen being made how that ended. */
export function useReportWatch(tenantId: string, reports: readonly GeneratedReport[]): void {
  const client = useQueryClient();
  const watched = useRef(new Set<string>());
  useEffect(() => {
    for (const report of reports) {
      if (isUnderWay(report)) watched.current.add(report.reportId);
      else if (watched.current.delete(report.reportId)) {
        announceEnd(report);
        void invalidateTenant(client, tenantId);
      }
    }
  }, [client, tenantId, reports]);
}
