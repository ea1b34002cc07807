import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useParams } from 'react-router-dom';
import { AdminPage } from '../../blocks/admin-page.tsx';
import { formatDateTime } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { RunProgress } from './run-progress.tsx';
import { RunScans } from './run-scans.tsx';
import { scanRunQuery } from './scan-run-queries.ts';

// Nothing can be done before the run is known.
const RunActions = onDemand(async () => (await import('./run-actions.tsx')).RunActions);

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
