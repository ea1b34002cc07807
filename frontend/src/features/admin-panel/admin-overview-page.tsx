import { makeStyles, tokens } from '@fluentui/react-components';
import { AdminPage } from '../../blocks/admin-page.tsx';
import { paths } from '../../lib/paths.ts';
import { type QuickAction, quickActions } from '../../lib/quick-actions.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { AdminActivities } from './admin-activities.tsx';
import { MailFlowHealth } from './mail-flow-health.tsx';
import { OverviewCards } from './overview-cards.tsx';
import { QuickActionButton, QuickActionCard } from './quick-action-buttons.tsx';
import { SystemAlerts } from './system-alerts.tsx';
import { useQuickActions } from './use-quick-actions.ts';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gap: tokens.spacingHorizontalL,
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    alignItems: 'start',
    '@media (max-width: 1023px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
});

/** How all tenants in scope stand, what happened, what is wrong, and what is done most. */
export function AdminOverviewPage() {
  const styles = useStyles();
  const { start, running } = useQuickActions();
  return (
    <AdminPage
      tab="Overview"
      subtitle="All tenants in your scope"
      actions={<LinkButton to={paths.adminSystem}>System Dashboard</LinkButton>}
    >
      <OverviewCards />
      <SystemAlerts />
      <div className={styles.columns}>
        <AdminActivities />
        <QuickActionCard>
          {(Object.keys(quickActions) as QuickAction[]).map((action) => (
            <QuickActionButton key={action} action={action} running={running} onStart={start} />
          ))}
        </QuickActionCard>
      </div>
      <MailFlowHealth />
    </AdminPage>
  );
}
