import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { ErrorCircleFilled } from '@fluentui/react-icons/svg/error-circle';
import { QuestionCircleFilled } from '@fluentui/react-icons/svg/question-circle';
import { SubtractCircleRegular } from '@fluentui/react-icons/svg/subtract-circle';
import { WarningFilled } from '@fluentui/react-icons/svg/warning';
import type { Glance, Tone } from '../../blocks/mail-glance.ts';

const useStyles = makeStyles({
  root: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    display: 'inline-flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    minWidth: 0,
  },
  icon: { flexShrink: 0, fontSize: '16px', lineHeight: 0 },
  good: { color: tokens.colorStatusSuccessForeground1 },
  warning: { color: tokens.colorStatusWarningForeground3 },
  bad: { color: tokens.colorStatusDangerForeground1 },
  plain: { color: tokens.colorNeutralForeground3 },
  unknown: { color: tokens.colorNeutralForeground3 },
});

const icons: Record<Tone, typeof WarningFilled> = {
  good: CheckmarkCircleFilled,
  warning: WarningFilled,
  bad: ErrorCircleFilled,
  plain: SubtractCircleRegular,
  unknown: QuestionCircleFilled,
};

/** One area of a domain's mail in a word, with how bad it is: lighter than a badge, for there are many. */
export function GlanceCell({ glance }: { glance: Glance }) {
  const styles = useStyles();
  const Icon = icons[glance.tone];
  return (
    <span className={styles.root}>
      <span className={mergeClasses(styles.icon, styles[glance.tone])} aria-hidden>
        <Icon />
      </span>
      {glance.label}
    </span>
  );
}
