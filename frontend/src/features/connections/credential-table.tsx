import { makeStyles, Text, tokens } from '@fluentui/react-components';
import type { Credential } from '@tenantry/contract/connections';
import { TroubleFacts } from '../../blocks/trouble-facts.tsx';
import { useOpened } from '../../lib/use-opened.ts';
import { useShownRows } from '../../lib/use-shown-rows.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Hint } from '../../ui/muted.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { PagedRows } from '../../ui/paged-rows.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Row } from '../../ui/row.tsx';
import { CredentialBadge, SimulatedBadge } from './connection-badges.tsx';
import { CredentialActions } from './credential-actions.tsx';
import { clientIdText, scopesText } from './credential-texts.ts';
import { type ShownTest, useConnectionTest } from './use-connection-test.ts';

// Loaded when it is first opened.
const GraphCredentialsDialog = onDemand(
  async () => (await import('../../blocks/graph-credentials-dialog.tsx')).GraphCredentialsDialog,
);

const useStyles = makeStyles({
  stack: { display: 'grid', gap: tokens.spacingVerticalXXS, justifyItems: 'start', minWidth: 0 },
});

function Status({ credential, test }: { credential: Credential; test: ShownTest | null }) {
  const styles = useStyles();
  return (
    <span className={styles.stack}>
      <Row as="span" gap="XS">
        <CredentialBadge status={credential.status} />
        {credential.isMock && <SimulatedBadge />}
      </Row>
      {credential.trouble && <TroubleFacts trouble={credential.trouble} lastAuditDate={credential.lastAuditDate} />}
      {credential.error !== null && credential.error !== credential.trouble?.reason && <Hint>{credential.error}</Hint>}
      {credential.goesLive && <Hint>Going live: its simulated results are being deleted.</Hint>}
      {test !== null && (
        <Hint>
          Last test (<RelativeTime instant={test.at} />
          ): {test.message}
        </Hint>
      )}
    </span>
  );
}

const columns = (shownTest: (credential: Credential) => ShownTest | null): readonly Column<Credential>[] => [
  {
    id: 'tenant',
    label: 'Tenant',
    cell: ({ tenantName }) => <Text weight="semibold">{tenantName}</Text>,
    width: '16%',
  },
  { id: 'client', label: 'Client ID', cell: (credential) => <Text>{clientIdText(credential)}</Text>, width: '92px' },
  {
    id: 'status',
    label: 'Status',
    cell: (credential) => <Status credential={credential} test={shownTest(credential)} />,
    width: '17%',
  },
  { id: 'environment', label: 'Environment', cell: ({ environment }) => <Text>{environment}</Text>, width: '84px' },
  {
    id: 'used',
    label: 'Last Used',
    cell: ({ lastUsed, lastAuthenticatedAt }) => <RelativeTime instant={lastUsed ?? lastAuthenticatedAt} />,
    width: '84px',
  },
  { id: 'scopes', label: 'Scopes', cell: ({ scopes }) => <Text>{scopesText(scopes) || '—'}</Text> },
];

/** How each tenant is connected, and what to do where that no longer holds. */
export function CredentialTable({ credentials }: { credentials: readonly Credential[] }) {
  const { shown, query } = useShownRows(credentials);
  const { test, shownTest } = useConnectionTest();
  const { opened, open, close } = useOpened<Credential>();
  return (
    <>
      <PagedRows query={query} shown={shown.length} total={credentials.length}>
        <DataTable
          label="Credentials"
          rows={shown}
          columns={columns(shownTest)}
          rowId={({ id }) => id}
          minWidth="920px"
          actionsWidth="180px"
          rowActions={(credential) => <CredentialActions credential={credential} onTest={test} onEdit={open} />}
        />
      </PagedRows>
      {opened && <GraphCredentialsDialog tenantId={opened.tenantId} onClose={close} />}
    </>
  );
}
