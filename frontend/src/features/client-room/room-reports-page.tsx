import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons/svg/arrow-download';
import { DocumentPdfRegular } from '@fluentui/react-icons/svg/document-pdf';
import { useQuery } from '@tanstack/react-query';
import { type ClientReport, downloadClientReport } from '@tenantry/contract/client-reports';
import { reportFormLabels } from '@tenantry/contract/generated-reports';
import { formatDate, formatDateTime, formatSize } from '../../lib/format.ts';
import { useDownload } from '../../lib/use-download.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import { Hint } from '../../ui/muted.tsx';
import { PageShell } from '../../ui/page-shell.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { useRoom } from './room-context.ts';
import { RoomEvidence } from './room-evidence.tsx';
import { clientReportsQuery } from './room-queries.ts';

const useStyles = makeStyles({
  item: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalM,
  },
  words: { display: 'grid', minWidth: 0, overflowWrap: 'anywhere' },
});

/** The reports that the provider released to the client. */
export function RoomReportsPage() {
  const { tenantId } = useRoom();
  const query = useQuery(clientReportsQuery(tenantId));
  return (
    <PageShell title="Reports" subtitle="What your provider released to you, the newest first">
      <ListCard label="Reports">
        <QueryState
          query={query}
          loadingLabel="Loading the reports"
          errorTitle="The reports could not be loaded"
          isEmpty={({ items }) => items.length === 0}
          empty={
            <EmptyState
              icon={<DocumentPdfRegular />}
              headingLevel="h2"
              title="No reports yet"
              body="A report stands here once your provider has released it to you."
            />
          }
        >
          {({ items }) => <ReportList reports={items} />}
        </QueryState>
      </ListCard>
      <RoomEvidence />
    </PageShell>
  );
}

const nameOf = ({ form, auditedAt }: ClientReport) => `${reportFormLabels[form]} of ${formatDate(auditedAt)}`;

function ReportList({ reports }: { reports: readonly ClientReport[] }) {
  const styles = useStyles();
  const { tenantId } = useRoom();
  const { start, pendingName } = useDownload('The report could not be downloaded');
  return (
    <PlainList gap="M" aria-label="Reports">
      {reports.map((report) => (
        <li key={report.id} className={styles.item}>
          <div className={styles.words}>
            <Text weight="semibold">{nameOf(report)}</Text>
            <Hint>
              Made on {formatDateTime(report.createdAt)}, released on {formatDate(report.publishedAt)},{' '}
              {formatSize(report.sizeBytes)}
            </Hint>
          </div>
          <Button
            icon={<ArrowDownloadRegular />}
            aria-label={`Download ${nameOf(report)}, made on ${formatDateTime(report.createdAt)}`}
            disabledFocusable={pendingName !== null}
            onClick={() => start(downloadClientReport, { params: { id: report.id }, tenantId }, report.fileName)}
          >
            {pendingName === report.fileName ? 'Downloading…' : 'Download'}
          </Button>
        </li>
      ))}
    </PlainList>
  );
}
