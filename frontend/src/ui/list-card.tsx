import { Card, makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode, Ref } from 'react';

const useStyles = makeStyles({
  root: { padding: tokens.spacingHorizontalXL, gap: tokens.spacingVerticalL, minWidth: 0 },
});

type Props = {
  label: string;
  /** Takes the keyboard where what had it is gone (see `useOpened`). */
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
};

/** A list with its filters, on a card without a title. */
export function ListCard({ label, ref, children }: Props) {
  const styles = useStyles();
  return (
    <Card className={styles.root} ref={ref} tabIndex={ref ? -1 : undefined} role="region" aria-label={label}>
      {children}
    </Card>
  );
}
