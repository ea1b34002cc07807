import {
  Avatar,
  Badge,
  Button,
  Card,
  Combobox,
  Field,
  makeStyles,
  Option,
  Text,
  tokens,
} from '@fluentui/react-components';
import type { Role } from '@tenantry/contract/auth';
import type { Tenant } from '@tenantry/contract/tenants';
import { useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { reloadTenants, selectTenant, signOut, useSignedIn } from '../../lib/session.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

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
  quiet: { color: tokens.colorNeutralForeground3 },
  actions: { display: 'grid', gap: tokens.spacingVerticalS },
});

const roleNames: Record<Role, string> = { admin: 'Administrator', technician: 'Technician', viewer: 'Viewer' };

const reasons: Record<string, string> = {
  'tenant-required': 'The page that you opened belongs to an organization. Please select one to continue.',
  'tenant-expired': 'Your selection of an organization is no longer valid. Please select one again.',
};

/** Chooses the organization to work for. */
export function SelectTenantPage() {
  const styles = useStyles();
  const { user, tenants, tenantsError, tenant } = useSignedIn();
  const [search] = useSearchParams();
  const [isContinuing, setContinuing] = useState(false);
  const reason = reasons[search.get('message') ?? ''];
  if (tenant !== null && !isContinuing) {
    return <Navigate to={user.role === 'admin' ? paths.overview : paths.dashboard} replace />;
  }
  return (
    <main className={styles.root}>
      <Card className={styles.card}>
        <PageTitle title="Select Organization" />
        {reason !== undefined && <Notice intent="info">{reason}</Notice>}
        <Who />
        {tenantsError !== null && (
          <ErrorPanel
            title="Organizations could not be loaded"
            error={tenantsError}
            onRetry={() => void reloadTenants()}
          />
        )}
        {tenantsError === null && tenants.length === 0 && (
          <EmptyState
            headingLevel="h2"
            title="No organizations available"
            body="No organization has been assigned to you. An administrator can do that for you."
          />
        )}
        {tenants.length > 0 && <Chooser onContinue={() => setContinuing(true)} />}
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
        <Text size={200} className={styles.quiet}>
          {user.email ?? user.username}
        </Text>
      </div>
      <Badge appearance="tint" color="brand">
        {roleNames[user.role]}
      </Badge>
    </div>
  );
}

/** How many organizations the list shows; others are found by typing. */
const maxListed = 50;
const labelOf = (tenant: Tenant) => `${tenant.displayName} (${tenant.domain})`;

function Chooser({ onContinue }: { onContinue: () => void }) {
  const styles = useStyles();
  const navigate = useNavigate();
  const { user, tenants } = useSignedIn();
  const [chosen, setChosen] = useState<Tenant | null>(null);
  const goOn = () => {
    if (chosen === null) return;
    // The page must not answer the selection with its own redirect before ours.
    onContinue();
    if (!selectTenant(chosen.id)) return;
    navigate(user.role === 'admin' && tenants.length > 1 ? paths.overview : paths.dashboard);
  };
  return (
    <div className={styles.actions}>
      <TenantCombobox onChoose={setChosen} />
      <Text size={200} className={styles.quiet} role="status">
        {chosen === null ? '' : `You will access security audit data for ${chosen.displayName}`}
      </Text>
      <Button appearance="primary" size="large" disabled={chosen === null} onClick={goOn}>
        Continue to Dashboard
      </Button>
    </div>
  );
}

function TenantCombobox({ onChoose }: { onChoose: (tenant: Tenant | null) => void }) {
  const { tenants } = useSignedIn();
  const [typed, setTyped] = useState('');
  const [isSearching, setSearching] = useState(false);
  const wanted = isSearching ? typed.trim().toLowerCase() : '';
  const matching = tenants.filter((tenant) => labelOf(tenant).toLowerCase().includes(wanted));
  const shown = matching.slice(0, maxListed);
  return (
    <Field
      label="Organization"
      hint={
        matching.length > shown.length
          ? `${shown.length} of ${matching.length} are listed. Type to find the others.`
          : undefined
      }
    >
      <Combobox
        placeholder="Select an organization"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setSearching(true);
          onChoose(null);
        }}
        onOptionSelect={(_, data) => {
          setTyped(data.optionText ?? '');
          setSearching(false);
          onChoose(tenants.find((tenant) => tenant.id === data.optionValue) ?? null);
        }}
      >
        {shown.map((tenant) => (
          <Option key={tenant.id} value={tenant.id} text={labelOf(tenant)}>
            {labelOf(tenant)}
          </Option>
        ))}
        {shown.length === 0 && (
          <Option disabled text="">
            No organization matches
          </Option>
        )}
      </Combobox>
    </Field>
  );
}
