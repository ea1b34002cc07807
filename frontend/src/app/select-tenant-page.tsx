import { Avatar, Badge, Button, Card, makeStyles, Text, tokens } from '@fluentui/react-components';
import type { Role } from '@tenantry/contract/auth';
import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { isQuickAction, quickActions } from '../lib/quick-actions.ts';
import { reloadTenants, signOut, useSignedIn } from '../lib/session.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { Hint } from '../ui/muted.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { TenantChooser } from './tenant-chooser.tsx';

const useStyles = makeStyles({
  root: {
    minHeight: '100vh',
    boxSizing: 'border-box',
    display: 'grid',
    placeItems: 'center',
    padding: tokens.spacingHorizontalL,
  },
  card: {
    boxSizing: 'border-box',
    width: '100%',
    maxWidth: '520px',
    padding: tokens.spacingHorizontalXXL,
    gap: tokens.spacingVerticalL,
  },
  who: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
  names: { display: 'grid', flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
});

const roleNames: Record<Role, string> = { admin: 'Administrator', technician: 'Technician', viewer: 'Viewer' };

const reasons: Record<string, string> = {
  'tenant-required': 'The page you opened needs a tenant. Please select one to continue.',
  'tenant-expired': 'Your selected tenant is no longer valid. Please select one again.',
};

/** Of an action only ours is named: a stranger's text under our name misleads. */
function reasonText(message: string | null, action: string | null): string | undefined {
  if (message === 'tenant-required' && action !== null && isQuickAction(action))
    return `${quickActions[action]} needs a tenant. It starts as soon as you select one.`;
  return reasons[message ?? ''];
}

/** Chooses the tenant to work for. */
export function SelectTenantPage() {
  const styles = useStyles();
  const { user, tenants, tenantsError, tenant } = useSignedIn();
  const [search] = useSearchParams();
  const [isContinuing, setContinuing] = useState(false);
  const action = user.role === 'admin' ? search.get('action') : null;
  const reason = reasonText(search.get('message'), action);
  if (tenant !== null && !isContinuing && action === null) {
    return <Navigate to={user.role === 'admin' ? paths.overview : paths.dashboard} replace />;
  }
  return (
    <main className={styles.root}>
      <Card className={styles.card}>
        <PageTitle title="Select Tenant" />
        {reason !== undefined && <Notice intent="info">{reason}</Notice>}
        <Who />
        {tenantsError !== null && (
          <ErrorPanel title="Tenants could not be loaded" error={tenantsError} onRetry={() => void reloadTenants()} />
        )}
        {tenantsError === null && tenants.length === 0 && (
          <EmptyState
            headingLevel="h2"
            title="No organizations available"
            body="No tenant has been assigned to you. An administrator can do that for you."
          />
        )}
        {tenants.length > 0 && <TenantChooser action={action} onContinue={() => setContinuing(true)} />}
        <Button appearance="subtle" onClick={() => void signOut()}>
          Log out
        </Button>
      </Card>
    </main>
  );
}

function Who() {
  const styles = useStyles();
  const { user } = useSignedIn();
  return (
    <div className={styles.who}>
      <Avatar name={user.name} size={40} aria-hidden />
      <div className={styles.names}>
        <Text weight="semibold">{user.name}</Text>
        <Hint>{user.email ?? user.username}</Hint>
      </div>
      <Badge appearance="tint" color="brand">
        {roleNames[user.role]}
      </Badge>
    </div>
  );
}
