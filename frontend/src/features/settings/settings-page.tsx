import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type AdminSettings,
  type AuthSettings,
  changeAdminSettings,
  changeAuthSettings,
} from '@tenantry/contract/role-mappings';
import type * as z from 'zod/mini';
import { AdminPage } from '../../blocks/admin-page.tsx';
import { SettingSwitch } from '../../blocks/setting-switch.tsx';
import { call } from '../../lib/api-client.ts';
import { formatDateTime } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { Hint } from '../../ui/muted.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { authenticationMode } from './authentication-mode.ts';
import { adminSettingsQuery, authSettingsQuery } from './settings-queries.ts';

const FurtherCards = onDemand(
  async () => (await import('./further-cards.tsx')).FurtherCards,
  <SkeletonRows rows={3} size={32} label="Loading the price list, and the settings of reports and mail" />,
);

const TokensSection = onDemand(
  async () => (await import('../../blocks/tokens-section.tsx')).TokensSection,
  <SkeletonRows rows={2} size={32} label="Loading tokens" />,
);

const useStyles = makeStyles({
  list: { display: 'grid', gap: tokens.spacingVerticalS, margin: 0, paddingInlineStart: tokens.spacingHorizontalXXL },
  text: { maxWidth: '80ch' },
});

/** How people sign in, how their roles follow the directory, the price list, the look of reports, and service tokens. */
export function SettingsPage() {
  return (
    <AdminPage
      tab="Settings"
      subtitle="How people sign in, what decides their role, what work costs, how reports look, how mail leaves, and which systems call the API"
    >
      <RoleSync />
      <Authentication />
      <AuthenticationFlow />
      <UserManagement />
      <FurtherCards />
      <TokensSection kind="service" />
    </AdminPage>
  );
}

function RoleSync() {
  const query = useQuery(adminSettingsQuery());
  return (
    <SectionCard title="Role re-sync">
      <QueryState query={query} loadingLabel="Loading settings" errorTitle="The settings could not be loaded">
        {(settings) => <RoleSyncSwitch settings={settings} />}
      </QueryState>
    </SectionCard>
  );
}

function RoleSyncSwitch({ settings }: { settings: z.infer<typeof AdminSettings> }) {
  const client = useQueryClient();
  const { role_sync_enabled: isOn, last_updated: at, updated_by: by } = settings;
  return (
    <>
      <SettingSwitch
        label="Re-map roles at every Microsoft sign-in"
        text={
          isOn
            ? 'On: roles are mapped again at every sign-in with Microsoft, and manual changes are overwritten.'
            : 'Off: roles are mapped at the first sign-in only; roles set manually are kept.'
        }
        checked={isOn}
        onSave={async (wanted) => {
          const saved = await call(changeAdminSettings, { body: { role_sync_enabled: wanted }, tenantId: null });
          client.setQueryData(adminSettingsQuery().queryKey, saved);
        }}
        savedTitle="Settings Updated"
        failedText="Failed to save settings. Please try again."
      />
      <Hint>
        {at === null ? 'Last updated: never' : `Last updated: ${formatDateTime(at)}${by === null ? '' : ` by ${by}`}`}
      </Hint>
    </>
  );
}

function Authentication() {
  const query = useQuery(authSettingsQuery());
  return (
    <SectionCard title="Authentication">
      <QueryState
        query={query}
        loadingLabel="Loading authentication settings"
        errorTitle="The authentication settings could not be loaded"
      >
        {(settings) => <AuthenticationSwitch settings={settings} />}
      </QueryState>
    </SectionCard>
  );
}

function AuthenticationSwitch({ settings }: { settings: z.infer<typeof AuthSettings> }) {
  const client = useQueryClient();
  return (
    <>
      <Text>
        Current authentication mode: <Text weight="semibold">{authenticationMode(settings)}</Text>
      </Text>
      <SettingSwitch
        label="Allow local login"
        text={
          settings.allowLocalLogin
            ? 'On: local users can sign in with their password. Keep it on while a local account is your way back in.'
            : 'Off: people can sign in with Microsoft only. Local users cannot sign in until this is on again.'
        }
        checked={settings.allowLocalLogin}
        onSave={async (wanted) => {
          const saved = await call(changeAuthSettings, { body: { allowLocalLogin: wanted }, tenantId: null });
          client.setQueryData(authSettingsQuery().queryKey, saved);
        }}
        savedTitle="Authentication Settings Updated"
        failedText="Failed to save authentication settings. Please try again."
      />
    </>
  );
}

function AuthenticationFlow() {
  const styles = useStyles();
  return (
    <SectionCard title="How Microsoft sign-in works">
      <ol className={styles.list}>
        <li>Microsoft authenticates the user and applies your Conditional Access policies.</li>
        <li>Tenantry verifies the response and accepts only accounts of your own directory.</li>
        <li>The account’s directory roles are compared with the role mappings.</li>
        <li>
          A session starts. It ends when the user signs out, is disabled, or gets a different role or different tenants.
        </li>
      </ol>
    </SectionCard>
  );
}

function UserManagement() {
  const styles = useStyles();
  return (
    <SectionCard title="User management">
      <Text className={styles.text}>
        People in your directory become users when they first sign in. Their role comes from the{' '}
        <TextLink to={paths.adminRoles}>role mappings</TextLink>, or is set by an administrator. The first user is
        always an administrator.
      </Text>
    </SectionCard>
  );
}
