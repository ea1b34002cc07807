import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ComponentProps } from 'react';

const useStyles = makeStyles({
  root: { display: 'flex', flexWrap: 'wrap' },
  XS: { gap: tokens.spacingHorizontalXS },
  S: { gap: tokens.spacingHorizontalS },
  M: { gap: tokens.spacingHorizontalM },
  L: { gap: tokens.spacingHorizontalL },
  XXL: { gap: tokens.spacingHorizontalXXL },
  center: { alignItems: 'center' },
  'space-between': { justifyContent: 'space-between' },
});

type Props = ComponentProps<'div'> & {
  as?: 'div' | 'span';
  gap: 'XS' | 'S' | 'M' | 'L' | 'XXL';
  align?: 'center';
  justify?: 'space-between';
};

/** Parts beside each other, in more lines where there is no room. */
export function Row({ as: Element = 'div', gap, align, justify, className, ...rest }: Props) {
  const styles = useStyles();
  return (
    <Element
      {...rest}
      className={mergeClasses(styles.root, styles[gap], align && styles[align], justify && styles[justify], className)}
    />
  );
}
