import { Button, ProgressBar, Skeleton, SkeletonItem, Text } from '@fluentui/react-components';
import { DocumentSearchRegular } from '@fluentui/react-icons/svg/document-search';
import { useQuery } from '@tanstack/react-query';
import type { Parsed } from '@tenantry/contract/endpoint';
import { scanStatusLabels } from '@tenantry/contract/labels';
import type { getTenantSummary } from '@tenantry/contract/tenant-summaries';
import type { ReactNode } from 'react';
import { tenantSummaryQuery } from '../../blocks/tenant-summary-query.ts';
import { formatNumber, formatSeconds } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { FactGrid } from '../../ui/fact-grid.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { PolicyAnswers } from './policy-answers.tsx';
import { useInternalScan } from './use-internal-scan.ts';

// The summary's status is any text: an enum there would load the contract of scans on every page.
const statusLabels: Record<string, string> = scanStatusLabels;

type Summary = Parsed<(typeof getTenantSummary)['response']>;

/** What the latest scan saw of the tenant's policies, and the next scan. */
export function PolicyScanCard({ tenantId }: { tenantId: string }) {
  const query = useQuery(tenantSummaryQuery(tenantId));
  const { start, isScanning, progress } = useInternalScan(tenantId, query.data?.latestScan ?? null);
  return (
    <SectionCard
      title="M365 Policy Configuration"
      subtitle="Policies and settings in the latest scan"
      actions={
        <>
          <Button
            appearance="primary"
            size="small"
            icon={<DocumentSearchRegular />}
            onClick={() => void start.submit()}
            disabledFocusable={start.pending || isScanning}
          >
            {start.pending ? 'Starting the scan…' : isScanning ? 'Scanning…' : 'Scan Internal Policies'}
          </Button>
          <LinkButton to={paths.scan} size="small">
            Open scans
          </LinkButton>
        </>
      }
    >
      {isScanning && <Progress done={progress?.done ?? 0} total={progress?.total ?? 0} />}
      <PolicyAnswers tenantId={tenantId} />
      <QueryState
        query={query}
        loading={<LoadingFacts />}
        errorTitle="Failed to fetch latest scan data"
        isEmpty={(summary) => summary.latestScan === null}
        empty={<Text>No scan found for this tenant. Please run a scan first.</Text>}
      >
        {({ latestScan }) => latestScan !== null && <LatestScanFacts scan={latestScan} />}
      </QueryState>
    </SectionCard>
  );
}

function Progress({ done, total }: { done: number; total: number }) {
  return (
    <div>
      <ProgressBar
        aria-label="Scan progress"
        value={total === 0 ? undefined : done}
        max={Math.max(total, 1)}
        thickness="large"
      />
      <Text size={200} role="status">
        {total === 0 ? 'Waiting to start' : `${done} of ${total} datasets`}
      </Text>
    </div>
  );
}

const factNames = ['Status', 'Started', 'Findings', 'Users', 'Duration'] as const;

function LoadingFacts() {
  return (
    <Skeleton aria-label="Loading the latest scan">
      <FactGrid columnPx={96} facts={factNames.map((name) => [name, <SkeletonItem key={name} size={20} />])} />
    </Skeleton>
  );
}

function LatestScanFacts({ scan }: { scan: NonNullable<Summary['latestScan']> }) {
  const hasResult = scan.status === 'completed';
  const isActive = scan.status === 'queued' || scan.status === 'running';
  const figure = (value: string | null) => value ?? (isActive ? 'Not yet known' : 'Not known');
  const facts: Record<(typeof factNames)[number], ReactNode> = {
    Status: statusLabels[scan.status] ?? scan.status,
    Started: <RelativeTime instant={scan.startedAt} />,
    Findings: figure(hasResult && scan.findingsGenerated !== null ? formatNumber(scan.findingsGenerated) : null),
    Users: figure(hasResult && scan.userCount !== null ? formatNumber(scan.userCount) : null),
    Duration: figure(scan.durationMs === null ? null : formatSeconds(scan.durationMs)),
  };
  return (
    <FactGrid
      columnPx={96}
      facts={factNames.map((name) => [
        name,
        <Text key={name} weight="semibold">
          {facts[name]}
        </Text>,
      ])}
    />
  );
}
