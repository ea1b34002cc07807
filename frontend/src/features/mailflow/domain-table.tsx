import { Link, makeStyles, Text, tokens } from '@fluentui/react-components';
import type { MailFlowReport } from '@tenantry/contract/mailflow';
import { glanceAreas, glanceOf, mailAreaLabels } from '../../blocks/mail-glance.ts';
import { MailStatusBadge } from '../../blocks/mail-status-badge.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { GlanceCell } from './glance-cell.tsx';

const useStyles = makeStyles({
  status: { display: 'grid', justifyItems: 'start', gap: tokens.spacingVerticalXXS },
  score: { fontVariantNumeric: 'tabular-nums' },
});

function StatusCell({ report: { status, security } }: { report: MailFlowReport }) {
  const styles = useStyles();
  return (
    <span className={styles.status}>
      <MailStatusBadge status={status} />
      <Text size={200} className={styles.score}>
        {security.score === null ? 'No score' : `${security.score} of 100`}
      </Text>
    </span>
  );
}

/** Areas with long words: no word is broken. */
const areaWidths: Partial<Record<(typeof glanceAreas)[number], string>> = { dkim: '76px', dmarc: '82px' };

const columnsWith = (onOpen: (report: MailFlowReport) => void): Column<MailFlowReport>[] => [
  {
    id: 'domain',
    label: 'Domain',
    cell: (report) => (
      <Link as="button" onClick={() => onOpen(report)} aria-label={`Details of ${report.domain}`}>
        {report.domain}
      </Link>
    ),
    compare: (a, b) => a.domain.localeCompare(b.domain),
    width: '19%',
  },
  {
    id: 'status',
    label: 'Status, score',
    cell: (report) => <StatusCell report={report} />,
    compare: (a, b) => (a.security.score ?? -1) - (b.security.score ?? -1),
    width: '118px',
  },
  ...glanceAreas.map((area) => ({
    id: area,
    label: mailAreaLabels[area],
    width: areaWidths[area],
    cell: (report: MailFlowReport) => <GlanceCell glance={glanceOf(report, area)} />,
  })),
];

type Props = { reports: readonly MailFlowReport[]; onOpen: (report: MailFlowReport) => void };

/** All domains at a glance; the name of each opens what is known of it. */
export function DomainTable({ reports, onOpen }: Props) {
  return (
    <DataTable
      label="Domains"
      rows={reports}
      columns={columnsWith(onOpen)}
      rowId={({ domain }) => domain}
      minWidth="1060px"
    />
  );
}
