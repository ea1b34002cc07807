import type { BadgeProps } from '@fluentui/react-components';
import { ArrowSyncFilled } from '@fluentui/react-icons/svg/arrow-sync';
import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { ErrorCircleFilled } from '@fluentui/react-icons/svg/error-circle';
import { SubtractCircleFilled } from '@fluentui/react-icons/svg/subtract-circle';
import { TimerFilled } from '@fluentui/react-icons/svg/timer';
import type { ScanRun } from '@tenantry/contract/scan-runs';
import type { ScanStatus } from '@tenantry/contract/scans';
import type { ReactElement } from 'react';
import { StatusBadge } from '../../ui/status-badge.tsx';

type Look = { label: string; color: BadgeProps['color']; icon: ReactElement };

const scanLooks: Record<ScanStatus, Look> = {
  queued: { label: 'Queued', color: 'informative', icon: <TimerFilled /> },
  running: { label: 'Running', color: 'brand', icon: <ArrowSyncFilled /> },
  completed: { label: 'Completed', color: 'success', icon: <CheckmarkCircleFilled /> },
  failed: { label: 'Failed', color: 'danger', icon: <ErrorCircleFilled /> },
  cancelled: { label: 'Cancelled', color: 'warning', icon: <SubtractCircleFilled /> },
};
const runLooks: Record<ScanRun['state'], Look> = {
  starting: { label: 'Starting', color: 'informative', icon: <TimerFilled /> },
  running: scanLooks.running,
  ended: { label: 'Ended', color: 'success', icon: <CheckmarkCircleFilled /> },
  cancelled: scanLooks.cancelled,
};

const endedWithFailures: Look = { label: 'Ended, some failed', color: 'danger', icon: <ErrorCircleFilled /> };

export const scanStatusLabel = (status: ScanStatus) => scanLooks[status].label;
export const ScanStatusBadge = ({ status }: { status: ScanStatus }) => <StatusBadge {...scanLooks[status]} />;
export const RunStateBadge = ({ run: { state, failed } }: { run: ScanRun }) => (
  <StatusBadge {...(state === 'ended' && failed > 0 ? endedWithFailures : runLooks[state])} />
);
