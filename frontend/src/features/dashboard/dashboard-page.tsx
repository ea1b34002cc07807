import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { RecentActivityCard } from '../../blocks/recent-activity-card.tsx';
import { useHasRole, useSelectedTenant } from '../../lib/session.ts';
import { PageShell } from '../../ui/page-shell.tsx';
import { AssessmentCard } from './assessment-card.tsx';
import { AuditScoreCard } from './audit-score-card.tsx';
import { ConnectionIndicator } from './connection-indicator.tsx';
import { activitiesQuery } from './dashboard-queries.ts';
import { FreshnessCards } from './freshness-cards.tsx';
import { MailFlowCard } from './mail-flow-card.tsx';
import { PolicyScanCard } from './policy-scan-card.tsx';
import { QuickActions } from './quick-actions.tsx';
import { ReadinessCard } from './readiness-card.tsx';
import { RiskIndicatorsCard } from './risk-indicators-card.tsx';
import { SecureScoreCard } from './secure-score-card.tsx';

const useStyles = makeStyles({
  adminRow: {
    display: 'grid',
    gap: tokens.spacingHorizontalL,
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 2fr)',
    '@media (max-width: 1199px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  columns: {
    display: 'grid',
    gap: tokens.spacingHorizontalL,
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    alignItems: 'stretch',
    '@media (max-width: 1199px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  cell: { display: 'grid', minWidth: 0 },
  wide: { gridColumn: '1 / -1' },
});

/** The selected organization at a glance. */
export function DashboardPage() {
  const tenant = useSelectedTenant();
  const styles = useStyles();
  const isAdmin = useHasRole('admin');
  const isTechnician = useHasRole('technician');
  const activity = <RecentActivityCard query={useQuery(activitiesQuery(tenant.id))} firstShown={8} />;
  return (
    <PageShell
      title="System Health Dashboard"
      subtitle={tenant.domain}
      actions={<ConnectionIndicator tenantId={tenant.id} />}
    >
      <FreshnessCards tenantId={tenant.id} />
      {isAdmin && (
        <div className={styles.adminRow}>
          <QuickActions tenant={tenant} />
          <PolicyScanCard tenantId={tenant.id} />
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
      {isAdmin && <ReadinessCard tenantId={tenant.id} />}
      {isTechnician && <MailFlowCard />}
      {isTechnician && <AssessmentCard tenant={tenant} />}
      {isTechnician && activity}
    </PageShell>
  );
}
