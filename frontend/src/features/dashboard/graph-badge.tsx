import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { ErrorCircleFilled } from '@fluentui/react-icons/svg/error-circle';
import { WarningFilled } from '@fluentui/react-icons/svg/warning';
import { type BadgeStyle, StatusBadge } from '../../ui/status-badge.tsx';
import type { GraphState } from './graph-state.ts';

const badges: Record<GraphState, BadgeStyle & { label: string }> = {
  live: { label: 'Live', color: 'success', icon: <CheckmarkCircleFilled /> },
  mock: { label: 'Mock', color: 'warning', icon: <WarningFilled /> },
  missing: { label: 'Credentials missing', color: 'danger', icon: <ErrorCircleFilled /> },
  unconfigured: { label: 'Unconfigured', color: 'danger', icon: <ErrorCircleFilled /> },
};

export function GraphBadge({ state }: { state: GraphState }) {
  return <StatusBadge {...badges[state]} />;
}
