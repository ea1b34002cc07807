import { ArrowSyncFilled } from '@fluentui/react-icons/svg/arrow-sync';
import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { ErrorCircleFilled } from '@fluentui/react-icons/svg/error-circle';
import { ShieldPersonFilled } from '@fluentui/react-icons/svg/shield-person';
import type { FindingStatus } from '@tenantry/contract/findings';
import { findingStatusLabels } from '@tenantry/contract/labels';
import { type BadgeStyle, StatusBadge } from '../../ui/status-badge.tsx';

const badgeStyles: Record<FindingStatus, BadgeStyle> = {
  unresolved: { color: 'danger', icon: <ErrorCircleFilled /> },
  'in-progress': { color: 'warning', icon: <ArrowSyncFilled /> },
  accepted: { color: 'informative', icon: <ShieldPersonFilled /> },
  resolved: { color: 'success', icon: <CheckmarkCircleFilled /> },
};

/** What became of a finding. */
export const FindingStatusBadge = ({ status }: { status: FindingStatus }) => (
  <StatusBadge label={findingStatusLabels[status]} {...badgeStyles[status]} />
);
