import { Badge } from '@fluentui/react-components';
import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { ClockAlarmFilled } from '@fluentui/react-icons/svg/clock-alarm';
import { ErrorCircleFilled } from '@fluentui/react-icons/svg/error-circle';
import { PlugDisconnectedFilled } from '@fluentui/react-icons/svg/plug-disconnected';
import { QuestionCircleFilled } from '@fluentui/react-icons/svg/question-circle';
import { WarningFilled } from '@fluentui/react-icons/svg/warning';
import type { Credential, CredentialState } from '@tenantry/contract/connections';
import type { LastScan } from '@tenantry/contract/tenant-health';
import type { ComponentProps } from 'react';
import { StatusBadge } from '../../ui/status-badge.tsx';

type BadgeProps = ComponentProps<typeof StatusBadge>;

const scanFailing: BadgeProps = { label: 'Scan failing', color: 'danger', icon: <ErrorCircleFilled /> };

const stateBadges: Record<CredentialState, BadgeProps> = {
  connected: { label: 'Connected', color: 'success', icon: <CheckmarkCircleFilled /> },
  failing: scanFailing,
  corrupted: { label: 'Corrupted', color: 'danger', icon: <ErrorCircleFilled /> },
  reconnect: { label: 'Reconnect needed', color: 'warning', icon: <WarningFilled /> },
  none: { label: 'Not connected', color: 'informative', icon: <PlugDisconnectedFilled /> },
};

const statusBadges: Record<Credential['status'], BadgeProps> = {
  active: { label: 'Active', color: 'success', icon: <CheckmarkCircleFilled /> },
  expiring: { label: 'Expiring Soon', color: 'warning', icon: <ClockAlarmFilled /> },
  expired: { label: 'Expired', color: 'danger', icon: <ErrorCircleFilled /> },
  failing: scanFailing,
  corrupted: { label: 'Decryption Failed', color: 'danger', icon: <ErrorCircleFilled /> },
  reconnect: { label: 'Reconnect needed', color: 'warning', icon: <WarningFilled /> },
  unknown: { label: 'Unknown', color: 'informative', icon: <QuestionCircleFilled /> },
};

export const ConnectionBadge = ({ state }: { state: CredentialState }) => <StatusBadge {...stateBadges[state]} />;
export const CredentialBadge = ({ status }: { status: Credential['status'] }) => (
  <StatusBadge {...statusBadges[status]} />
);

const scanBadges: Record<Exclude<LastScan['lastScanStatus'], 'none'>, BadgeProps> = {
  Success: { label: 'Success', color: 'success', icon: <CheckmarkCircleFilled /> },
  Error: { label: 'Error', color: 'danger', icon: <ErrorCircleFilled /> },
};

/** How the last scan that ended went; nothing where there was none. */
export const LastScanBadge = ({ status }: { status: LastScan['lastScanStatus'] }) =>
  status === 'none' ? null : <StatusBadge {...scanBadges[status]} />;

/** For a tenant whose data come from the simulator: its connection says nothing about Microsoft. */
export const SimulatedBadge = () => (
  <Badge appearance="tint" color="warning">
    Simulated
  </Badge>
);
