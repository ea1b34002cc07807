import { useQueryClient } from '@tanstack/react-query';
import {
  type GeneratedReport,
  generateReport,
  type ReportForm,
  reportFormLabels,
} from '@tenantry/contract/generated-reports';
import { call } from '../../lib/api-client.ts';
import { invalidateTenant } from '../../lib/invalidate-tenant.ts';
import { showToast } from '../../lib/toast.ts';
import { isUnderWay, reportsQuery } from './report-queries.ts';

type Wanted = { form: ReportForm; compareWith?: string | undefined };

/** Says how the making of a report ended. */
export function announceEnd({ status, fileName, form, error }: GeneratedReport): void {
  if (status === 'ready') {
    showToast({ title: 'Report ready', body: `${reportFormLabels[form]}: ${fileName}`, intent: 'success' });
  } else {
    showToast({ title: 'PDF Generation Failed', body: error ?? 'Generate it again.', intent: 'error' });
  }
}

/** Has the report of a tenant's latest audit made. It goes on when the page is left. */
export function useGenerateReport(tenantId: string) {
  const client = useQueryClient();
  return async ({ form, compareWith }: Wanted): Promise<void> => {
    const report = await call(generateReport, { body: { tenantId, form, compareWith }, tenantId });
    if (isUnderWay(report)) {
      await client.invalidateQueries({ queryKey: reportsQuery(tenantId).queryKey });
    } else {
      announceEnd(report);
      // A report is what others are compared with.
      await invalidateTenant(client, tenantId);
    }
  };
}
