import { ArrowSyncFilled } from '@fluentui/react-icons/svg/arrow-sync';
import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { ErrorCircleFilled } from '@fluentui/react-icons/svg/error-circle';
import { PersonFilled } from '@fluentui/react-icons/svg/person';
import { ShieldPersonFilled } from '@fluentui/react-icons/svg/shield-person';
import type { Finding, FindingStatus } from '@tenantry/contract/findings';
import { findingStatusText } from '@tenantry/contract/labels';
import { type BadgeStyle, StatusBadge } from '../../ui/status-badge.tsx';

const badgeStyles: Record<FindingStatus, BadgeStyle> = {
  unresolved: { color: 'danger', icon: <ErrorCircleFilled /> },
  'in-progress': { color: 'warning', icon: <ArrowSyncFilled /> },
  accepted: { color: 'informative', icon: <ShieldPersonFilled /> },
  resolved: { color: 'success', icon: <CheckmarkCircleFilled /> },
};

/** Nobody but a person vouches for it. */
const unverified: BadgeStyle = { color: 'informative', icon: <PersonFilled /> };

type Props = { finding: Pick<Finding, 'status' | 'isVerified'> };

/** What became of a finding. */
export const FindingStatusBadge = ({ finding }: Props) => {
  const { status, isVerified } = finding;
  const style = status === 'resolved' && !isVerified ? unverified : badgeStyles[status];
  return <StatusBadge label={findingStatusText(finding)} {...style} />;
};
