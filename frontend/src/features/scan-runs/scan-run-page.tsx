import { Button } from '@fluentui/react-components';
import { DismissCircleRegular } from '@fluentui/react-icons/svg/dismiss-circle';
import { useQuery } from '@tanstack/react-query';
import type { ScanRun } from '@tenantry/contract/scan-runs';
import { useRef } from 'react';
import { useParams } from 'react-router-dom';
import { AdminPage } from '../../blocks/admin-page.tsx';
import { formatDateTime, formatNumber } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { ConfirmPopover } from '../../ui/confirm-popover.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { RunProgress } from './run-progress.tsx';
import { RunScans } from './run-scans.tsx';
import { goesOn, scanRunQuery } from './scan-run-queries.ts';
import { retriedBy, useScanRun } from './use-scan-run.ts';

/** How far a run of scans is, what failed and why, and what can be done about it. */
export function ScanRunPage() {
  const { runId = '' } = useParams();
  const query = useQuery(scanRunQuery(runId));
  const progress = useRef<HTMLDivElement>(null);
  const run = query.data;
  return (
    <AdminPage
      tab="Bulk Scan"
      subtitle={run && `Started by ${run.startedBy}, ${formatDateTime(run.startedAt)}`}
      actions={
        <>
          <LinkButton to={paths.adminScanRuns}>All bulk scans</LinkButton>
          {run && <RunActions key={runId} run={run} onCancelled={() => progress.current?.focus()} />}
        </>
      }
    >
      <QueryState query={query} loadingLabel="Loading the bulk scan" errorTitle="The bulk scan could not be loaded">
        {(data) => (
          <>
            <RunProgress run={data} ref={progress} />
            <RunScans key={runId} run={data} />
          </>
        )}
      </QueryState>
    </AdminPage>
  );
}

function retryLabel({ state, cancelled }: ScanRun): string {
  if (state === 'cancelled') return 'Scan the rest';
  // Scans can be cancelled one by one, too.
  return cancelled > 0 ? 'Scan again' : 'Retry failed';
}

function RunActions({ run, onCancelled }: { run: ScanRun; onCancelled: () => void }) {
  const { cancel, retry, isRetrying } = useScanRun(run.runId);
  const left = retriedBy(run);
  const canRetry = !goesOn(run) && left > 0 && run.retriedAs === null;
  return (
    <>
      {canRetry && (
        <Button appearance="primary" onClick={() => void retry()} disabledFocusable={isRetrying}>
          {retryLabel(run)} ({formatNumber(left)})
        </Button>
      )}
      {(run.state === 'starting' || run.state === 'running') && (
        <ConfirmPopover
          trigger={<Button icon={<DismissCircleRegular />}>Cancel run</Button>}
          question="Cancel this run? Scans that have not finished are canceled; completed ones keep their results."
          confirmLabel="Yes, cancel it"
          onConfirm={async () => {
            await cancel();
            // The button that was pressed is gone.
            onCancelled();
          }}
        />
      )}
    </>
  );
}
