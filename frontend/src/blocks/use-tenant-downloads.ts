import { downloadReport } from '@tenantry/contract/audits';
import { downloadFindings } from '@tenantry/contract/findings';
import type { Tenant } from '@tenantry/contract/tenants';
import { useDownload } from '../lib/use-download.ts';

export type FindingsFormat = 'json' | 'csv';

/** Saves the report of an organization or its findings, and says what is on its way. */
export function useTenantDownloads({ id, name }: Tenant) {
  const report = useDownload('PDF Generation Failed');
  const findings = useDownload('Download Failed');
  const params = { id };
  const findingsName = (format: FindingsFormat) => `Findings_${name}.${format}`;
  return {
    saveReport: () => report.start(downloadReport, { params, tenantId: id }, `Report_${name}.pdf`),
    isReportPending: report.pendingName !== null,
    saveFindings: (format: FindingsFormat) =>
      findings.start(downloadFindings, { params, query: { format }, tenantId: id }, findingsName(format)),
    areFindingsPending: (format: FindingsFormat) => findings.pendingName === findingsName(format),
  };
}
