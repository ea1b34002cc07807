import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle';
import { QuestionCircleRegular } from '@fluentui/react-icons/svg/question-circle';
import { WarningRegular } from '@fluentui/react-icons/svg/warning';
import type { AlignmentState } from '@tenantry/contract/alignment';
import { type BadgeStyle, StatusBadge } from '../ui/status-badge.tsx';
import { alignmentStateLabels } from './alignment-texts.ts';

const styles: Readonly<Record<AlignmentState, BadgeStyle>> = {
  deviating: { color: 'warning', icon: <WarningRegular /> },
  notKnown: { color: 'informative', icon: <QuestionCircleRegular /> },
  aligned: { color: 'success', icon: <CheckmarkCircleRegular /> },
};

/** Whether a tenant is aligned with a baseline. */
export const AlignmentStateBadge = ({ state }: { state: AlignmentState }) => (
  <StatusBadge label={alignmentStateLabels[state]} {...styles[state]} />
);
