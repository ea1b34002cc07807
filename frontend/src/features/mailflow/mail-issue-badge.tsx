import { ErrorCircleFilled } from '@fluentui/react-icons/svg/error-circle';
import { InfoFilled } from '@fluentui/react-icons/svg/info';
import { WarningFilled } from '@fluentui/react-icons/svg/warning';
import type { MailIssue } from '@tenantry/contract/mailflow';
import type { ComponentProps } from 'react';
import { StatusBadge } from '../../ui/status-badge.tsx';

const badges: Record<MailIssue['severity'], ComponentProps<typeof StatusBadge>> = {
  error: { label: 'Error', color: 'danger', icon: <ErrorCircleFilled /> },
  warning: { label: 'Warning', color: 'warning', icon: <WarningFilled /> },
  info: { label: 'Info', color: 'informative', icon: <InfoFilled /> },
};

/** How bad an issue of a domain's mail is. */
export const MailIssueBadge = ({ severity }: { severity: MailIssue['severity'] }) => (
  <StatusBadge {...badges[severity]} />
);
