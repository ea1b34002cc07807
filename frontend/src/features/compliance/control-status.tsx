import { CheckmarkCircleFilled, CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle';
import { CircleHintFilled } from '@fluentui/react-icons/svg/circle-hint';
import { ErrorCircleFilled } from '@fluentui/react-icons/svg/error-circle';
import { QuestionCircleFilled } from '@fluentui/react-icons/svg/question-circle';
import { SubtractCircleFilled } from '@fluentui/react-icons/svg/subtract-circle';
import { WarningFilled } from '@fluentui/react-icons/svg/warning';
import type { ControlStatus, UnknownReason } from '@tenantry/contract/compliance';
import { StatusBadge } from '../../ui/status-badge.tsx';

const looks = {
  notMet: { label: 'Not met', color: 'danger', icon: <ErrorCircleFilled /> },
  partlyMet: { label: 'Partly met', color: 'warning', icon: <WarningFilled /> },
  couldNotJudge: { label: 'Could not judge', color: 'informative', icon: <QuestionCircleFilled /> },
  supported: { label: 'Supported', color: 'success', icon: <CheckmarkCircleRegular /> },
  met: { label: 'Met', color: 'success', icon: <CheckmarkCircleFilled /> },
  notApplicable: { label: 'Not applicable', color: 'subtle', icon: <SubtractCircleFilled /> },
  notAssessed: { label: 'Not assessed', color: 'subtle', icon: <CircleHintFilled /> },
} as const satisfies Record<ControlStatus, object>;

/** What needs attention first, then what is not known, then what is well, then what says nothing. */
export const statusesByUrgency: readonly ControlStatus[] = [
  'notMet',
  'partlyMet',
  'couldNotJudge',
  'supported',
  'met',
  'notApplicable',
  'notAssessed',
];

export const controlStatusLabel = (status: ControlStatus) => looks[status].label;

/** The status of a control, or how many controls have it. */
export function ControlStatusBadge({ status, count }: { status: ControlStatus; count?: number }) {
  const look = looks[status];
  return <StatusBadge {...look} label={count === undefined ? look.label : `${look.label}: ${count}`} />;
}

const reasons: Record<UnknownReason, string> = {
  notPermitted: 'the audit lacks a permission',
  notLicensed: 'the organization has no license for the feature',
  couldNotCheck: 'the data could not be read',
  notInAudit: 'the latest audit is older than a check',
};

/** Why a control could not be judged, in words. */
export const reasonsText = (because: readonly UnknownReason[]) => because.map((one) => reasons[one]).join('; ');
