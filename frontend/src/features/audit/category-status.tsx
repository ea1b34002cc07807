import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { ErrorCircleFilled } from '@fluentui/react-icons/svg/error-circle';
import { QuestionCircleFilled } from '@fluentui/react-icons/svg/question-circle';
import { WarningFilled } from '@fluentui/react-icons/svg/warning';
import type { CategoryResult } from '@tenantry/contract/audits';
import { StatusBadge } from '../../ui/status-badge.tsx';

const looks = {
  pass: { label: 'Pass', color: 'success', icon: <CheckmarkCircleFilled /> },
  warning: { label: 'Warning', color: 'warning', icon: <WarningFilled /> },
  fail: { label: 'Fail', color: 'danger', icon: <ErrorCircleFilled /> },
  unknown: { label: 'Not known', color: 'informative', icon: <QuestionCircleFilled /> },
} as const;

export const CategoryStatusBadge = ({ status }: Pick<CategoryResult, 'status'>) => <StatusBadge {...looks[status]} />;
