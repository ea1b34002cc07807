import { makeStyles, Text, tokens } from '@fluentui/react-components';
import type { Credential } from '@tenantry/contract/connections';
import { reconnectPath } from '../../lib/reconnect-path.ts';
import { useShownRows } from '../../lib/use-shown-rows.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ServerLinkButton } from '../../ui/server-link-button.tsx';
import { CredentialBadge, SimulatedBadge } from './connection-badges.tsx';
import { clientIdText, scopesText } from './credential-texts.ts';

const useStyles = makeStyles({
  stack: { display: 'grid', gap: tokens.spacingVerticalXXS, justifyItems: 'start', minWidth: 0 },
  badges: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS },
  quiet: { color: tokens.colorNeutralForeground3 },
});

function Status({ credential }: { credential: Credential }) {
  const styles = useStyles();
  return (
    <span className={styles.stack}>
      <span className={styles.badges}>
        <CredentialBadge status={credential.status} />
        {credential.isMock && <SimulatedBadge />}
      </span>
      {credential.error !== null && (
        <Text size={200} className={styles.quiet}>
          {credential.error}
        </Text>
      )}
    </span>
  );
}

const columns: readonly Column<Credential>[] = [
  {
    id: 'tenant',
    label: 'Tenant',
    cell: ({ tenantName }) => <Text weight="semibold">{tenantName}</Text>,
    width: '19%',
  },
  { id: 'client', label: 'Client ID', cell: (credential) => <Text>{clientIdText(credential)}</Text> },
  { id: 'status', label: 'Status', cell: (credential) => <Status credential={credential} />, width: '22%' },
  { id: 'environment', label: 'Environment', cell: ({ environment }) => <Text>{environment}</Text> },
  {
    id: 'used',
    label: 'Last Used',
    cell: ({ lastUsed, lastAuthenticatedAt }) => <RelativeTime instant={lastUsed ?? lastAuthenticatedAt} />,
  },
  { id: 'scopes', label: 'Scopes', cell: ({ scopes }) => <Text>{scopesText(scopes) || '—'}</Text> },
];

/** What another sign-in of the tenant's administrator repairs. */
const isRepairedByReconnecting = ({ status, isMock }: Credential) =>
  !isMock && ['decryption_failed', 'corrupted', 'reconnect'].includes(status);

/** How each tenant is connected, and what to do where that no longer holds. */
export function CredentialTable({ credentials }: { credentials: readonly Credential[] }) {
  const { shown, query } = useShownRows(credentials);
  return (
    <DataTable
      label="Credentials"
      rows={shown}
      columns={columns}
      rowId={({ id }) => id}
      minWidth="900px"
      rowActions={(credential) =>
        isRepairedByReconnecting(credential) && (
          <ServerLinkButton
            href={reconnectPath(credential.tenantId, credential.userEmail)}
            size="small"
            aria-label={`Reconnect ${credential.tenantName}`}
          >
            Reconnect
          </ServerLinkButton>
        )
      }
      footer={<LoadMore query={query} shown={shown.length} total={credentials.length} />}
    />
  );
}
