import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { WarningFilled } from '@fluentui/react-icons/svg/warning';
import { useQuery } from '@tanstack/react-query';
import { type ConfigStatus, getConfigStatus } from '@tenantry/contract/config-status';
import type { ReactNode } from 'react';
import { AdminPage } from '../../blocks/admin-page.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { callQuery } from '../../lib/call-query.ts';
import { paths } from '../../lib/paths.ts';
import { queryKey } from '../../lib/query-client.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { type Fact, FactList } from '../../ui/facts.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TextLink } from '../../ui/text-link.tsx';

const useStyles = makeStyles({
  cards: {
    display: 'grid',
    gap: tokens.spacingHorizontalL,
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 420px), 1fr))',
    alignItems: 'start',
  },
  code: { fontFamily: tokens.fontFamilyMonospace, overflowWrap: 'anywhere' },
});

// Each opening asks anew.
const configStatusQuery = () =>
  callQuery(queryKey('config-status', null), getConfigStatus, { tenantId: null, staleTime: 0, gcTime: 0 });

/** A visitor who is not signed in as an administrator is told to (specification, sections 6 and 8). */
export function configErrorOf(error: unknown): unknown {
  const isUnauthorized =
    error instanceof ApiError && (error.status === 401 || error.message.toLowerCase().includes('unauthorized'));
  return isUnauthorized ? new Error('Please log in as an administrator to view the configuration status.') : error;
}

/** How this installation is configured. */
export function ConfigStatusPage() {
  const query = useQuery(configStatusQuery());
  return (
    <AdminPage tab="Configuration Status" subtitle="How this installation is configured, checked when the page opens">
      {query.isError ? (
        <ErrorPanel
          title="The configuration status could not be loaded"
          error={configErrorOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <QueryState query={query} loadingLabel="Loading the configuration status">
          {(status) => <Parts status={status} />}
        </QueryState>
      )}
    </AdminPage>
  );
}

function Parts({ status }: { status: ConfigStatus }) {
  const styles = useStyles();
  const { environment, database, session, encryption, microsoft365, partnerCenter } = status;
  return (
    <div className={styles.cards}>
      <SectionCard title="Environment">
        <Text>{environment === 'production' ? 'Production' : 'Development (this machine)'}</Text>
      </SectionCard>
      <Part
        title="Database"
        isGood={database.connected}
        labels={['Connected', 'Not connected']}
        problem={database.problem}
        facts={[['Host', database.host]]}
      />
      <Part title="Session" isGood={session.configured} problem={session.problem} facts={[['Store', session.store]]} />
      <Part
        title="Encryption"
        isGood={encryption.configured}
        problem={encryption.problem}
        facts={[['Key length', encryption.keyLength === null ? '—' : `${encryption.keyLength} bits`]]}
      />
      <Microsoft365 settings={microsoft365} />
      <Part
        title="Partner Center"
        isGood={partnerCenter.configured}
        problem={partnerCenter.problem}
        facts={[
          [
            'Scopes',
            <span key="scopes" className={styles.code}>
              {partnerCenter.scopes.join(', ')}
            </span>,
          ],
        ]}
      />
    </div>
  );
}

function Microsoft365({ settings }: { settings: ConfigStatus['microsoft365'] }) {
  const styles = useStyles();
  const { clientId, clientSecret, redirectUri, tenantId, problem } = settings;
  const shown = ({ configured, value }: { configured: boolean; value: string | null }): ReactNode => {
    if (value === null) return configured ? 'Configured' : 'Not configured';
    return <span className={styles.code}>{value}</span>;
  };
  return (
    <Part
      title="Microsoft 365"
      isGood={clientId.configured && clientSecret.configured && tenantId.configured}
      problem={problem}
      facts={[
        ['Client ID', shown(clientId)],
        ['Client secret or certificate', shown(clientSecret)],
        ['Redirect URI', shown(redirectUri)],
        ['Tenant ID', shown(tenantId)],
      ]}
    >
      <Text>
        Change it on <TextLink to={paths.adminGraphSettings}>Graph API Settings</TextLink>.
      </Text>
    </Part>
  );
}

type PartProps = {
  title: string;
  isGood: boolean;
  labels?: readonly [good: string, bad: string];
  problem: string | null;
  facts: readonly Fact[];
  children?: ReactNode;
};

function Part({ title, isGood, labels = ['Configured', 'Not configured'], problem, facts, children }: PartProps) {
  return (
    <SectionCard
      title={title}
      actions={
        isGood ? (
          <StatusBadge label={labels[0]} color="success" icon={<CheckmarkCircleFilled />} />
        ) : (
          <StatusBadge label={labels[1]} color="warning" icon={<WarningFilled />} />
        )
      }
    >
      <FactList facts={facts} />
      {problem !== null && <Text>{problem}</Text>}
      {children}
    </SectionCard>
  );
}
