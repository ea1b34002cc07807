import { Button, makeStyles, Text } from '@fluentui/react-components';
import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { WarningFilled } from '@fluentui/react-icons/svg/warning';
import { useQuery } from '@tanstack/react-query';
import type { GraphSettings } from '@tenantry/contract/graph-tools';
import type * as z from 'zod/mini';
import { graphSettingsQuery } from '../../blocks/graph-settings-query.ts';
import { RequiredList } from '../../blocks/required-list.tsx';
import { paths } from '../../lib/paths.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TextLink } from '../../ui/text-link.tsx';

// Not needed until somebody configures.
const ConfigureGraphDialog = onDemand(async () => (await import('./configure-graph-dialog.tsx')).ConfigureGraphDialog);

const useStyles = makeStyles({
  badge: { justifySelf: 'start', alignSelf: 'flex-start' },
});

type Settings = z.infer<typeof GraphSettings>;
const isConfigured = ({ clientId, tenantId, credential }: Settings) =>
  clientId !== '' && tenantId !== '' && credential !== 'none';

/** Whether this installation is registered with Microsoft, and what every tenant has to grant it. */
export function GraphApiCard() {
  const { opened, open, close } = useOpened<never>();
  const query = useQuery(graphSettingsQuery());
  return (
    <SectionCard
      title="Microsoft Graph API"
      actions={
        <Button onClick={() => open(null)} disabledFocusable={query.data === undefined}>
          Configure
        </Button>
      }
    >
      <QueryState
        query={query}
        loadingLabel="Loading Graph API settings"
        errorTitle="The Graph API settings could not be loaded"
      >
        {(settings) => (
          <>
            <State settings={settings} />
            {opened === null && <ConfigureGraphDialog settings={settings} onClose={close} />}
          </>
        )}
      </QueryState>
      <RequiredList label="Required permissions" summary={(permissions) => `Required permissions: ${permissions}`} />
      <Text>
        More is set on <TextLink to={paths.adminGraphSettings}>Graph API Settings</TextLink>.
      </Text>
    </SectionCard>
  );
}

function State({ settings }: { settings: Settings }) {
  const styles = useStyles();
  return (
    <span className={styles.badge}>
      {isConfigured(settings) ? (
        <StatusBadge label="Configured" color="success" icon={<CheckmarkCircleFilled />} />
      ) : (
        <StatusBadge label="Configuration Required" color="warning" icon={<WarningFilled />} />
      )}
    </span>
  );
}
