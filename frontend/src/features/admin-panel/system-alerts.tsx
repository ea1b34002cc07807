import { Text } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { authStatusQuery } from '../../blocks/auth-status-query.ts';
import { useSeesAllTenants } from '../../lib/session.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { adminStatsQuery, servicesQuery, tenantTotalsQuery } from './admin-panel-queries.ts';
import { type Alert, alertsOf } from './alerts.ts';

/** What an administrator has to know now. Where a part of it could not be asked for, nothing is said to be clear. */
export function SystemAlerts() {
  const seesAllTenants = useSeesAllTenants();
  const totals = useQuery(tenantTotalsQuery());
  const stats = useQuery(adminStatsQuery());
  const status = useQuery(authStatusQuery(null));
  const services = useQuery({ ...servicesQuery(), enabled: seesAllTenants });
  const asked = seesAllTenants ? [totals, stats, status, services] : [totals, stats, status];
  const failed = asked.find(({ isError }) => isError);
  const isKnown = totals.data && stats.data && status.data && (!seesAllTenants || services.data);
  return (
    <SectionCard title="System Alerts">
      {failed !== undefined && (
        <ErrorPanel
          title="The alerts could not be determined"
          error={failed.error}
          onRetry={() => void Promise.all(asked.map(({ refetch }) => refetch()))}
        />
      )}
      {failed === undefined && !isKnown && <SkeletonRows rows={2} size={32} label="Loading the alerts" />}
      {failed === undefined && totals.data && stats.data && status.data && isKnown && (
        <AlertList
          alerts={alertsOf({
            totals: totals.data,
            pendingApprovals: stats.data.pendingApprovals,
            status: status.data,
            checks: services.data?.checks ?? null,
          })}
        />
      )}
    </SectionCard>
  );
}

function AlertList({ alerts }: { alerts: readonly Alert[] }) {
  if (alerts.length === 0) return <Text>No alerts</Text>;
  return (
    <PlainList gap="M">
      {alerts.map(({ id, intent, title, text, link }) => (
        <li key={id}>
          <Notice
            intent={intent}
            title={title}
            politeness="polite"
            actions={
              link && (
                <LinkButton to={link.to} size="small">
                  {link.label}
                </LinkButton>
              )
            }
          >
            {text}
          </Notice>
        </li>
      ))}
    </PlainList>
  );
}
