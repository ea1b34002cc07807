import { ArrowSyncFilled } from '@fluentui/react-icons/svg/arrow-sync';
import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { ErrorCircleFilled } from '@fluentui/react-icons/svg/error-circle';
import { SubtractCircleFilled } from '@fluentui/react-icons/svg/subtract-circle';
import { TimerFilled } from '@fluentui/react-icons/svg/timer';
import { scanStatusLabels } from '@tenantry/contract/labels';
import type { ScanRun } from '@tenantry/contract/scan-runs';
import type { ScanStatus } from '@tenantry/contract/scans';
import type { ComponentProps } from 'react';
import { type BadgeStyle, StatusBadge } from '../../ui/status-badge.tsx';

const badgeStyles: Record<ScanStatus, BadgeStyle> = {
  queued: { color: 'informative', icon: <TimerFilled /> },
  running: { color: 'brand', icon: <ArrowSyncFilled /> },
  completed: { color: 'success', icon: <CheckmarkCircleFilled /> },
  failed: { color: 'danger', icon: <ErrorCircleFilled /> },
  cancelled: { color: 'warning', icon: <SubtractCircleFilled /> },
};

export const ScanStatusBadge = ({ status }: { status: ScanStatus }) => (
  <StatusBadge label={scanStatusLabels[status]} {...badgeStyles[status]} />
);

function badgeOf({ state, failed }: ScanRun): ComponentProps<typeof StatusBadge> {
  if (state === 'starting') return { label: 'Starting', ...badgeStyles.queued };
  if (state !== 'ended') return { label: scanStatusLabels[state], ...badgeStyles[state] };
  return failed > 0
    ? { label: 'Finished, some failed', ...badgeStyles.failed }
    : { label: 'Finished', ...badgeStyles.completed };
}

export const RunStateBadge = ({ run }: { run: ScanRun }) => <StatusBadge {...badgeOf(run)} />;
