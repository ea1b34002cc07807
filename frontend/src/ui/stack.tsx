import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ComponentProps } from 'react';

const useStyles = makeStyles({
  root: { display: 'grid' },
  XXS: { gap: tokens.spacingVerticalXXS },
  XS: { gap: tokens.spacingVerticalXS },
  S: { gap: tokens.spacingVerticalS },
  M: { gap: tokens.spacingVerticalM },
  L: { gap: tokens.spacingVerticalL },
  XXL: { gap: tokens.spacingVerticalXXL },
});

type Props = ComponentProps<'div'> & { gap: 'XXS' | 'XS' | 'S' | 'M' | 'L' | 'XXL' };

/** Parts below each other. */
export function Stack({ gap, className, ...div }: Props) {
  const styles = useStyles();
  return <div {...div} className={mergeClasses(styles.root, styles[gap], className)} />;
}
