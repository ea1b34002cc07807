import type { GeneratedReport } from '@tenantry/contract/generated-reports';
import { contoso } from './fake-server.ts';

/** A full report of Contoso that is ready. */
export const generatedReport = (change: Partial<GeneratedReport> = {}): GeneratedReport => {
  const reportId = change.reportId ?? `${contoso.id}_report-1`;
  return {
    reportId,
    tenantId: contoso.id,
    tenantName: contoso.name,
    form: 'full',
    status: 'ready',
    progress: 100,
    step: '',
    error: null,
    fileName: 'Report_Contoso.pdf',
    sizeBytes: 245_000,
    requestedAt: '2026-01-03T09:00:00.000Z',
    createdAt: '2026-01-03T09:00:07.000Z',
    madeBy: 'tess',
    scanLogId: `${contoso.id}_scan-1`,
    auditedAt: '2026-01-02T03:04:00.000Z',
    comparedWith: null,
    score: 61,
    published: null,
    isForClient: false,
    isSimulated: false,
    url: `/api/report/${reportId}/pdf`,
    ...change,
  };
};

/** One that is being made. */
export const runningReport = (change: Partial<GeneratedReport> = {}): GeneratedReport =>
  generatedReport({
    reportId: `${contoso.id}_report-2`,
    status: 'running',
    progress: 40,
    step: 'Writing page 12',
    sizeBytes: null,
    createdAt: null,
    url: null,
    ...change,
  });
