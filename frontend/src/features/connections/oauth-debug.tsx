import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { ErrorCircleFilled } from '@fluentui/react-icons/svg/error-circle';
import { SubtractCircleFilled } from '@fluentui/react-icons/svg/subtract-circle';
import { useQuery } from '@tanstack/react-query';
import type { AdminTenant } from '@tenantry/contract/connections';
import type { OAuthDebug } from '@tenantry/contract/graph-tools';
import type { ComponentProps, ReactNode } from 'react';
import type * as z from 'zod/mini';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { formatDateTime } from '../../lib/format.ts';
import { QueryState } from '../../ui/query-state.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TabPanels } from '../../ui/tab-panels.tsx';
import { oauthDebugQuery } from './oauth-debug-query.ts';

type Debug = z.infer<typeof OAuthDebug>;
type Step = 'Token Exchange' | 'Graph Scan' | 'Credential DB Record';
type Fact = readonly [term: string, value: ReactNode];

const statusBadges: Record<Debug['graphScan']['status'], ComponentProps<typeof StatusBadge>> = {
  success: { label: 'Success', color: 'success', icon: <CheckmarkCircleFilled /> },
  failed: { label: 'Failed', color: 'danger', icon: <ErrorCircleFilled /> },
  none: { label: 'None', color: 'informative', icon: <SubtractCircleFilled /> },
};

const useStyles = makeStyles({
  root: { padding: `${tokens.spacingVerticalS} 0`, display: 'grid', gap: tokens.spacingVerticalM, minWidth: 0 },
  facts: {
    display: 'grid',
    gridTemplateColumns: 'max-content minmax(0, 1fr)',
    gap: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL}`,
    alignItems: 'center',
    margin: 0,
    '@media (max-width: 639px)': { gridTemplateColumns: 'minmax(0, 1fr)', rowGap: tokens.spacingVerticalXXS },
  },
  term: { color: tokens.colorNeutralForeground3 },
  value: {
    margin: 0,
    overflowWrap: 'anywhere',
    '@media (max-width: 639px)': { marginBottom: tokens.spacingVerticalS },
  },
});

/** How the last connection of a tenant went, step by step. */
export function OAuthDebugPanel({ tenant, id }: { tenant: AdminTenant; id: string }) {
  const styles = useStyles();
  const query = useQuery(oauthDebugQuery(tenant.id));
  return (
    <section id={id} className={styles.root} aria-label={`OAuth debug of ${tenant.orgName}`}>
      <QueryState
        query={{ ...query, error: query.error && diagnosticsError(query.error) }}
        loadingLabel="Loading OAuth diagnostics"
        isEmpty={isEmpty}
        empty={<Text>No OAuth diagnostic data available for this tenant.</Text>}
      >
        {(debug) => <Steps debug={debug} />}
      </QueryState>
    </section>
  );
}

function diagnosticsError(error: unknown): Error {
  const text = `Failed to load OAuth diagnostics: ${messageOf(error)}`;
  return error instanceof ApiError ? new ApiError(text, error) : new Error(text);
}

const isEmpty = ({ tokenExchange, graphScan, credentialRecord }: Debug) =>
  tokenExchange.status === 'none' && graphScan.status === 'none' && !credentialRecord.exists;

function Steps({ debug }: { debug: Debug }) {
  const styles = useStyles();
  const facts = factsOf(debug);
  return (
    <TabPanels label="Steps of the connection" names={['Token Exchange', 'Graph Scan', 'Credential DB Record']}>
      {(tab) => (
        <dl className={styles.facts}>
          {facts[tab].map(([term, value]) => (
            <FactRow key={term} term={term} value={value} />
          ))}
        </dl>
      )}
    </TabPanels>
  );
}

function FactRow({ term, value }: { term: string; value: ReactNode }) {
  const styles = useStyles();
  return (
    <>
      <dt className={styles.term}>{term}</dt>
      <dd className={styles.value}>{value ?? '—'}</dd>
    </>
  );
}

const time = (instant: string | null) =>
  instant === null ? null : <time dateTime={instant}>{formatDateTime(instant)}</time>;
const yesNo = (value: boolean) => (value ? 'Yes' : 'No');

function factsOf({ tokenExchange, graphScan, credentialRecord }: Debug): Record<Step, readonly Fact[]> {
  return {
    'Token Exchange': [
      ['Status', <StatusBadge key="status" {...statusBadges[tokenExchange.status]} />],
      ['Timestamp', time(tokenExchange.timestamp)],
      ['User email', tokenExchange.userEmail],
      ['Token preview (encrypted)', tokenExchange.tokenPreview],
      ['Error', tokenExchange.error],
    ],
    'Graph Scan': [
      ['Status', <StatusBadge key="status" {...statusBadges[graphScan.status]} />],
      ['Timestamp', time(graphScan.timestamp)],
      ['Scan status', graphScan.scanStatus],
      ['Answer', graphScan.profileResponse],
      ['Error', graphScan.error],
    ],
    'Credential DB Record': [
      ['Exists', yesNo(credentialRecord.exists)],
      ['Last updated', time(credentialRecord.lastUpdated)],
      ['Client ID', credentialRecord.clientIdPreview],
      ['Access token', yesNo(credentialRecord.hasAccessToken)],
      ['Refresh token', yesNo(credentialRecord.hasRefreshToken)],
      ['Token expires', time(credentialRecord.tokenExpiresAt)],
    ],
  };
}
