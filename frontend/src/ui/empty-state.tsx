import { makeStyles, Subtitle2, Text, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    textAlign: 'center',
    gap: tokens.spacingVerticalS,
    padding: `${tokens.spacingVerticalXXXL} ${tokens.spacingHorizontalL}`,
  },
  icon: { fontSize: '40px', lineHeight: 0, color: tokens.colorNeutralForeground4 },
  body: { color: tokens.colorNeutralForeground3, maxWidth: '56ch' },
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, marginTop: tokens.spacingVerticalS },
});

type Props = {
  icon?: ReactNode;
  title: string;
  body?: ReactNode;
  actions?: ReactNode;
  headingLevel?: 'h1' | 'h2' | 'h3';
};

/** Nothing to show, why, and what to do about it. */
export function EmptyState({ icon, title, body, actions, headingLevel = 'h3' }: Props) {
  const styles = useStyles();
  return (
    <div className={styles.root}>
      {icon !== undefined && (
        <span className={styles.icon} aria-hidden>
          {icon}
        </span>
      )}
      <Subtitle2 as={headingLevel}>{title}</Subtitle2>
      {body !== undefined && (
        <Text align="center" className={styles.body}>
          {body}
        </Text>
      )}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
