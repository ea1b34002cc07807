import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { ClockFilled } from '@fluentui/react-icons/svg/clock';
import { DismissCircleFilled } from '@fluentui/react-icons/svg/dismiss-circle';
import { SubtractCircleFilled } from '@fluentui/react-icons/svg/subtract-circle';
import type { ApprovalStatus } from '@tenantry/contract/approvals';
import { type BadgeStyle, StatusBadge } from '../ui/status-badge.tsx';
import { approvalStatusLabels } from './approval-labels.ts';

const badgeStyles: Record<ApprovalStatus, BadgeStyle> = {
  pending: { color: 'warning', icon: <ClockFilled /> },
  approved: { color: 'success', icon: <CheckmarkCircleFilled /> },
  denied: { color: 'danger', icon: <DismissCircleFilled /> },
  closed: { color: 'informative', icon: <SubtractCircleFilled /> },
};

/** Whether it is decided, as an icon and a word. */
export const ApprovalStatusBadge = ({ status }: { status: ApprovalStatus }) => (
  <StatusBadge label={approvalStatusLabels[status]} {...badgeStyles[status]} />
);
