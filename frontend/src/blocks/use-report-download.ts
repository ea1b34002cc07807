import { downloadReport } from '@tenantry/contract/audits';
import type { Tenant } from '@tenantry/contract/tenants';
import { useDownload } from '../lib/use-download.ts';

/** Saves the report of an organization as a PDF. */
export function useReportDownload({ id, name }: Tenant) {
  const { start, pendingName } = useDownload('PDF Generation Failed');
  const save = () => start(downloadReport, { params: { id }, tenantId: id }, `Report_${name}.pdf`);
  return { save, isPending: pendingName !== null };
}
