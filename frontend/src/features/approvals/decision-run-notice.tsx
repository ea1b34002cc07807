import { Button, ProgressBar, Text } from '@fluentui/react-components';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { DecisionRun } from '@tenantry/contract/approval-decisions';
import { useEffect, useRef } from 'react';
import { countOf, formatNumber } from '../../lib/format.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ShortList } from '../../ui/short-list.tsx';
import { Stack } from '../../ui/stack.tsx';
import { decisionRunQuery } from './approval-queries.ts';

type Props = { runId: string; onDismiss: () => void };

/** How far a decision on many requests came, and for which tenants it could not be said. */
export function DecisionRunNotice({ runId, onDismiss }: Props) {
  const client = useQueryClient();
  const query = useQuery(decisionRunQuery(runId));
  const { data: run } = query;
  const isGoingOn = run?.endedAt === null;
  const wasGoingOn = useRef(false);
  useEffect(() => {
    // What it decided shows in every list and figure, once it is over.
    if (wasGoingOn.current && run !== undefined && !isGoingOn) void client.invalidateQueries();
    wasGoingOn.current = isGoingOn;
  }, [run, isGoingOn, client]);
  const dismiss = (
    <Button size="small" onClick={onDismiss}>
      Dismiss
    </Button>
  );
  if (run === undefined) {
    if (!query.isError) return null;
    return (
      <Notice intent="warning" title="How far the decision came is not known" actions={dismiss}>
        <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
      </Notice>
    );
  }
  if (isGoingOn) return <Progress run={run} />;
  return (
    <Notice intent={run.conflictCount > 0 ? 'warning' : 'success'} title={outcomeOf(run)} actions={dismiss}>
      <Conflicts run={run} />
    </Notice>
  );
}

function Progress({ run: { decision, handled, total } }: { run: DecisionRun }) {
  const text = `${decision === 'approved' ? 'Approving' : 'Denying'}: ${formatNumber(handled)} of ${countOf(total, 'tenant')}`;
  return (
    <Notice intent="info" title={text}>
      <Stack gap="S">
        <Text>It goes on without this page.</Text>
        <ProgressBar aria-label="Decision" value={total === 0 ? undefined : handled / total} thickness="large" />
      </Stack>
    </Notice>
  );
}

const outcomeOf = ({ decision, decided, total }: DecisionRun) =>
  decided === total
    ? `${countOf(decided, 'request')} ${decision}`
    : `${formatNumber(decided)} of ${countOf(total, 'request')} ${decision}`;

function Conflicts({ run: { conflicts, conflictCount } }: { run: DecisionRun }) {
  if (conflictCount === 0) return null;
  const more = conflictCount - conflicts.length;
  return (
    <>
      <ShortList
        label="Requests not changed"
        items={conflicts.map(({ tenantName, message }) => `${tenantName}: ${message}`)}
        firstShown={5}
      />
      {more > 0 && <Text>and {formatNumber(more)} more</Text>}
    </>
  );
}
