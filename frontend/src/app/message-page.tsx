import { makeStyles, Text, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { PageTitle } from '../ui/page-title.tsx';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    textAlign: 'center',
    gap: tokens.spacingVerticalM,
    minHeight: '60vh',
    padding: tokens.spacingHorizontalXXL,
  },
  icon: { fontSize: '48px', lineHeight: 0, color: tokens.colorNeutralForeground4 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  body: { color: tokens.colorNeutralForeground2, maxWidth: '56ch', overflowWrap: 'anywhere' },
});

type Props = { icon: ReactNode; title: string; body: ReactNode; actions: ReactNode };

/** A page that has nothing but something to say. */
export function MessagePage({ icon, title, body, actions }: Props) {
  const styles = useStyles();
  return (
    <div className={styles.root}>
      <span className={styles.icon} aria-hidden>
        {icon}
      </span>
      <PageTitle title={title} />
      <Text align="center" className={styles.body}>
        {body}
      </Text>
      <div className={styles.actions}>{actions}</div>
    </div>
  );
}
