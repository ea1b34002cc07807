import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ComponentProps } from 'react';

const useStyles = makeStyles({
  root: { listStyle: 'none', margin: 0, padding: 0 },
  grid: { display: 'grid' },
  XXS: { gap: tokens.spacingVerticalXXS },
  XS: { gap: tokens.spacingVerticalXS },
  S: { gap: tokens.spacingVerticalS },
  M: { gap: tokens.spacingVerticalM },
  L: { gap: tokens.spacingVerticalL },
});

type Props = Omit<ComponentProps<'ul'>, 'ref'> & {
  as?: 'ul' | 'ol';
  /** Between the items; without it they stand as the browser puts them. */
  gap?: 'XXS' | 'XS' | 'S' | 'M' | 'L';
};

/** A list without marks. */
export function PlainList({ as: Element = 'ul', gap, className, ...rest }: Props) {
  const styles = useStyles();
  return <Element {...rest} className={mergeClasses(styles.root, gap && styles.grid, gap && styles[gap], className)} />;
}
