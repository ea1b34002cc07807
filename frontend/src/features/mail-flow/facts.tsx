import { makeStyles, Subtitle2, Text, tokens } from '@fluentui/react-components';
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
  quiet: { color: tokens.colorNeutralForeground3 },
  value: { margin: 0, minWidth: 0 },
  mono: {
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    overflowWrap: 'anywhere',
  },
});

/** A titled part of the details. */
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

/** The engine's remarks begin small; one that begins with a tag (`p=none`) stays as it is. */
export const sentence = (text: string) =>
  /^[a-z]+\s/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;

/** Text as it stands in the DNS. */
export function Mono({ children }: { children: ReactNode }) {
  const styles = useStyles();
  return <Text className={styles.mono}>{children}</Text>;
}

export type Fact = readonly [label: string, value: ReactNode];

/** Names with their values. A value that is null is not known or not there, and left out. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  const styles = useStyles();
  const shown = facts.filter(([, value]) => value !== null && value !== '');
  return (
    <dl className={styles.list}>
      {shown.map(([label, value]) => [
        <dt key={label} className={styles.quiet}>
          {label}
        </dt>,
        <dd key={`${label} value`} className={styles.value}>
          {value}
        </dd>,
      ])}
    </dl>
  );
}
