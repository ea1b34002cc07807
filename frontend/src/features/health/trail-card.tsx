import { Button, makeStyles, Spinner, Text, tokens } from '@fluentui/react-components';
import { ShieldCheckmarkRegular } from '@fluentui/react-icons/svg/shield-checkmark';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type TrailState, type TrailVerification, verifyTrailNow } from '@tenantry/contract/audit-trail';
import { trailStateQuery } from '../../blocks/trail-state-query.ts';
import { TrailStatusBadge } from '../../blocks/trail-status-badge.tsx';
import { call } from '../../lib/api-client.ts';
import { countOf, formatDateTime, formatNumber } from '../../lib/format.ts';
import { useAction } from '../../lib/use-action.ts';
import { FactGrid } from '../../ui/fact-grid.tsx';
import { Notice } from '../../ui/notice.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Row } from '../../ui/row.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { Stack } from '../../ui/stack.tsx';
import { TrailProblems } from './trail-problems.tsx';

const useStyles = makeStyles({
  quiet: { color: tokens.colorNeutralForeground3, maxWidth: '80ch' },
});

/** Whether the audit trail is whole, as the last verification found it, and the way to verify it now. */
export function TrailCard() {
  const query = useQuery(trailStateQuery());
  const { verify, isAsking } = useVerify();
  const isRunning = query.data?.running !== null && query.data !== undefined;
  return (
    <SectionCard
      title="Audit trail"
      subtitle="A sealed record of who changed what, verified once a day"
      actions={
        <Button
          icon={<ShieldCheckmarkRegular />}
          onClick={() => void verify()}
          disabledFocusable={isAsking || isRunning}
        >
          Verify now
        </Button>
      }
    >
      <QueryState
        query={query}
        loadingLabel="Loading the state of the audit trail"
        errorTitle="The state of the audit trail could not be loaded"
      >
        {(state) => <TrailBody state={state} />}
      </QueryState>
    </SectionCard>
  );
}

function useVerify() {
  const client = useQueryClient();
  const { submit: verify, pending: isAsking } = useAction('The verification was not started', async () => {
    const { queryKey } = trailStateQuery();
    const state = await call(verifyTrailNow, { tenantId: null });
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, state);
  });
  return { verify, isAsking };
}

function TrailBody({ state: { last, running, isOverdue } }: { state: TrailState }) {
  return (
    <Stack gap="L">
      <Row gap="M" align="center" role="status">
        {last ? <TrailStatusBadge status={last.status} /> : <Text>Not verified yet</Text>}
        {last && (
          <Text>
            Last verified: <RelativeTime instant={last.verifiedAt} />
          </Text>
        )}
        {running && (
          <Spinner
            size="tiny"
            label={`Verifying${running.entries > 0 ? `: ${countOf(running.entries, 'entry', 'entries')} so far` : ' …'}`}
          />
        )}
      </Row>
      {isOverdue && (
        <Notice intent="warning" title="Not verified for more than a day">
          The daily verification did not run or did not finish. Verify now; if that does not finish either, see the log
          of the function app.
        </Notice>
      )}
      {last && <Result result={last} />}
    </Stack>
  );
}

function Result({ result }: { result: TrailVerification }) {
  const styles = useStyles();
  const { status, reason, entries, anchored, unproven, notes } = result;
  if (status === 'notVerified') {
    return (
      <Notice intent="warning" title="The integrity of the trail is not known">
        {reason} It is retried automatically.
      </Notice>
    );
  }
  return (
    <>
      {status === 'broken' && <TrailProblems result={result} />}
      <FactGrid
        columnPx={180}
        facts={[
          ['Entries', formatNumber(entries)],
          [
            'Covers',
            result.from && result.until ? `${formatDateTime(result.from)} to ${formatDateTime(result.until)}` : '—',
          ],
          [
            'Anchored until',
            anchored ? `${formatDateTime(anchored.at)}, block ${formatNumber(anchored.block)}` : 'Not yet',
          ],
          ['Since then, not yet proven', countOf(unproven.entries, 'entry', 'entries')],
        ]}
      />
      {notes.map((note) => (
        <Text key={note} size={200} className={styles.quiet}>
          {note}
        </Text>
      ))}
    </>
  );
}
