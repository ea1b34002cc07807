import type { ControlCheck, FrameworkControl, FrameworkSummary } from '@tenantry/contract/compliance';
import {
  controlCoverageLabels,
  controlStatusLabels,
  notInAuditLabel,
  unknownReasonTexts,
  verdictLabels,
} from '@tenantry/contract/labels';
import { type CsvColumn, csvBytes, csvTime, joinedTexts } from '../../http/csv.ts';
import type { AuditRecord } from '../../store/audits.ts';

/** A control with one of its checks; a control without checks has a row of its own. */
type Row = { control: FrameworkControl; check: ControlCheck | null };
/** Whose file it is, and which audit it tells of: each line stands for itself where files are put together. */
type Source = { tenant: string; audit: Pick<AuditRecord, 'createdAt' | 'data'> };

const acceptanceOf = ({ check }: Row) => check?.finding?.acceptance ?? null;
const resultOf = ({ status }: ControlCheck) => (status === null ? notInAuditLabel : verdictLabels[status]);

function columnsOf({ name, version, mapping }: FrameworkSummary, { tenant, audit }: Source): CsvColumn<Row>[] {
  return [
    ['Tenant', () => tenant],
    ['Audit date (UTC)', () => csvTime(audit.createdAt)],
    ['Simulated', () => (audit.data.isSimulated ? 'Yes' : 'No')],
    ['Framework', () => name],
    ['Framework version', () => version],
    ['Mapped by', () => (mapping.by === 'publisher' ? 'Publisher' : 'Tenantry')],
    ['Level or profile', ({ control }) => control.level ?? 'None'],
    ['Control', ({ control }) => control.id],
    ['Control title', ({ control }) => control.title],
    ['Control status', ({ control }) => controlStatusLabels[control.status]],
    ['Not judged because', ({ control }) => joinedTexts(control.unknownBecause.map((one) => unknownReasonTexts[one]))],
    ['Checks cover', ({ control }) => (control.checksCover === null ? '' : controlCoverageLabels[control.checksCover])],
    ['Not covered because', ({ control }) => control.notCoveredBecause ?? ''],
    ['Check', ({ check }) => check?.title ?? ''],
    ['Check result', ({ check }) => (check === null ? '' : resultOf(check))],
    ['Details', ({ check }) => check?.message ?? ''],
    ['Finding', ({ check }) => check?.finding?.title ?? ''],
    ['Risk accepted', (row) => (row.check === null ? '' : acceptanceOf(row) ? 'Yes' : 'No')],
    ['Acceptance expires (UTC)', (row) => csvTime(acceptanceOf(row)?.expiresAt)],
    ['Acceptance reason', (row) => acceptanceOf(row)?.reason ?? ''],
    ['Accepted by', (row) => acceptanceOf(row)?.acceptedBy ?? ''],
  ];
}

/** The controls of a framework as CSV, a line for each of their checks. */
export function complianceCsv(
  framework: FrameworkSummary,
  controls: readonly FrameworkControl[],
  source: Source,
): Buffer<ArrayBuffer> {
  const rows = controls.flatMap((control): Row[] =>
    control.checks.length === 0 ? [{ control, check: null }] : control.checks.map((check): Row => ({ control, check })),
  );
  return csvBytes(columnsOf(framework, source), rows);
}
