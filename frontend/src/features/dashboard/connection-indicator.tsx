import { Button, makeStyles, Spinner, Tooltip, tokens } from '@fluentui/react-components';
import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { ErrorCircleFilled } from '@fluentui/react-icons/svg/error-circle';
import { QuestionCircleFilled } from '@fluentui/react-icons/svg/question-circle';
import { WarningFilled } from '@fluentui/react-icons/svg/warning';
import { useQuery } from '@tanstack/react-query';
import type { M365Status } from '@tenantry/contract/connection-status';
import { troubleLabels } from '@tenantry/contract/labels';
import type { TenantTrouble } from '@tenantry/contract/tenant-health';
import type { ReactElement } from 'react';
import type * as z from 'zod/mini';
import { useHasRole } from '../../lib/session.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { m365StatusQuery } from './dashboard-queries.ts';

const GraphCredentialsDialog = onDemand(
  async () => (await import('../../blocks/graph-credentials-dialog.tsx')).GraphCredentialsDialog,
);

const useStyles = makeStyles({
  live: { color: tokens.colorStatusSuccessForeground1 },
  mock: { color: tokens.colorStatusWarningForeground1 },
  unconfigured: { color: tokens.colorStatusDangerForeground1 },
  scanFailing: { color: tokens.colorStatusDangerForeground1 },
  connectionLost: { color: tokens.colorStatusDangerForeground1 },
  unknown: { color: tokens.colorNeutralForeground3 },
});

type State = 'checking' | 'unknown' | 'live' | 'mock' | 'unconfigured' | TenantTrouble['kind'];

type Status = z.infer<typeof M365Status>;

/** @param status undefined where it is not known */
function stateOf(status: Status | undefined): State {
  if (status === undefined) return 'unknown';
  if (status.trouble !== null) return status.trouble.kind;
  if (status.mode === 'live' && status.lastTokenSuccess === true && status.lastGraphCallSuccess === true) return 'live';
  return status.mode === 'mock' ? 'mock' : 'unconfigured';
}

const indicators: Record<
  State,
  { label: string; color: 'success' | 'warning' | 'danger' | 'informative'; icon: ReactElement; meaning: string }
> = {
  checking: {
    label: 'Checking',
    color: 'informative',
    icon: <Spinner size="extra-tiny" />,
    meaning: 'Checking the connection.',
  },
  unknown: {
    label: 'Status Unknown',
    color: 'informative',
    icon: <QuestionCircleFilled />,
    meaning: 'The connection could not be checked.',
  },
  live: {
    label: 'Live',
    color: 'success',
    icon: <CheckmarkCircleFilled />,
    meaning: 'Microsoft 365 accepted the token and answered.',
  },
  mock: { label: 'Mock Mode', color: 'warning', icon: <WarningFilled />, meaning: 'All data is simulated.' },
  scanFailing: {
    label: troubleLabels.scanFailing,
    color: 'danger',
    icon: <ErrorCircleFilled />,
    meaning: 'The last scan failed.',
  },
  connectionLost: {
    label: troubleLabels.connectionLost,
    color: 'danger',
    icon: <ErrorCircleFilled />,
    meaning: 'Microsoft no longer accepts the connection.',
  },
  unconfigured: {
    label: 'Unconfigured',
    color: 'danger',
    icon: <ErrorCircleFilled />,
    meaning: 'No credentials are saved, they have not been used yet, or Microsoft 365 rejected them.',
  },
};

/** What the state means: where something is wrong, what. */
const meaningOf = (state: State, status: Status | undefined) => status?.trouble?.reason ?? indicators[state].meaning;

/** Whether the tenant's Microsoft 365 is reached. For administrators a way to its credentials. */
export function ConnectionIndicator({ tenantId }: { tenantId: string }) {
  const styles = useStyles();
  const isAdmin = useHasRole('admin');
  const query = useQuery(m365StatusQuery(tenantId));
  const { opened, open, close } = useOpened<string>();
  // What was last known is not what is: an answer that failed is not covered up by the one before it.
  const state = query.isPending ? 'checking' : stateOf(query.isError ? undefined : query.data);
  const { label, color, icon } = indicators[state];
  const meaning = meaningOf(state, query.isError ? undefined : query.data);
  if (!isAdmin) {
    return (
      <span>
        <VisuallyHidden>Microsoft 365 connection:</VisuallyHidden>
        <StatusBadge label={label} color={color} icon={icon} />
      </span>
    );
  }
  return (
    <>
      <Tooltip content={meaning} relationship="description">
        <Button
          icon={<span className={styles[state === 'checking' ? 'unknown' : state]}>{icon}</span>}
          aria-label={`Microsoft 365 connection: ${label}`}
          onClick={() => open(tenantId)}
        >
          {label}
        </Button>
      </Tooltip>
      {opened && <GraphCredentialsDialog tenantId={opened} onClose={close} />}
    </>
  );
}
