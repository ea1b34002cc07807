import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { ErrorCircleFilled } from '@fluentui/react-icons/svg/error-circle';
import { useQuery } from '@tanstack/react-query';
import type { HealthCheck, Readiness, SystemMetric } from '@tenantry/contract/health';
import { AdminPage } from '../../blocks/admin-page.tsx';
import { figureLabels, serviceLabels } from '../../blocks/health-labels.ts';
import { formatNumber } from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FactGrid } from '../../ui/fact-grid.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { systemHealthQuery } from './health-queries.ts';
import { ReadinessSection } from './readiness-section.tsx';
import { TrailCard } from './trail-card.tsx';

const columns: readonly Column<HealthCheck>[] = [
  { id: 'service', label: 'Service', cell: ({ endpoint }) => serviceLabels[endpoint] ?? endpoint, width: '26%' },
  {
    id: 'status',
    label: 'Status',
    cell: ({ status }) =>
      status === 'ok' ? (
        <StatusBadge label="Responding" color="success" icon={<CheckmarkCircleFilled />} />
      ) : (
        <StatusBadge label="Not responding" color="danger" icon={<ErrorCircleFilled />} />
      ),
    width: '22%',
  },
  { id: 'time', label: 'Response time', cell: ({ responseTime }) => `${formatNumber(responseTime)} ms`, align: 'end' },
  { id: 'error', label: 'Error', cell: ({ error }) => error ?? '—', width: '34%' },
];

/** Whether this installation is ready, whether it works, and whether its audit trail is whole. */
export function HealthPage() {
  const query = useQuery(systemHealthQuery());
  return (
    <AdminPage tab="System Health" subtitle="Readiness, services, workload and audit trail of this installation">
      <QueryState
        query={query}
        loading={<SkeletonRows rows={12} label="Loading the health of the system" />}
        errorTitle="The health of the system could not be loaded"
      >
        {(health) => (
          <>
            <ReadinessSection health={health} />
            <Services checks={health.checks} />
            {health.metrics.length > 0 && <Figures metrics={health.metrics} />}
            <Settings settings={health.readiness.settings} />
          </>
        )}
      </QueryState>
      <TrailCard />
    </AdminPage>
  );
}

function Services({ checks }: { checks: readonly HealthCheck[] }) {
  return (
    <SectionCard title="Services" subtitle="What Tenantry needs, probed every five minutes">
      {checks.length === 0 ? (
        <EmptyState title="Not probed yet" body="The services are probed every five minutes, and when you check now." />
      ) : (
        <DataTable
          label="Services"
          rows={inOrder(checks, ({ endpoint }) => endpoint, Object.keys(serviceLabels))}
          columns={columns}
          rowId={({ endpoint }) => endpoint}
          minWidth="640px"
        />
      )}
    </SectionCard>
  );
}

function Settings({ settings }: { settings: Readiness['settings'] }) {
  return (
    <SectionCard title="Settings" subtitle="How this installation is set up; secrets are not shown">
      <FactGrid facts={settings.map(({ label, value }) => [label, value])} columnPx={220} />
    </SectionCard>
  );
}

/** The rows in the order of their labels; what has none comes last. */
function inOrder<T>(rows: readonly T[], idOf: (row: T) => string, ids: readonly string[]): T[] {
  const place = (row: T) => (ids.includes(idOf(row)) ? ids.indexOf(idOf(row)) : ids.length);
  return rows.toSorted((a, b) => place(a) - place(b));
}

function Figures({ metrics }: { metrics: readonly SystemMetric[] }) {
  const facts = inOrder(metrics, ({ metric }) => metric, Object.keys(figureLabels))
    .filter(({ metric }) => metric !== 'audit.trail.broken')
    .map(({ metric, value }) => [figureLabels[metric], value === null ? 'Unknown' : formatNumber(value)] as const);
  return (
    <SectionCard title="Work">
      <FactGrid facts={facts} columnPx={180} />
    </SectionCard>
  );
}
