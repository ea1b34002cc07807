import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { Hint } from './muted.tsx';

const useStyles = makeStyles({
  list: { margin: 0, display: 'grid', gap: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}` },
  fact: { minWidth: 0 },
  value: { margin: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' },
});

type Props = {
  facts: readonly (readonly [name: string, value: ReactNode])[];
  /** A column's least width. */
  columnPx: number;
};

/** Values below their names, side by side as far as there is room. */
export function FactGrid({ facts, columnPx }: Props) {
  const styles = useStyles();
  return (
    <dl
      className={styles.list}
      style={{ gridTemplateColumns: `repeat(auto-fit, minmax(min(100%, ${columnPx}px), 1fr))` }}
    >
      {facts.map(([name, value]) => (
        <div key={name} className={styles.fact}>
          <dt>
            <Hint>{name}</Hint>
          </dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
