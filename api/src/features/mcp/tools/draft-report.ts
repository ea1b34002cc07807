import { CompareWith, defaultReportForm, generateReport, ReportForm } from '@tenantry/contract/generated-reports';
import * as z from 'zod/mini';
import { aboutTenant, aTenant } from '../inputs.ts';
import { defineTool } from '../tool.ts';

export const draftReportTool = defineTool({
  name: 'draft_report',
  title: 'Draft a report',
  description:
    'Makes the report of the latest audit of a tenant as a PDF that is kept in Tenantry under Reports. It is a draft: it publishes nothing and is sent to nobody; propose_approval with audit_publish asks for that.',
  endpoints: [generateReport],
  input: {
    tenantId: aTenant,
    form: z._default(ReportForm, defaultReportForm),
    compareWith: z.optional(CompareWith),
  },
  about: {
    tenantId: aboutTenant,
    form: 'short: what is handed over; full: every detail; summary: for the management, four pages at most',
    compareWith:
      'What it tells changes since: last-report, previous-audit, or a day such as 2026-11-20; without it the last report',
  },
  proposes: { isIdempotent: false },
  run: async (input, { calls }) => {
    const answer = await calls(generateReport, { body: input });
    if (!answer.ok) return answer;
    const { reportId, tenantId, tenantName, form, status, progress, error, fileName, auditedAt, published } =
      answer.value;
    const report = { reportId, tenantId, tenantName, form, status, progress, error, fileName, auditedAt, published };
    const next =
      'It is found in Tenantry under Reports once it is ready. Nothing was published and nobody was told of it.';
    return { ok: true, data: { report, next } };
  },
});
