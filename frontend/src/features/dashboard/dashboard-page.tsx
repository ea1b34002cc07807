import { makeStyles, mergeClasses, Skeleton, SkeletonItem, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { Tenant } from '@tenantry/contract/tenants';
import { lazy, Suspense } from 'react';
import { TenantIncidents } from '../../blocks/incidents-notice.tsx';
import { latestAuditQuery } from '../../blocks/latest-audit-query.ts';
import { RecentActivityCard } from '../../blocks/recent-activity-card.tsx';
import { useHasRole, useSelectedTenant } from '../../lib/session.ts';
import { PageShell } from '../../ui/page-shell.tsx';
import { AssessmentCard } from './assessment-card.tsx';
import { AuditScoreCard } from './audit-score-card.tsx';
import { BaselinesCard } from './baselines-card.tsx';
import { ConnectionIndicator } from './connection-indicator.tsx';
import { activitiesQuery } from './dashboard-queries.ts';
import { FirstThingsCard } from './first-things-card.tsx';
import { FreshnessCards } from './freshness-cards.tsx';
import { GraphStatusCard } from './graph-status-card.tsx';
import { MailFlowCard } from './mail-flow-card.tsx';
import { QuickActions } from './quick-actions.tsx';
import { RiskIndicatorsCard } from './risk-indicators-card.tsx';
import { SecureScoreCard } from './secure-score-card.tsx';
import { UnscannedDashboard } from './unscanned-dashboard.tsx';

const ReadinessCard = lazy(async () => ({ default: (await import('./admin-cards.ts')).ReadinessCard }));
const PolicyScanCard = lazy(async () => ({ default: (await import('./admin-cards.ts')).PolicyScanCard }));

const useStyles = makeStyles({
  unequal: {
    display: 'grid',
    gap: tokens.spacingHorizontalL,
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 2fr)',
    '@media (max-width: 1199px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  columns: {
    display: 'grid',
    // Rows as far apart as the sections of the page.
    gap: `${tokens.spacingVerticalXXL} ${tokens.spacingHorizontalL}`,
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    alignItems: 'stretch',
    '@media (max-width: 1199px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  cell: { display: 'grid', minWidth: 0 },
  wide: { gridColumn: '1 / -1' },
  // As high as the cards while they load their data: what is below them stays where it is.
  policyScan: { height: '244px', '@media (max-width: 639px)': { height: '456px' } },
  readiness: { height: '262px', '@media (max-width: 839px)': { height: '442px' } },
});

/** In the place of a card whose code is on its way. */
function LoadingCard({ label, className }: { label: string; className: string }) {
  return (
    <Skeleton aria-label={label}>
      <SkeletonItem className={className} />
    </Skeleton>
  );
}

/** The selected tenant at a glance; before its first audit, the way to it. */
export function DashboardPage() {
  const tenant = useSelectedTenant();
  const { data: audit } = useQuery(latestAuditQuery(tenant.id));
  const hasNoAudit = audit !== undefined && (audit.isSample || audit.categories === null);
  return (
    <PageShell
      title="System Health Dashboard"
      subtitle={tenant.domain}
      actions={<ConnectionIndicator tenantId={tenant.id} />}
    >
      {hasNoAudit ? (
        <UnscannedDashboard tenant={tenant} reason={audit.isSample ? null : audit.reason} />
      ) : (
        <Cards tenant={tenant} />
      )}
    </PageShell>
  );
}

function Cards({ tenant }: { tenant: Tenant }) {
  const styles = useStyles();
  const isAdmin = useHasRole('admin');
  const isTechnician = useHasRole('technician');
  const activity = <RecentActivityCard query={useQuery(activitiesQuery(tenant.id))} firstShown={8} />;
  return (
    <>
      <TenantIncidents tenantId={tenant.id} />
      <FreshnessCards tenantId={tenant.id} />
      <FirstThingsCard tenantId={tenant.id} />
      <BaselinesCard tenantId={tenant.id} />
      {isAdmin && (
        <div className={styles.unequal}>
          <QuickActions tenant={tenant} />
          <Suspense fallback={<LoadingCard label="Loading the policy scan" className={styles.policyScan} />}>
            <PolicyScanCard tenantId={tenant.id} />
          </Suspense>
        </div>
      )}
      <div className={styles.columns}>
        <AuditScoreCard tenantId={tenant.id} />
        <SecureScoreCard tenantId={tenant.id} />
        <div className={mergeClasses(styles.cell, isTechnician && styles.wide)}>
          <RiskIndicatorsCard tenantId={tenant.id} />
        </div>
        {!isTechnician && activity}
      </div>
      {isAdmin && (
        <Suspense fallback={<LoadingCard label="Loading project readiness" className={styles.readiness} />}>
          <ReadinessCard tenantId={tenant.id} />
        </Suspense>
      )}
      {isTechnician && (
        <div className={styles.unequal}>
          <GraphStatusCard tenant={tenant} />
          <MailFlowCard />
        </div>
      )}
      {isTechnician && <AssessmentCard tenant={tenant} />}
      {isTechnician && activity}
    </>
  );
}
