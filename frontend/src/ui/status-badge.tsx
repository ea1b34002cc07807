import { Badge, type BadgeProps } from '@fluentui/react-components';
import { ArrowSyncFilled } from '@fluentui/react-icons/svg/arrow-sync';
import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { ErrorCircleFilled } from '@fluentui/react-icons/svg/error-circle';
import { InfoFilled } from '@fluentui/react-icons/svg/info';
import { KeyFilled } from '@fluentui/react-icons/svg/key';
import { LockClosedFilled } from '@fluentui/react-icons/svg/lock-closed';
import { QuestionCircleFilled } from '@fluentui/react-icons/svg/question-circle';
import { ShieldPersonFilled } from '@fluentui/react-icons/svg/shield-person';
import { SubtractCircleFilled } from '@fluentui/react-icons/svg/subtract-circle';
import { WarningFilled } from '@fluentui/react-icons/svg/warning';
import type { FindingStatus } from '@tenantry/contract/findings';
import type { MailFlowReport, MailIssue } from '@tenantry/contract/mailflow';
import type { TenantHealth } from '@tenantry/contract/tenants';
import type { Severity, VerdictStatus } from '@tenantry/contract/verdicts';
import type { ReactElement } from 'react';

type Look = { label: string; color: BadgeProps['color']; icon: ReactElement };

const error = <ErrorCircleFilled />;
const warning = <WarningFilled />;
const good = <CheckmarkCircleFilled />;
const unknown = <QuestionCircleFilled />;

const severityLooks: Record<Severity, Look> = {
  critical: { label: 'CRITICAL', color: 'danger', icon: error },
  high: { label: 'HIGH', color: 'severe', icon: warning },
  medium: { label: 'MEDIUM', color: 'warning', icon: warning },
  low: { label: 'LOW', color: 'informative', icon: <InfoFilled /> },
  info: { label: 'INFO', color: 'subtle', icon: <InfoFilled /> },
};
const healthLooks: Record<TenantHealth, Look> = {
  OK: { label: 'OK', color: 'success', icon: good },
  Warning: { label: 'Warning', color: 'warning', icon: warning },
  Critical: { label: 'Critical', color: 'danger', icon: error },
  Unknown: { label: 'Unknown', color: 'informative', icon: unknown },
};
const findingLooks: Record<FindingStatus, Look> = {
  unresolved: { label: 'Unresolved', color: 'danger', icon: error },
  'in-progress': { label: 'In Progress', color: 'warning', icon: <ArrowSyncFilled /> },
  accepted: { label: 'Accepted', color: 'informative', icon: <ShieldPersonFilled /> },
  resolved: { label: 'Resolved', color: 'success', icon: good },
};
const verdictLooks: Record<VerdictStatus, Look> = {
  pass: { label: 'Pass', color: 'success', icon: good },
  warning: { label: 'Warning', color: 'warning', icon: warning },
  fail: { label: 'Fail', color: 'danger', icon: error },
  notLicensed: { label: 'Not licensed', color: 'informative', icon: <KeyFilled /> },
  notPermitted: { label: 'Not permitted', color: 'informative', icon: <LockClosedFilled /> },
  couldNotCheck: { label: 'Could not check', color: 'informative', icon: unknown },
  notApplicable: { label: 'Not applicable', color: 'subtle', icon: <SubtractCircleFilled /> },
};

const mailLooks: Record<MailFlowReport['status'], Look> = {
  pass: { label: 'Pass', color: 'success', icon: good },
  warn: { label: 'Warning', color: 'warning', icon: warning },
  fail: { label: 'Fail', color: 'danger', icon: error },
  unknown: { label: 'Not known', color: 'informative', icon: unknown },
};
const mailIssueLooks: Record<MailIssue['severity'], Look> = {
  error: { label: 'Error', color: 'danger', icon: error },
  warning: { label: 'Warning', color: 'warning', icon: warning },
  info: { label: 'Info', color: 'informative', icon: <InfoFilled /> },
};

/** The word that a badge shows for a status, for filters and text alternatives. */
export const verdictLabel = (status: VerdictStatus) => verdictLooks[status].label;
export const findingStatusLabel = (status: FindingStatus) => findingLooks[status].label;

/** A status as an icon and a word on a tint: never by color alone. */
export function StatusBadge({ label, color, icon }: Look) {
  return (
    <Badge appearance="tint" color={color} icon={icon} shape="rounded">
      {label}
    </Badge>
  );
}

export const SeverityBadge = ({ severity }: { severity: Severity }) => <StatusBadge {...severityLooks[severity]} />;
export const HealthBadge = ({ health }: { health: TenantHealth }) => <StatusBadge {...healthLooks[health]} />;
export const FindingStatusBadge = ({ status }: { status: FindingStatus }) => <StatusBadge {...findingLooks[status]} />;
export const VerdictBadge = ({ status }: { status: VerdictStatus }) => <StatusBadge {...verdictLooks[status]} />;
export const MailStatusBadge = ({ status }: { status: MailFlowReport['status'] }) => (
  <StatusBadge {...mailLooks[status]} />
);
export const MailIssueBadge = ({ severity }: { severity: MailIssue['severity'] }) => (
  <StatusBadge {...mailIssueLooks[severity]} />
);
