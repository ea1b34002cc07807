import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle';
import { ClockRegular } from '@fluentui/react-icons/svg/clock';
import { ErrorCircleRegular } from '@fluentui/react-icons/svg/error-circle';
import { SubtractCircleRegular } from '@fluentui/react-icons/svg/subtract-circle';
import type { SentMessage } from '@tenantry/contract/notice-channels';
import { type BadgeStyle, StatusBadge } from '../../ui/status-badge.tsx';

const styles: Readonly<Record<SentMessage['state'], BadgeStyle & { label: string }>> = {
  pending: { label: 'Waits', color: 'warning', icon: <ClockRegular /> },
  delivered: { label: 'Arrived', color: 'success', icon: <CheckmarkCircleRegular /> },
  failed: { label: 'Given up', color: 'danger', icon: <ErrorCircleRegular /> },
  dropped: { label: 'Not sent', color: 'subtle', icon: <SubtractCircleRegular /> },
};

/** What became of a message. */
export const DeliveryBadge = ({ state, label }: { state: SentMessage['state']; label?: string }) => (
  <StatusBadge {...styles[state]} {...(label === undefined ? {} : { label })} />
);
