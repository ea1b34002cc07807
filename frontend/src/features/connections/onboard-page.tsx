import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { PlugConnectedRegular } from '@fluentui/react-icons/svg/plug-connected';
import { startConsent } from '@tenantry/contract/connections';
import { AdminPage } from '../../blocks/admin-page.tsx';
import { paths } from '../../lib/paths.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { ServerLinkButton } from '../../ui/server-link-button.tsx';
import { TextLink } from '../../ui/text-link.tsx';

const useStyles = makeStyles({
  steps: { display: 'grid', gap: tokens.spacingVerticalS, margin: 0, paddingInlineStart: tokens.spacingHorizontalXXL },
  action: { display: 'flex' },
});

/** Begins to connect a tenant that is not here yet. */
export function OnboardPage() {
  const styles = useStyles();
  return (
    <AdminPage tab="Tenants" subtitle={<TextLink to={paths.adminTenants}>Back to Tenants</TextLink>} narrow>
      <SectionCard title="Connect Microsoft 365 Tenant">
        <ol className={styles.steps}>
          <li>
            Microsoft asks an administrator of the organization for consent: Tenantry may then read its directory and
            its security settings. It changes nothing there.
          </li>
          <li>Microsoft asks them to sign in once more, which proves which organization it is.</li>
          <li>You come back to the list of tenants, and the organization can be scanned.</li>
        </ol>
        <Text>You need an account of the organization that may consent for it, such as a Global Administrator.</Text>
        <div className={styles.action}>
          <ServerLinkButton href={startConsent.path} appearance="primary" size="large" icon={<PlugConnectedRegular />}>
            Connect Microsoft 365 Tenant
          </ServerLinkButton>
        </div>
      </SectionCard>
    </AdminPage>
  );
}
