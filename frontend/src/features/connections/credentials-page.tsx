import { Button } from '@fluentui/react-components';
import { ArrowSyncRegular } from '@fluentui/react-icons/svg/arrow-sync';
import { KeyRegular } from '@fluentui/react-icons/svg/key';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Credential } from '@tenantry/contract/connections';
import { returnProblemText } from '@tenantry/contract/return-problems';
import { ComingSoonBadge } from '../../blocks/coming-soon-badge.tsx';
import { httpErrorTitle, messageOf } from '../../lib/api-error.ts';
import { formatNumber } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { plainText } from '../../lib/plain-text.ts';
import { useSeesAllTenants } from '../../lib/session.ts';
import { showToast } from '../../lib/toast.ts';
import { useReturnNotice } from '../../lib/use-return-notice.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageShell } from '../../ui/page-shell.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { StatCard, StatGrid } from '../../ui/stat-card.tsx';
import { credentialsQuery } from './connection-queries.ts';
import { CorruptedNotice, EndingSecretsNotice, InstallationSecretNotice } from './credential-notices.tsx';
import { CredentialTable } from './credential-table.tsx';
import { modeText } from './credential-texts.ts';

/** How each tenant in scope is connected to Microsoft Graph. */
export function CredentialsPage() {
  useReturnNotice(['success', 'message', 'error'], tellReturn);
  const query = useQuery(credentialsQuery());
  const refresh = useRefresh(query.refetch);
  return (
    <PageShell
      title="Credential Status"
      subtitle="How each tenant is connected to Microsoft Graph"
      actions={
        <Button icon={<ArrowSyncRegular />} onClick={() => void refresh()} disabledFocusable={query.isFetching}>
          Refresh
        </Button>
      }
    >
      <ComingSoonBadge error={query.error} what="credential status" />
      <QueryState query={query} loadingLabel="Loading credentials" errorTitle={httpErrorTitle(query.error)}>
        {({ credentials, corruptedCount, installationSecretExpiresAt, installationHasCertificate }) => (
          <>
            <CorruptedNotice count={corruptedCount} />
            <InstallationSecretNotice
              expiresAt={installationSecretExpiresAt}
              hasCertificate={installationHasCertificate}
            />
            <EndingSecretsNotice credentials={credentials} />
            <Figures credentials={credentials} />
            <SectionCard title="Credentials">
              {credentials.length === 0 ? <NoCredentials /> : <CredentialTable credentials={credentials} />}
            </SectionCard>
          </>
        )}
      </QueryState>
    </PageShell>
  );
}

function tellReturn(returned: URLSearchParams): void {
  const error = returned.get('error');
  if (error !== null) {
    const body = returnProblemText(error) ?? 'The tenant is not connected. Try again.';
    showToast({ title: 'Connection Failed', body, intent: 'error' });
  } else if (returned.get('success') === 'true') {
    const body = plainText(returned.get('message')) ?? 'The tenant is connected.';
    showToast({ title: 'Microsoft 365 Connected', body, intent: 'success' });
  }
}

/** Asks again, for the banner above the page too, and says how that went. */
function useRefresh(refetch: () => Promise<{ isError: boolean; error: unknown }>) {
  const client = useQueryClient();
  return async () => {
    void client.invalidateQueries({ queryKey: ['auth-status'] });
    const { isError, error } = await refetch();
    showToast(
      isError
        ? { title: 'Refresh Failed', body: messageOf(error), intent: 'error' }
        : { title: 'Status Updated', body: 'The credential status is up to date.', intent: 'success' },
    );
  };
}

function Figures({ credentials }: { credentials: readonly Credential[] }) {
  const count = (...statuses: Credential['status'][]) =>
    credentials.filter(({ status }) => statuses.includes(status)).length;
  const expiring = count('expiring');
  const broken = credentials.filter(({ trouble }) => trouble !== null).length;
  const simulated = credentials.filter(({ isMock }) => isMock).length;
  return (
    <StatGrid label="Credentials in figures">
      <StatCard
        label="Active"
        value={formatNumber(count('active', 'expiring'))}
        hint={expiring > 0 ? `${formatNumber(expiring)} expiring soon` : undefined}
      />
      <StatCard label="Expired" value={formatNumber(count('expired'))} />
      <StatCard
        label="Failing"
        value={formatNumber(broken)}
        hint={broken > 0 ? 'Scans fail, or the connection is lost' : undefined}
      />
      <StatCard
        label="Total Tenants"
        value={formatNumber(credentials.length)}
        hint={simulated > 0 ? `${formatNumber(simulated)} simulated` : undefined}
      />
      <StatCard label="Mode" value={modeText(credentials)} isText />
    </StatGrid>
  );
}

function NoCredentials() {
  return (
    <EmptyState
      icon={<KeyRegular />}
      title="No credentials configured yet"
      body="Credentials appear once the first tenant is connected."
      actions={useSeesAllTenants() && <LinkButton to={paths.adminOnboard}>Connect M365 Tenant</LinkButton>}
    />
  );
}
