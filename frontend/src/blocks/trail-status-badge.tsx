import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { ErrorCircleFilled } from '@fluentui/react-icons/svg/error-circle';
import { QuestionCircleFilled } from '@fluentui/react-icons/svg/question-circle';
import type { TrailVerification } from '@tenantry/contract/audit-trail';
import type { ComponentProps } from 'react';
import { StatusBadge } from '../ui/status-badge.tsx';

const badges: Record<TrailVerification['status'], ComponentProps<typeof StatusBadge>> = {
  whole: { label: 'Intact', color: 'success', icon: <CheckmarkCircleFilled /> },
  broken: { label: 'Broken', color: 'danger', icon: <ErrorCircleFilled /> },
  notVerified: { label: 'Could not be verified', color: 'warning', icon: <QuestionCircleFilled /> },
};

/** What the last verification of the audit trail came to. */
export function TrailStatusBadge({ status }: { status: TrailVerification['status'] }) {
  return <StatusBadge {...badges[status]} />;
}
