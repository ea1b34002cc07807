import { makeStyles, Subtitle2, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  part: { display: 'grid', gap: tokens.spacingVerticalS, minWidth: 0, overflowWrap: 'anywhere' },
  title: { margin: 0 },
  list: {
    margin: 0,
    display: 'grid',
    gridTemplateColumns: 'minmax(96px, 24%) minmax(0, 1fr)',
    columnGap: tokens.spacingHorizontalL,
    rowGap: tokens.spacingVerticalXS,
  },
  name: { color: tokens.colorNeutralForeground3 },
  value: { margin: 0, minWidth: 0 },
});

/** A titled part of the details in a drawer. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const styles = useStyles();
  return (
    <section className={styles.part} aria-label={title}>
      <Subtitle2 as="h3" className={styles.title}>
        {title}
      </Subtitle2>
      {children}
    </section>
  );
}

export type Fact = readonly [label: string, value: ReactNode];

/** Names with their values. A value that is null is not known or not there, and left out. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  const styles = useStyles();
  const shown = facts.filter(([, value]) => value !== null && value !== '');
  return (
    <dl className={styles.list}>
      {shown.map(([label, value]) => [
        <dt key={label} className={styles.name}>
          {label}
        </dt>,
        <dd key={`${label} value`} className={styles.value}>
          {value}
        </dd>,
      ])}
    </dl>
  );
}
