import { useQueryClient } from '@tanstack/react-query';
import { type GeneratedReport, releaseReport } from '@tenantry/contract/generated-reports';
import { call } from '../../lib/api-client.ts';
import { showToast } from '../../lib/toast.ts';
import { reportsQuery } from './report-queries.ts';

/** Gives the client a report that was made after its audit was published. Errors are for who asked. */
export function useReleaseReport(tenantId: string) {
  const client = useQueryClient();
  return async ({ reportId }: GeneratedReport): Promise<void> => {
    const { fileName } = await call(releaseReport, { params: { reportId }, tenantId });
    await client.invalidateQueries({ queryKey: reportsQuery(tenantId).queryKey });
    showToast({ title: 'Given to the client', body: fileName, intent: 'success' });
  };
}
