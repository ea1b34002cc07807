import { Link, makeStyles, Text, tokens } from '@fluentui/react-components';
import { affectedNoun } from '@tenantry/contract/affected-texts';
import { Severity, type Verdict, verdictStatusesByUrgency } from '@tenantry/contract/verdicts';
import { useMemo } from 'react';
import { EvidenceList } from '../../blocks/evidence-list.tsx';
import { SeverityBadge } from '../../blocks/severity-badge.tsx';
import { VerdictBadge } from '../../blocks/verdict-badge.tsx';
import { countOf } from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';

const useStyles = makeStyles({
  check: { display: 'grid', gap: tokens.spacingVerticalXXS },
  title: { fontWeight: tokens.fontWeightSemibold, textAlign: 'start' },
  quiet: { color: tokens.colorNeutralForeground3 },
});

const bySeverity = (a: Verdict, b: Verdict) => rankOf(a) - rankOf(b);
const rankOf = ({ severity }: Verdict) => Severity.options.indexOf(severity);
const byStatus = (a: Verdict, b: Verdict) =>
  verdictStatusesByUrgency.indexOf(a.status) - verdictStatusesByUrgency.indexOf(b.status);

const columnsWith = (onOpen: Props['onOpen']): readonly Column<Verdict>[] => [
  {
    id: 'status',
    label: 'Status',
    width: '150px',
    cell: ({ status }) => <VerdictBadge status={status} />,
    compare: byStatus,
  },
  {
    id: 'severity',
    label: 'Severity',
    width: '120px',
    cell: ({ severity }) => <SeverityBadge severity={severity} />,
    compare: bySeverity,
  },
  { id: 'check', label: 'Check', cell: (verdict) => <Check verdict={verdict} onOpen={onOpen} /> },
  { id: 'evidence', label: 'Evidence', cell: ({ evidence }) => <EvidenceList evidence={evidence} /> },
];

function Check({ verdict, onOpen }: { verdict: Verdict } & Pick<Props, 'onOpen'>) {
  const styles = useStyles();
  return (
    <div className={styles.check}>
      <Link as="button" className={styles.title} onClick={() => onOpen(verdict.checkId)}>
        {verdict.title}
      </Link>
      <Text>{verdict.message}</Text>
      {verdict.needsLicense !== undefined && (
        <Text size={200} className={styles.quiet}>
          Needs {verdict.needsLicense}: counts as one with all that do
        </Text>
      )}
      {verdict.affectedCount > 0 && (
        <Text size={200} className={styles.quiet}>
          {countOf(verdict.affectedCount, ...affectedNoun(verdict.affected))} affected
        </Text>
      )}
    </div>
  );
}

type Props = { label: string; verdicts: readonly Verdict[]; onOpen: (checkId: string) => void };

/** The checks of a category with what each saw, in the order of the audit: the most urgent first. */
export function VerdictTable({ label, verdicts, onOpen }: Props) {
  const columns = useMemo(() => columnsWith(onOpen), [onOpen]);
  return (
    <DataTable label={label} rows={verdicts} columns={columns} rowId={(verdict) => verdict.checkId} minWidth="880px" />
  );
}
