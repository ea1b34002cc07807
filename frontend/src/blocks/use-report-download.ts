import { downloadReport } from '@tenantry/contract/audits';
import type { Tenant } from '@tenantry/contract/tenants';
import { useDownload } from '../lib/use-download.ts';

/**
 * Saves the report of a tenant as a PDF. `compareWith` names what it is compared with ('previous-audit', or a day as
 * YYYY-MM-DD); without it the last report, else the previous audit.
 */
export function useReportDownload({ id, name }: Tenant) {
  const { start, pendingName } = useDownload('PDF Generation Failed');
  const save = (compareWith?: string) =>
    start(
      downloadReport,
      { params: { id }, query: compareWith === undefined ? {} : { compareWith }, tenantId: id },
      `Report_${name}.pdf`,
    );
  return { save, isPending: pendingName !== null };
}
