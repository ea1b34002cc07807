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
import { call } from '../../lib/api-client.ts';
import { formatDateTime } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../ui/query-state.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { authenticationMode } from './authentication-mode.ts';
import { SettingSwitch } from './setting-switch.tsx';
import { adminSettingsQuery, authSettingsQuery } from './settings-queries.ts';

const useStyles = makeStyles({
  list: { display: 'grid', gap: tokens.spacingVerticalS, margin: 0, paddingInlineStart: tokens.spacingHorizontalXXL },
  quiet: { color: tokens.colorNeutralForeground3 },
  text: { maxWidth: '80ch' },
});

/** How people sign in, and how their roles follow the directory. */
export function SettingsPage() {
  return (
    <AdminPage tab="Settings" subtitle="How people sign in, and what decides their role">
      <RoleSync />
      <Authentication />
      <AuthenticationFlow />
      <UserManagement />
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
  const styles = useStyles();
  const client = useQueryClient();
  const { role_sync_enabled: isOn, last_updated: at, updated_by: by } = settings;
  return (
    <>
      <SettingSwitch
        label="Re-map roles at every Microsoft sign-in"
        text={
          isOn
            ? 'On: roles are mapped again at every sign-in with Microsoft, and manual changes are overwritten.'
            : 'Off: roles are mapped at the first sign-in only, and roles that were set by hand stay.'
        }
        checked={isOn}
        onSave={async (wanted) => {
          const saved = await call(changeAdminSettings, { body: { role_sync_enabled: wanted }, tenantId: null });
          client.setQueryData(adminSettingsQuery().queryKey, saved);
        }}
        savedTitle="Settings Updated"
        failedText="Failed to save settings. Please try again."
      />
      <Text size={200} className={styles.quiet}>
        {at === null ? 'Last updated: never' : `Last updated: ${formatDateTime(at)}${by === null ? '' : ` by ${by}`}`}
      </Text>
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
            : 'Off: people sign in with Microsoft alone. Local users cannot sign in until this is switched on again.'
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
    <SectionCard title="How a sign-in with Microsoft goes">
      <ol className={styles.list}>
        <li>Microsoft asks who it is, with whatever your Conditional Access policies demand.</li>
        <li>Tenantry verifies what Microsoft sends back, and lets in accounts of your own directory alone.</li>
        <li>The directory roles that the account holds are compared with the role mappings.</li>
        <li>A session begins; it ends when the user signs out, is disabled, or gets another role or other tenants.</li>
      </ol>
    </SectionCard>
  );
}

function UserManagement() {
  const styles = useStyles();
  return (
    <SectionCard title="User management">
      <Text className={styles.text}>
        People of your directory become users when they first sign in. Their role comes from the{' '}
        <TextLink to={paths.adminRoles}>role mappings</TextLink>, or is set by an administrator. The very first user is
        an administrator, whatever the mappings say.
      </Text>
    </SectionCard>
  );
}
