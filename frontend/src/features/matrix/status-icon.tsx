import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { CircleOffRegular } from '@fluentui/react-icons/svg/circle-off';
import { CloudOffFilled } from '@fluentui/react-icons/svg/cloud-off';
import { ErrorCircleFilled } from '@fluentui/react-icons/svg/error-circle';
import { HandshakeFilled } from '@fluentui/react-icons/svg/handshake';
import { HistoryFilled } from '@fluentui/react-icons/svg/history';
import { KeyFilled } from '@fluentui/react-icons/svg/key';
import { LockClosedFilled } from '@fluentui/react-icons/svg/lock-closed';
import { QuestionCircleFilled } from '@fluentui/react-icons/svg/question-circle';
import { SubtractCircleFilled } from '@fluentui/react-icons/svg/subtract-circle';
import { WarningFilled } from '@fluentui/react-icons/svg/warning';
import { WrenchFilled } from '@fluentui/react-icons/svg/wrench';
import type { MatrixStatus } from '@tenantry/contract/matrix-status';
import type { ReactElement } from 'react';

const useStyles = makeStyles({
  root: { display: 'inline-flex', fontSize: '20px', lineHeight: 0 },
  found: { color: tokens.colorStatusDangerForeground1 },
  warned: { color: tokens.colorStatusWarningForeground3 },
  unknown: { color: tokens.colorNeutralForeground3 },
  accepted: { color: tokens.colorBrandForeground1 },
  well: { color: tokens.colorStatusSuccessForeground1 },
});

type Tone = Exclude<keyof ReturnType<typeof useStyles>, 'root'>;

/** Each status has a form of its own: no two are told apart by color alone. */
const icons: Readonly<Record<MatrixStatus, readonly [icon: ReactElement, tone: Tone]>> = {
  fail: [<ErrorCircleFilled key="fail" />, 'found'],
  warning: [<WarningFilled key="warning" />, 'warned'],
  couldNotCheck: [<QuestionCircleFilled key="couldNotCheck" />, 'unknown'],
  notPermitted: [<LockClosedFilled key="notPermitted" />, 'unknown'],
  notLicensed: [<KeyFilled key="notLicensed" />, 'unknown'],
  notSetUp: [<WrenchFilled key="notSetUp" />, 'unknown'],
  notOffered: [<CloudOffFilled key="notOffered" />, 'unknown'],
  notInAudit: [<HistoryFilled key="notInAudit" />, 'unknown'],
  notScanned: [<CircleOffRegular key="notScanned" />, 'unknown'],
  accepted: [<HandshakeFilled key="accepted" />, 'accepted'],
  pass: [<CheckmarkCircleFilled key="pass" />, 'well'],
  notApplicable: [<SubtractCircleFilled key="notApplicable" />, 'unknown'],
};

/** The picture of a status. Its word stands beside it, or is told to screen readers. */
export function StatusIcon({ status }: { status: MatrixStatus }) {
  const styles = useStyles();
  const [icon, tone] = icons[status];
  return (
    <span className={mergeClasses(styles.root, styles[tone])} aria-hidden>
      {icon}
    </span>
  );
}
