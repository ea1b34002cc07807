import { makeStyles, Text, tokens } from '@fluentui/react-components';
import type { Verdict, VerdictStatus } from '@tenantry/contract/verdicts';
import { EvidenceList } from '../../blocks/evidence-list.tsx';
import { SeverityBadge } from '../../blocks/severity-badge.tsx';
import { VerdictBadge } from '../../blocks/verdict-badge.tsx';
import { countOf } from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';

const useStyles = makeStyles({
  check: { display: 'grid', gap: tokens.spacingVerticalXXS },
  quiet: { color: tokens.colorNeutralForeground3 },
});

/** What needs attention first: failures, then warnings, then what could not be judged, then what passed. */
const order: readonly VerdictStatus[] = [
  'fail',
  'warning',
  'couldNotCheck',
  'notPermitted',
  'notLicensed',
  'pass',
  'notApplicable',
];
const byStatus = (a: Verdict, b: Verdict) => order.indexOf(a.status) - order.indexOf(b.status);

const columns: readonly Column<Verdict>[] = [
  {
    id: 'status',
    label: 'Status',
    width: '150px',
    cell: ({ status }) => <VerdictBadge status={status} />,
    compare: byStatus,
  },
  { id: 'severity', label: 'Severity', width: '120px', cell: ({ severity }) => <SeverityBadge severity={severity} /> },
  { id: 'check', label: 'Check', cell: (verdict) => <Check verdict={verdict} /> },
  { id: 'evidence', label: 'Evidence', cell: ({ evidence }) => <EvidenceList evidence={evidence} /> },
];

function Check({ verdict }: { verdict: Verdict }) {
  const styles = useStyles();
  return (
    <div className={styles.check}>
      <Text weight="semibold">{verdict.title}</Text>
      <Text>{verdict.message}</Text>
      {verdict.needsLicense !== undefined && (
        <Text size={200} className={styles.quiet}>
          Needs {verdict.needsLicense}: counts as one with all that do
        </Text>
      )}
      {verdict.affectedCount > 0 && (
        <Text size={200} className={styles.quiet}>
          {countOf(verdict.affectedCount, 'object')} affected
        </Text>
      )}
    </div>
  );
}

type Props = { label: string; verdicts: readonly Verdict[] };

/** The checks of a category with what each saw. */
export function VerdictTable({ label, verdicts }: Props) {
  return (
    <DataTable
      label={label}
      rows={verdicts}
      columns={columns}
      rowId={(verdict) => verdict.checkId}
      initialSort={{ columnId: 'status', direction: 'ascending' }}
      minWidth="880px"
    />
  );
}
