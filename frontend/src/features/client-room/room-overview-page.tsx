import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { ClientSummary } from '@tenantry/contract/client-summary';
import { formatDateTime } from '../../lib/format.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageShell } from '../../ui/page-shell.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { OverviewDone } from './overview-done.tsx';
import { OverviewMatters } from './overview-matters.tsx';
import { OverviewNext } from './overview-next.tsx';
import { OverviewRisks } from './overview-risks.tsx';
import { OverviewStanding } from './overview-standing.tsx';
import { OverviewWaiting } from './overview-waiting.tsx';
import { useRoom } from './room-context.ts';
import { clientSummaryQuery } from './room-queries.ts';
import { Sentences } from './sentences.tsx';

const useStyles = makeStyles({
  welcome: { maxWidth: '80ch', whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
  incidents: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL, overflowWrap: 'anywhere' },
});

const asOf = ({ domain, auditedAt }: ClientSummary) =>
  auditedAt === null ? `Microsoft 365 at ${domain}` : `Microsoft 365 at ${domain}, as of ${formatDateTime(auditedAt)}`;

/** The first page of the room: what waits for the client, how they stand, what was done and what comes next. */
export function RoomOverviewPage() {
  const { tenantId } = useRoom();
  const query = useQuery(clientSummaryQuery(tenantId));
  return (
    <PageShell title="Overview" subtitle={query.data && asOf(query.data)}>
      <QueryState query={query} loadingLabel="Loading your overview" errorTitle="Your overview could not be loaded">
        {(summary) => <Overview summary={summary} />}
      </QueryState>
    </PageShell>
  );
}

function Overview({ summary }: { summary: ClientSummary }) {
  const styles = useStyles();
  const { welcome, isSimulated, trouble, auditedAt } = summary;
  return (
    <>
      {welcome !== '' && <Text className={styles.welcome}>{welcome}</Text>}
      {isSimulated && (
        <Notice intent="warning" title="Simulated data">
          These figures come from a demonstration, not from your Microsoft 365.
        </Notice>
      )}
      {trouble !== null && (
        <Notice intent="warning" title="These figures may be old">
          {trouble}
        </Notice>
      )}
      <Incidents summary={summary} />
      <OverviewWaiting />
      {auditedAt === null ? <NoAudit /> : <Audited summary={summary} />}
    </>
  );
}

/** Before all else: somebody may be inside already. */
function Incidents({ summary: { incidents } }: { summary: ClientSummary }) {
  const styles = useStyles();
  if (incidents.length === 0) return null;
  return (
    <Notice intent="error" title="Look at this today">
      Somebody may be in an account already. Ask your provider today what was done about:
      <ul className={styles.incidents}>
        {incidents.map(({ title, at }) => (
          <li key={`${title} ${at}`}>
            {title}
            {at !== null && ` (${formatDateTime(at)})`}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function NoAudit() {
  return (
    <ListCard label="First audit">
      <EmptyState
        headingLevel="h2"
        title="The first audit is still to come"
        body="As soon as it is done, you see here where you stand, what to do first, and what was done."
      />
    </ListCard>
  );
}

function Audited({ summary }: { summary: ClientSummary }) {
  return (
    <>
      <OverviewStanding summary={summary} />
      <OverviewMatters summary={summary} />
      <OverviewDone summary={summary} />
      <OverviewNext summary={summary} />
      <OverviewRisks summary={summary} />
      <Sentences title="How sure this is" sentences={summary.certainty} />
    </>
  );
}
