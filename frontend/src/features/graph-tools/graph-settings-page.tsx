import { Text } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { GraphTest } from '@tenantry/contract/graph-tools';
import { useState } from 'react';
import { AdminPage } from '../../blocks/admin-page.tsx';
import { graphSettingsQuery } from '../../blocks/graph-settings-query.ts';
import { secretExpiryWarning } from '../../blocks/secret-expiry-warning.ts';
import { paths } from '../../lib/paths.ts';
import { Notice } from '../../ui/notice.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { GraphSettingsForm } from './graph-settings-form.tsx';
import { SetupGuide } from './setup-guide.tsx';
import type { Settings } from './setup-steps.ts';
import { useConsentReturn } from './use-consent-return.ts';

/** How this installation is registered in Entra ID. */
export function GraphSettingsPage() {
  const query = useQuery(graphSettingsQuery());
  const [test, setTest] = useState<GraphTest | null>(null);
  useConsentReturn();
  return (
    <AdminPage tab="Graph API Settings" subtitle="How this installation is registered in Entra ID">
      <QueryState
        query={query}
        loadingLabel="Loading Graph API settings"
        errorTitle="The Graph API settings could not be loaded"
      >
        {(settings) => (
          <>
            <ExpiryWarning settings={settings} />
            <SetupGuide settings={settings} test={test} onTested={setTest} />
            <SectionCard title="App registration">
              {/* What was tested is not what is saved now. */}
              <GraphSettingsForm settings={settings} onSaved={() => setTest(null)} />
            </SectionCard>
          </>
        )}
      </QueryState>
      <Text>
        The <TextLink to={paths.adminGraphTest}>Graph API Test</TextLink> shows the answer of Microsoft in full.
      </Text>
    </AdminPage>
  );
}

function ExpiryWarning({ settings: { secretExpiresAt, credential } }: { settings: Settings }) {
  const proof = credential === 'certificate' ? 'certificate' : 'client secret';
  const warning = secretExpiryWarning(secretExpiresAt, new Date(), proof);
  if (warning === null) return null;
  return (
    <Notice intent={warning.isOver ? 'error' : 'warning'} title={warning.title}>
      {warning.body}
    </Notice>
  );
}
