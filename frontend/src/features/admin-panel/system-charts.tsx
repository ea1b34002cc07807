import { makeStyles, Subtitle2, Text, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { getSystemHistory, type SystemHistory } from '@tenantry/contract/health';
import type { ReactNode } from 'react';
import { figureLabels, inServiceOrder, serviceLabels } from '../../blocks/health-labels.ts';
import { call } from '../../lib/api-client.ts';
import { formatTime } from '../../lib/format.ts';
import { queryKey } from '../../lib/query-client.ts';
import { BarChart, type ChartBar } from '../../ui/bar-chart.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SectionCard } from '../../ui/section-card.tsx';

const useStyles = makeStyles({
  charts: {
    display: 'grid',
    gap: tokens.spacingHorizontalXXL,
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 300px), 1fr))',
  },
  chart: { display: 'grid', gap: tokens.spacingVerticalS, alignContent: 'start', minWidth: 0 },
  title: { margin: 0 },
});

const historyQuery = () => ({
  queryKey: queryKey('system-history', null),
  queryFn: ({ signal }: { signal: AbortSignal }) => call(getSystemHistory, { tenantId: null, signal }),
  staleTime: 60_000,
});

/** How services, queues and scans of the installation went of late. */
export function SystemCharts() {
  const query = useQuery(historyQuery());
  return (
    <>
      <SectionCard title="Response times" subtitle="Average of each hour in the last 24 hours">
        <QueryState query={query} loadingLabel="Loading response times" errorTitle="The charts could not be loaded">
          {(history) => <ServiceCharts history={history} />}
        </QueryState>
      </SectionCard>
      {query.data && (
        <SectionCard title="Workload" subtitle="Scans of the last 14 days (UTC), and the highest figure of each hour">
          <WorkCharts history={query.data} />
        </SectionCard>
      )}
    </>
  );
}

function Chart({ title, children }: { title: string; children: ReactNode }) {
  const styles = useStyles();
  return (
    <div className={styles.chart}>
      <Subtitle2 as="h3" className={styles.title}>
        {title}
      </Subtitle2>
      {children}
    </div>
  );
}

function ServiceCharts({ history: { services } }: { history: SystemHistory }) {
  const styles = useStyles();
  if (services.length === 0)
    return <Text>Not probed in the last 24 hours. Services are probed every five minutes.</Text>;
  return (
    <div className={styles.charts}>
      {inServiceOrder(services).map(({ endpoint, hours }) => {
        const name = serviceLabels[endpoint] ?? endpoint;
        const failed = hours.reduce((sum, one) => sum + one.failed, 0);
        const bars = hours.map((one): ChartBar => ({ name: formatTime(one.hour), value: one.averageResponseTime }));
        return (
          <Chart key={endpoint} title={name}>
            <BarChart label={`Response time of ${name}`} bars={bars} valueName="Average" unit=" ms" />
            <Text size={200}>{failed === 0 ? 'Every probe was answered' : `${failed} probes were not answered`}</Text>
          </Chart>
        );
      })}
    </div>
  );
}

function WorkCharts({ history: { scans, metrics } }: { history: SystemHistory }) {
  const styles = useStyles();
  const hasScans = scans.some(({ completed, failed }) => completed + failed > 0);
  const bars = scans.map(({ day, completed, failed }): ChartBar => ({ name: day, value: completed, bad: failed }));
  return (
    <div className={styles.charts}>
      <Chart title="Scans per day">
        {hasScans ? (
          <BarChart label="Scans per day" bars={bars} valueName="Completed" badName="Failed" />
        ) : (
          <Text>No scans in the last 14 days</Text>
        )}
      </Chart>
      {metrics.map(({ metric, hours }) => (
        <Chart key={metric} title={figureLabels[metric]}>
          {hours.length === 0 ? (
            <Text>Not counted in the last 24 hours</Text>
          ) : (
            <BarChart
              label={figureLabels[metric]}
              bars={hours.map(({ hour, value }): ChartBar => ({ name: formatTime(hour), value }))}
              valueName="Highest"
            />
          )}
        </Chart>
      ))}
    </div>
  );
}
