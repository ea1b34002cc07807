import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { ErrorCircleFilled } from '@fluentui/react-icons/svg/error-circle';
import { PlugDisconnectedFilled } from '@fluentui/react-icons/svg/plug-disconnected';
import { QuestionCircleFilled } from '@fluentui/react-icons/svg/question-circle';
import { WarningFilled } from '@fluentui/react-icons/svg/warning';
import type { TenantHealth } from '@tenantry/contract/tenant-health';
import { type BadgeStyle, StatusBadge } from '../ui/status-badge.tsx';

const badgeStyles: Record<TenantHealth, BadgeStyle> = {
  OK: { color: 'success', icon: <CheckmarkCircleFilled /> },
  Warning: { color: 'warning', icon: <WarningFilled /> },
  Failing: { color: 'danger', icon: <PlugDisconnectedFilled /> },
  Critical: { color: 'danger', icon: <ErrorCircleFilled /> },
  Unknown: { color: 'informative', icon: <QuestionCircleFilled /> },
};

/** How a tenant stands; the contract's words are those that people read. */
export const HealthBadge = ({ health }: { health: TenantHealth }) => (
  <StatusBadge label={health} {...badgeStyles[health]} />
);
