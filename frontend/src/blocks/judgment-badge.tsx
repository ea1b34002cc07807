import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { ErrorCircleFilled } from '@fluentui/react-icons/svg/error-circle';
import { QuestionCircleFilled } from '@fluentui/react-icons/svg/question-circle';
import { WarningFilled } from '@fluentui/react-icons/svg/warning';
import type { CategoryResult } from '@tenantry/contract/audits';
import { categoryStatusLabels } from '@tenantry/contract/labels';
import { type BadgeStyle, StatusBadge } from '../ui/status-badge.tsx';

const badgeStyles: Record<CategoryResult['status'], BadgeStyle> = {
  pass: { color: 'success', icon: <CheckmarkCircleFilled /> },
  warning: { color: 'warning', icon: <WarningFilled /> },
  fail: { color: 'danger', icon: <ErrorCircleFilled /> },
  unknown: { color: 'informative', icon: <QuestionCircleFilled /> },
};

/** How a category, or an audit, is judged. */
export const JudgmentBadge = ({ status }: Pick<CategoryResult, 'status'>) => (
  <StatusBadge label={categoryStatusLabels[status]} {...badgeStyles[status]} />
);
