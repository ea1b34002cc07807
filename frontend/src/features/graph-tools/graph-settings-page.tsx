import { Text } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { AdminPage } from '../../blocks/admin-page.tsx';
import { graphSettingsQuery } from '../../blocks/graph-settings-query.ts';
import { secretExpiryWarning } from '../../blocks/secret-expiry.ts';
import { paths } from '../../lib/paths.ts';
import { Notice } from '../../ui/notice.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { GraphSettingsForm } from './graph-settings-form.tsx';

/** How this installation is registered in Entra ID. */
export function GraphSettingsPage() {
  const query = useQuery(graphSettingsQuery());
  return (
    <AdminPage tab="Graph API Settings" subtitle="How this installation is registered in Entra ID">
      <QueryState
        query={query}
        loadingLabel="Loading Graph API settings"
        errorTitle="The Graph API settings could not be loaded"
      >
        {(settings) => (
          <>
            <ExpiryWarning expiresAt={settings.secretExpiresAt} />
            <SectionCard title="App registration">
              <GraphSettingsForm settings={settings} />
            </SectionCard>
          </>
        )}
      </QueryState>
      <Text>
        To see whether Microsoft accepts them, run the <TextLink to={paths.adminGraphTest}>Graph API Test</TextLink>.
      </Text>
    </AdminPage>
  );
}

function ExpiryWarning({ expiresAt }: { expiresAt: string | null }) {
  const warning = secretExpiryWarning(expiresAt, new Date());
  if (warning === null) return null;
  return (
    <Notice intent={warning.isOver ? 'error' : 'warning'} title={warning.title}>
      {warning.body}
    </Notice>
  );
}
