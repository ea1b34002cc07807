import type { ControlCheck, FrameworkControl, FrameworkSummary } from '@tenantry/contract/compliance';
import { type CsvColumn, csvText } from '../../http/csv.ts';

/** A control with one of its checks; a control without checks has a row of its own. */
type Row = { control: FrameworkControl; check: ControlCheck | null };

function columnsOf({ name, mapping }: FrameworkSummary, auditedAt: string): CsvColumn<Row>[] {
  const mappedBy = mapping.by === 'publisher' ? 'publisher ids' : 'Tenantry';
  return [
    ['framework', () => name],
    ['mappedBy', () => mappedBy],
    ['auditedAt', () => auditedAt],
    ['control', ({ control }) => control.id],
    ['title', ({ control }) => control.title],
    ['status', ({ control }) => control.status],
    ['unknownBecause', ({ control }) => control.unknownBecause.join(' | ')],
    ['checksCover', ({ control }) => control.checksCover ?? ''],
    ['check', ({ check }) => check?.checkId ?? ''],
    ['checkTitle', ({ check }) => check?.title ?? ''],
    ['checkStatus', ({ check }) => (check === null ? '' : (check.status ?? 'notInAudit'))],
    ['message', ({ check }) => check?.message ?? ''],
    ['finding', ({ check }) => check?.finding?.id ?? ''],
  ];
}

/** The controls of a framework, a line for each of their checks. */
export function complianceCsv(
  framework: FrameworkSummary,
  controls: readonly FrameworkControl[],
  auditedAt: string,
): string {
  const rows = controls.flatMap((control): Row[] =>
    control.checks.length === 0 ? [{ control, check: null }] : control.checks.map((check): Row => ({ control, check })),
  );
  return csvText(columnsOf(framework, auditedAt), rows);
}
