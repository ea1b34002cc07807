import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { ErrorCircleFilled } from '@fluentui/react-icons/svg/error-circle';
import { QuestionCircleFilled } from '@fluentui/react-icons/svg/question-circle';
import { WarningFilled } from '@fluentui/react-icons/svg/warning';
import type { MailFlowReport } from '@tenantry/contract/mailflow';
import type { ComponentProps } from 'react';
import { StatusBadge } from '../ui/status-badge.tsx';

const badges: Record<MailFlowReport['status'], ComponentProps<typeof StatusBadge>> = {
  pass: { label: 'Pass', color: 'success', icon: <CheckmarkCircleFilled /> },
  warn: { label: 'Warning', color: 'warning', icon: <WarningFilled /> },
  fail: { label: 'Fail', color: 'danger', icon: <ErrorCircleFilled /> },
  unknown: { label: 'Unknown', color: 'informative', icon: <QuestionCircleFilled /> },
};

/** How the mail of a domain stands. */
export const MailStatusBadge = ({ status }: { status: MailFlowReport['status'] }) => (
  <StatusBadge {...badges[status]} />
);
