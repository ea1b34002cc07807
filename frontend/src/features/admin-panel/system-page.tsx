import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { AlertRegular } from '@fluentui/react-icons/svg/alert';
import { HeartPulseRegular } from '@fluentui/react-icons/svg/heart-pulse';
import { PeopleTeamRegular } from '@fluentui/react-icons/svg/people-team';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { AdminPage } from '../../blocks/admin-page.tsx';
import { RecentActivityCard } from '../../blocks/recent-activity-card.tsx';
import { paths } from '../../lib/paths.ts';
import type { QuickAction } from '../../lib/quick-actions.ts';
import { useSeesAllTenants } from '../../lib/session.ts';
import { showToast } from '../../lib/toast.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { Row } from '../../ui/row.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { recentActivityQuery } from './admin-panel-queries.ts';
import { GraphApiCard } from './graph-api-card.tsx';
import { MailFlowHealth } from './mail-flow-health.tsx';
import { QuickActionButton, QuickActionCard } from './quick-action-buttons.tsx';
import { ServicesCard } from './services-card.tsx';
import { SystemAlerts } from './system-alerts.tsx';
import { SystemCounters } from './system-counters.tsx';
import { useQuickActions } from './use-quick-actions.ts';

// Below what is looked at first, and for some administrators alone.
const SystemCharts = onDemand(
  async () => (await import('./system-charts.tsx')).SystemCharts,
  <SkeletonRows label="Loading the charts" />,
);

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gap: tokens.spacingHorizontalL,
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    alignItems: 'start',
    '@media (max-width: 1023px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
});

/** Specification, section 9. */
const activitiesShown = 10;

/** The installation at a glance: what there is, what happened, whether it works, and what is done most. */
export function SystemPage() {
  const styles = useStyles();
  const seesAllTenants = useSeesAllTenants();
  const activity = useQuery(recentActivityQuery());
  return (
    <AdminPage
      tab="System Dashboard"
      subtitle="Counters, alerts and health of this installation"
      actions={<LinkButton to={paths.adminAudits}>View audits</LinkButton>}
    >
      <SystemCounters />
      <SystemAlerts />
      {seesAllTenants && (
        <>
          <ServicesCard />
          <SystemCharts />
        </>
      )}
      <div className={styles.columns}>
        <RecentActivityCard query={activity} firstShown={activitiesShown} isOfSeveral />
        <Actions />
      </div>
      {seesAllTenants && <GraphApiCard />}
      <MailFlowHealth />
      <SectionCard title="Assessment" subtitle="Work for one tenant">
        <Row gap="S">
          <LinkButton to={paths.dashboard} appearance="primary">
            Start Assessment
          </LinkButton>
          <LinkButton to={paths.selectTenant}>Choose Organization</LinkButton>
        </Row>
      </SectionCard>
    </AdminPage>
  );
}

function Actions() {
  const { start, running } = useQuickActions();
  const client = useQueryClient();
  const { submit: refresh, pending } = useSubmit(async () => {
    // What is over all tenants is what this page shows.
    await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === null });
    showToast({ title: 'System health refreshed', intent: 'success' });
  });
  const button = (action: QuickAction) => <QuickActionButton action={action} running={running} onStart={start} />;
  return (
    <QuickActionCard>
      {button('generate-report')}
      <LinkButton to={paths.adminUsers} icon={<PeopleTeamRegular />}>
        Manage Users
      </LinkButton>
      {button('scan-internal')}
      {button('mark-checklist-complete')}
      <Button icon={<HeartPulseRegular />} onClick={() => void refresh()} disabledFocusable={pending}>
        {pending ? 'Refreshing…' : 'System Health'}
      </Button>
      <Button icon={<AlertRegular />} onClick={() => start('configure-alerts')}>
        Configure Alerts
      </Button>
    </QuickActionCard>
  );
}
