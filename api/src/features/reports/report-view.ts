import { downloadGeneratedReport, type GeneratedReport } from '@tenantry/contract/generated-reports';
import { isForClient, type ReportRecord } from '../../store/reports.ts';

/** A report as it is told. */
export function reportView(report: ReportRecord, tenantName: string): GeneratedReport {
  const isThere = report.status === 'ready' && report.isKept;
  return {
    reportId: report.id,
    tenantId: report.tenantId,
    tenantName,
    form: report.form,
    status: report.status,
    progress: report.progress,
    step: report.step,
    error: report.error,
    fileName: report.fileName,
    sizeBytes: report.sizeBytes,
    requestedAt: report.requestedAt,
    createdAt: report.createdAt,
    madeBy: report.madeBy,
    scanLogId: report.scanLogId,
    auditedAt: report.auditedAt,
    comparedWith: report.comparedWith && { basis: report.comparedWith.basis, since: report.comparedWith.since },
    score: report.score,
    published: report.published && { at: report.published.at, by: report.published.by },
    isForClient: isForClient(report),
    isSimulated: report.isSimulated,
    url: isThere ? downloadGeneratedReport.path.replace('{reportId}', report.id) : null,
  };
}
