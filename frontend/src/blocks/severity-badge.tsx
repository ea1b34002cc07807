import { ErrorCircleFilled } from '@fluentui/react-icons/svg/error-circle';
import { InfoFilled } from '@fluentui/react-icons/svg/info';
import { WarningFilled } from '@fluentui/react-icons/svg/warning';
import { severityLabels } from '@tenantry/contract/labels';
import type { Severity } from '@tenantry/contract/verdicts';
import { type BadgeStyle, StatusBadge } from '../ui/status-badge.tsx';

const badgeStyles: Record<Severity, BadgeStyle> = {
  critical: { color: 'danger', icon: <ErrorCircleFilled /> },
  high: { color: 'severe', icon: <WarningFilled /> },
  medium: { color: 'warning', icon: <WarningFilled /> },
  low: { color: 'informative', icon: <InfoFilled /> },
  info: { color: 'subtle', icon: <InfoFilled /> },
};

/** How bad it is, in capitals (specification, section 4). */
export const SeverityBadge = ({ severity }: { severity: Severity }) => (
  <StatusBadge label={severityLabels[severity].toUpperCase()} {...badgeStyles[severity]} />
);
