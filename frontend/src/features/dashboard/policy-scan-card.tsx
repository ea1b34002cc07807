import { Text } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { Parsed } from '@tenantry/contract/endpoint';
import { scanStatusLabels } from '@tenantry/contract/labels';
import type { getTenantSummary } from '@tenantry/contract/tenant-summaries';
import { tenantSummaryQuery } from '../../blocks/tenant-summary-query.ts';
import { formatNumber, formatSeconds } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { FactGrid } from '../../ui/fact-grid.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';

// The summary's status is any text: an enum there would load the contract of scans on every page.
const statusLabels: Record<string, string> = scanStatusLabels;

type Summary = Parsed<(typeof getTenantSummary)['response']>;

/** The latest scan of the organization's policies, and the way to the next. */
export function PolicyScanCard({ tenantId }: { tenantId: string }) {
  const query = useQuery(tenantSummaryQuery(tenantId));
  return (
    <SectionCard
      title="M365 Policy Configuration"
      subtitle="The latest scan of policies and settings"
      actions={
        <div>
          <LinkButton to={paths.scan} size="small">
            Open scans
          </LinkButton>
        </div>
      }
    >
      <QueryState
        query={query}
        loading={<SkeletonRows rows={2} size={16} label="Loading the latest scan" />}
        errorTitle="Failed to fetch latest scan data"
        isEmpty={(summary) => summary.latestScan === null}
        empty={<Text>No scan found for this tenant. Please run a scan first.</Text>}
      >
        {({ latestScan }) => latestScan !== null && <LatestScanFacts scan={latestScan} />}
      </QueryState>
    </SectionCard>
  );
}

function LatestScanFacts({ scan }: { scan: NonNullable<Summary['latestScan']> }) {
  const hasResult = scan.status === 'completed';
  const isActive = scan.status === 'queued' || scan.status === 'running';
  const figure = (value: string | null) => value ?? (isActive ? 'Not yet known' : 'Not known');
  const facts = [
    ['Status', statusLabels[scan.status] ?? scan.status],
    ['Started', <RelativeTime key="started" instant={scan.startedAt} />],
    ['Findings', figure(hasResult && scan.findingsGenerated !== null ? formatNumber(scan.findingsGenerated) : null)],
    ['Users', figure(hasResult && scan.userCount !== null ? formatNumber(scan.userCount) : null)],
    ['Duration', figure(scan.durationMs === null ? null : formatSeconds(scan.durationMs))],
  ] as const;
  return (
    <FactGrid
      columnPx={120}
      facts={facts.map(([name, value]) => [
        name,
        <Text key={name} weight="semibold">
          {value}
        </Text>,
      ])}
    />
  );
}
