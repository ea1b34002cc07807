import { Button, ProgressBar, Text } from '@fluentui/react-components';
import { PlayRegular } from '@fluentui/react-icons/svg/play';
import { isActive } from '../../blocks/scan-query.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Row } from '../../ui/row.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { useScanRun } from './use-scan-run.ts';

// Not needed until it is known how a scan stands.
const loading = <SkeletonRows rows={3} size={24} label="Loading the latest scan" />;
const ScanState = onDemand(async () => (await import('./scan-state.tsx')).ScanState, loading);

export const startLabel = 'Start Scan';

type Props = {
  tenantId: string;
  tenantName: string;
  /** Null where there is none, or where it could not be asked for (`hasFailed`). */
  latestScanId: string | null;
  isLoading: boolean;
  /** The page says already that the latest scan could not be had. */
  hasFailed: boolean;
};

/** Starts a scan of one tenant and shows how it goes and how it ended. */
export function ScanRunner({ tenantId, tenantName, latestScanId, isLoading, hasFailed }: Props) {
  const run = useScanRun(tenantId, latestScanId);
  const isStarting = run.start.pending || run.retry.pending;
  const scan = run.scan.data;
  const isScanning = isStarting || (scan !== undefined && isActive(scan.status));
  return (
    <>
      <Row gap="S" align="center">
        <Button
          appearance="primary"
          icon={<PlayRegular />}
          onClick={() => void run.start.submit()}
          disabledFocusable={isScanning || isLoading}
        >
          {startLabel}
        </Button>
        {!isStarting && scan !== undefined && isActive(scan.status) && (
          <Button onClick={() => void run.cancel.submit(scan.scanLogId)} disabledFocusable={run.cancel.pending}>
            {run.cancel.pending ? 'Canceling…' : 'Cancel'}
          </Button>
        )}
        <Text role="status">
          {isScanning ? 'Scanning in progress... This may take a few minutes' : null}
          {run.isLeaving ? 'Scan completed. Taking you to the findings…' : null}
        </Text>
        {run.isLeaving && (
          <Button appearance="subtle" onClick={run.stay}>
            Stay on this page
          </Button>
        )}
      </Row>
      {isStarting ? (
        <ProgressBar aria-label={`Starting the scan of ${tenantName}`} thickness="large" />
      ) : (
        <LatestScan
          run={run}
          isLoading={isLoading}
          hasFailed={hasFailed}
          hasScan={latestScanId !== null || scan !== undefined}
        />
      )}
    </>
  );
}

type LatestProps = { run: ReturnType<typeof useScanRun>; isLoading: boolean; hasFailed: boolean; hasScan: boolean };

function LatestScan({ run, isLoading, hasFailed, hasScan }: LatestProps) {
  if (isLoading) return loading;
  // Where nothing is known of a scan, nothing is said of it: the page's own error stands above.
  if (hasFailed && run.scan.data === undefined && !run.scan.isFetching) return null;
  if (!hasScan) return <Text>This tenant has not been scanned yet.</Text>;
  return (
    <QueryState query={run.scan} loading={loading} errorTitle="Failed to fetch latest scan data">
      {(scan) => <ScanState scan={scan} onRetry={() => void run.retry.submit(scan.scanLogId)} />}
    </QueryState>
  );
}
