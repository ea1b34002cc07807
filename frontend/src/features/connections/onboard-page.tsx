import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { PlugConnectedRegular } from '@fluentui/react-icons/svg/plug-connected';
import { startConsent } from '@tenantry/contract/connections';
import { AdminPage } from '../../blocks/admin-page.tsx';
import { RequiredList } from '../../blocks/required-list.tsx';
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
            An administrator of the tenant grants consent at Microsoft. Tenantry can then read its directory and
            security settings, and changes nothing.
          </li>
          <li>They sign in once more to confirm which tenant it is.</li>
          <li>You return to the tenant list, and the tenant can be scanned.</li>
        </ol>
        <Text>You need an account in the tenant that can grant admin consent, such as a Global Administrator.</Text>
        {/* Where they cannot be told, the way on stays open: Microsoft’s page lists them too. */}
        <RequiredList label="Permissions" summary={(permissions) => `${permissions} that Tenantry needs`} />
        <Text>
          The settings of Exchange Online, Defender, Purview and Teams need one more step afterwards:{' '}
          <TextLink to={`${paths.help}?article=set-up-tenant-configuration`} inline>
            Set up tenant configuration
          </TextLink>
        </Text>
        <div className={styles.action}>
          <ServerLinkButton href={startConsent.path} appearance="primary" size="large" icon={<PlugConnectedRegular />}>
            Connect Microsoft 365 Tenant
          </ServerLinkButton>
        </div>
      </SectionCard>
    </AdminPage>
  );
}
