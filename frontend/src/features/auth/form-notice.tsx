import { makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components';
import { ErrorCircleRegular } from '@fluentui/react-icons/svg/error-circle';
import { InfoRegular } from '@fluentui/react-icons/svg/info';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    gap: tokens.spacingHorizontalS,
    padding: tokens.spacingHorizontalM,
    borderRadius: tokens.borderRadiusMedium,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground3,
    overflowWrap: 'anywhere',
  },
  error: {
    color: tokens.colorStatusDangerForeground1,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorStatusDangerBorder1}`,
    backgroundColor: tokens.colorStatusDangerBackground1,
  },
  icon: { flexShrink: 0, fontSize: '20px', lineHeight: 0 },
});

/** A note in a sign-in form. Lighter than a MessageBar, whose motion would double what this page has to load. */
export function FormNotice({ kind, children }: { kind: 'info' | 'error'; children: ReactNode }) {
  const styles = useStyles();
  const isError = kind === 'error';
  return (
    <div className={mergeClasses(styles.root, isError && styles.error)} role={isError ? 'alert' : 'status'}>
      <span className={styles.icon} aria-hidden>
        {isError ? <ErrorCircleRegular /> : <InfoRegular />}
      </span>
      <Text>{children}</Text>
    </div>
  );
}
