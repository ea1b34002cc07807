import { Button, Text } from '@fluentui/react-components';
import { ArrowSyncRegular } from '@fluentui/react-icons/svg/arrow-sync';
import { useQuery } from '@tanstack/react-query';
import { TenantId } from '@tenantry/contract/ids';
import type { TenantConfiguration } from '@tenantry/contract/tenant-configuration';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { AdminPage } from '../../blocks/admin-page.tsx';
import { paths } from '../../lib/paths.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Notice } from '../../ui/notice.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { SetUpList } from './set-up-list.tsx';
import { SetUpScript } from './set-up-script.tsx';
import { SnapshotFacts } from './snapshot-facts.tsx';
import { tenantConfigurationQuery } from './tenant-configuration-query.ts';

/** Whether Tenant Configuration Management is set up for one tenant, and what it gave. */
export function TenantConfigurationPage() {
  const id = (useParams().id ?? '').trim().toLowerCase();
  if (TenantId.safeParse(id).success) return <Configuration key={id} tenantId={id} />;
  return (
    <Shell>
      <ErrorPanel error={new Error('Invalid tenant ID in URL')} />
    </Shell>
  );
}

function Shell({ name, actions, children }: { name?: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <AdminPage
      tab="Tenants"
      subtitle={
        <>
          {name !== undefined && <Text weight="semibold">{name} · </Text>}
          <TextLink to={paths.adminTenants}>Back to Tenants</TextLink>
        </>
      }
      actions={actions}
    >
      {children}
    </AdminPage>
  );
}

function Configuration({ tenantId }: { tenantId: string }) {
  const query = useQuery(tenantConfigurationQuery(tenantId));
  const isOn = query.data !== undefined && query.data.state !== 'off';
  return (
    <Shell
      name={query.data?.tenantName}
      actions={
        isOn && (
          <Button icon={<ArrowSyncRegular />} onClick={() => void query.refetch()} disabledFocusable={query.isFetching}>
            {query.isFetching ? 'Checking…' : 'Check again'}
          </Button>
        )
      }
    >
      <SectionCard
        title="Tenant configuration"
        subtitle="Settings of Exchange Online, Defender, Purview and Teams, by Microsoft’s Tenant Configuration Management"
      >
        <QueryState
          query={query}
          loadingLabel="Loading the tenant configuration"
          errorTitle="The tenant configuration could not be loaded"
        >
          {(configuration) => (
            <>
              <State {...configuration} />
              {configuration.items.length > 0 && <SetUpList items={configuration.items} />}
            </>
          )}
        </QueryState>
      </SectionCard>
      {isOn && <Details configuration={query.data} />}
    </Shell>
  );
}

function Details({ configuration }: { configuration: TenantConfiguration }) {
  const { script, isSimulated, tenantName } = configuration;
  return (
    <>
      <SectionCard title="Set it up" subtitle="A script for an administrator of the tenant">
        {script === null ? (
          <Text>
            The script names Tenantry’s app registration, and there is none yet.{' '}
            <TextLink to={paths.adminGraphSettings} inline>
              Graph API Settings
            </TextLink>
          </Text>
        ) : (
          <SetUpScript script={script} tenantName={tenantName} isSimulated={isSimulated} />
        )}
      </SectionCard>
      <SectionCard title="Snapshots">
        <SnapshotFacts configuration={configuration} />
      </SectionCard>
    </>
  );
}

const states: Record<
  TenantConfiguration['state'],
  { intent: 'info' | 'success' | 'warning'; title: string; text: string }
> = {
  off: {
    intent: 'info',
    title: 'Switched off',
    text: 'This installation runs with TENANT_CONFIGURATION=off. It takes no snapshots and asks for no permission to write. Checks that need these settings are not made.',
  },
  notSetUp: {
    intent: 'warning',
    title: 'Not set up',
    text: 'The settings are not collected, and checks that need them are not made. Everything else is checked without them.',
  },
  partly: {
    intent: 'warning',
    title: 'Partly set up',
    text: 'Some settings cannot be read. What is missing is listed below.',
  },
  setUp: { intent: 'success', title: 'Set up', text: 'Nothing is missing. Every scan uses the newest snapshot.' },
  unknown: {
    intent: 'warning',
    title: 'Not known',
    text: 'Microsoft did not say whether everything is in place. The reasons are listed below.',
  },
};

function State({ state }: TenantConfiguration) {
  const { intent, title, text } = states[state];
  return (
    <Notice intent={intent} title={title} politeness="polite">
      {text}
    </Notice>
  );
}
