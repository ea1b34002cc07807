import { Link, makeStyles, Text, tokens } from '@fluentui/react-components';
import { affectedNoun } from '@tenantry/contract/affected-texts';
import { Severity, type Verdict, verdictStatusesByUrgency } from '@tenantry/contract/verdicts';
import { useMemo } from 'react';
import { EvidenceList } from '../../blocks/evidence-list.tsx';
import { SeverityBadge } from '../../blocks/severity-badge.tsx';
import { VerdictBadge } from '../../blocks/verdict-badge.tsx';
import { countOf } from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Hint } from '../../ui/muted.tsx';
import { Stack } from '../../ui/stack.tsx';

const useStyles = makeStyles({
  title: { fontWeight: tokens.fontWeightSemibold, textAlign: 'start' },
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
    <Stack gap="XXS">
      <Link as="button" className={styles.title} onClick={() => onOpen(verdict.checkId)}>
        {verdict.title}
      </Link>
      <Text>{verdict.message}</Text>
      {verdict.needsLicense !== undefined && (
        <Hint>Needs {verdict.needsLicense}. All findings that need it count once.</Hint>
      )}
      {verdict.affectedCount > 0 && (
        <Hint>{countOf(verdict.affectedCount, ...affectedNoun(verdict.affected))} affected</Hint>
      )}
    </Stack>
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
