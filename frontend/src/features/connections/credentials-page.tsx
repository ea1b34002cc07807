import { Button } from '@fluentui/react-components';
import { ArrowSyncRegular } from '@fluentui/react-icons/svg/arrow-sync';
import { KeyRegular } from '@fluentui/react-icons/svg/key';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Credential } from '@tenantry/contract/connections';
import { secretEnd, secretExpiryWarning } from '../../blocks/secret-expiry.ts';
import { httpErrorTitle, messageOf } from '../../lib/api-error.ts';
import { countOf, formatNumber } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { plainText } from '../../lib/plain-text.ts';
import { showToast } from '../../lib/toast.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageShell } from '../../ui/page-shell.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { StatCard, StatGrid } from '../../ui/stat-card.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { credentialsQuery } from './connection-queries.ts';
import { CredentialTable } from './credential-table.tsx';
import { modeText } from './credential-texts.ts';
import { useReturnNotice } from './use-return-notice.ts';

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
      <QueryState query={query} loadingLabel="Loading credentials" errorTitle={httpErrorTitle(query.error)}>
        {({ credentials, corruptedCount, installationSecretExpiresAt }) => (
          <>
            <CorruptedNotice count={corruptedCount} />
            <InstallationSecretNotice expiresAt={installationSecretExpiresAt} />
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
  const error = plainText(returned.get('error'));
  if (error !== null) {
    showToast({ title: 'Connection Failed', body: error, intent: 'error' });
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

function CorruptedNotice({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Notice intent="warning" title="Some Microsoft Graph credentials are corrupted">
      {formatNumber(count)} credential(s) detected with encryption corruption. Click Reconnect to re-authenticate those
      tenants manually.
    </Notice>
  );
}

/** The registration with which all tenants without one of their own are reached. */
function InstallationSecretNotice({ expiresAt }: { expiresAt: string | null }) {
  const warning = secretExpiryWarning(expiresAt, new Date());
  if (warning === null) return null;
  return (
    <Notice intent={warning.isOver ? 'error' : 'warning'} title={warning.title}>
      It is that of this installation’s own app registration, with which most tenants are reached. Make a new one in
      Entra ID and save it under <TextLink to={paths.adminGraphSettings}>Graph API Settings</TextLink>.
    </Notice>
  );
}

const namedAtMost = 3;

/**
 * Secrets of tenants' own registrations that have ended or soon will, whatever else is wrong with the connection: a scan
 * may have found it out before. Nothing real is read with a simulated one's.
 */
function EndingSecretsNotice({ credentials }: { credentials: readonly Credential[] }) {
  const now = new Date();
  const ending = credentials
    .flatMap(({ tenantName, isMock, secretExpiresAt }) => {
      const warning = isMock ? null : secretExpiryWarning(secretExpiresAt, now);
      return warning === null || secretExpiresAt === null ? [] : [{ tenantName, secretExpiresAt, ...warning }];
    })
    .sort((one, two) => one.secretExpiresAt.localeCompare(two.secretExpiresAt));
  if (ending.length === 0) return null;
  const isOver = ending.some((one) => one.isOver);
  const named = ending
    .slice(0, namedAtMost)
    .map(({ tenantName, secretExpiresAt }) => `${tenantName}: ${secretEnd(secretExpiresAt, now)}`);
  const more = ending.length - named.length;
  return (
    <Notice intent={isOver ? 'error' : 'warning'} title={`${countOf(ending.length, 'client secret')} to be replaced`}>
      {named.join('; ')}
      {more > 0 && ` and ${countOf(more, 'more tenant')}`}. Make new ones in Entra ID and save them with the settings
      button of the row.
    </Notice>
  );
}

function Figures({ credentials }: { credentials: readonly Credential[] }) {
  const count = (...statuses: Credential['status'][]) =>
    credentials.filter(({ status }) => statuses.includes(status)).length;
  const expiring = count('expiring');
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
        label="Total Tenants"
        value={formatNumber(credentials.length)}
        hint={simulated > 0 ? `${countOf(simulated, 'simulated tenant')} among them` : undefined}
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
      body="Credentials come with the first tenant that is connected."
      actions={<LinkButton to={paths.adminOnboard}>Connect M365 Tenant</LinkButton>}
    />
  );
}
