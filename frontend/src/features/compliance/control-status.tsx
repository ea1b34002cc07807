import { CheckmarkCircleFilled, CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle';
import { CircleHintFilled } from '@fluentui/react-icons/svg/circle-hint';
import { ErrorCircleFilled } from '@fluentui/react-icons/svg/error-circle';
import { QuestionCircleFilled } from '@fluentui/react-icons/svg/question-circle';
import { SubtractCircleFilled } from '@fluentui/react-icons/svg/subtract-circle';
import { WarningFilled } from '@fluentui/react-icons/svg/warning';
import type { ControlStatus, UnknownReason } from '@tenantry/contract/compliance';
import { controlStatusLabels, unknownReasonTexts } from '@tenantry/contract/labels';
import { type BadgeStyle, StatusBadge } from '../../ui/status-badge.tsx';

const badgeStyles: Record<ControlStatus, BadgeStyle> = {
  notMet: { color: 'danger', icon: <ErrorCircleFilled /> },
  partlyMet: { color: 'warning', icon: <WarningFilled /> },
  couldNotJudge: { color: 'informative', icon: <QuestionCircleFilled /> },
  supported: { color: 'success', icon: <CheckmarkCircleRegular /> },
  met: { color: 'success', icon: <CheckmarkCircleFilled /> },
  notApplicable: { color: 'subtle', icon: <SubtractCircleFilled /> },
  notAssessed: { color: 'subtle', icon: <CircleHintFilled /> },
};

/** The status of a control, or how many controls have it. */
export function ControlStatusBadge({ status, count }: { status: ControlStatus; count?: number }) {
  const label = controlStatusLabels[status];
  return <StatusBadge label={count === undefined ? label : `${label}: ${count}`} {...badgeStyles[status]} />;
}

/** Why a control could not be judged, in words. */
export const reasonsText = (because: readonly UnknownReason[]) =>
  because.map((one) => unknownReasonTexts[one]).join('; ');
