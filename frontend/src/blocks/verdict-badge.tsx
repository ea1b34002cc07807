import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { CloudOffFilled } from '@fluentui/react-icons/svg/cloud-off';
import { ErrorCircleFilled } from '@fluentui/react-icons/svg/error-circle';
import { KeyFilled } from '@fluentui/react-icons/svg/key';
import { LockClosedFilled } from '@fluentui/react-icons/svg/lock-closed';
import { QuestionCircleFilled } from '@fluentui/react-icons/svg/question-circle';
import { SubtractCircleFilled } from '@fluentui/react-icons/svg/subtract-circle';
import { WarningFilled } from '@fluentui/react-icons/svg/warning';
import { verdictLabels } from '@tenantry/contract/labels';
import type { VerdictStatus } from '@tenantry/contract/verdicts';
import { type BadgeStyle, StatusBadge } from '../ui/status-badge.tsx';

const badgeStyles: Record<VerdictStatus, BadgeStyle> = {
  pass: { color: 'success', icon: <CheckmarkCircleFilled /> },
  warning: { color: 'warning', icon: <WarningFilled /> },
  fail: { color: 'danger', icon: <ErrorCircleFilled /> },
  notLicensed: { color: 'informative', icon: <KeyFilled /> },
  notPermitted: { color: 'informative', icon: <LockClosedFilled /> },
  couldNotCheck: { color: 'informative', icon: <QuestionCircleFilled /> },
  notOffered: { color: 'subtle', icon: <CloudOffFilled /> },
  notApplicable: { color: 'subtle', icon: <SubtractCircleFilled /> },
};

/** What a check says. */
export const VerdictBadge = ({ status }: { status: VerdictStatus }) => (
  <StatusBadge label={verdictLabels[status]} {...badgeStyles[status]} />
);
