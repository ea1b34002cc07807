import { makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components';
import type { ComponentProps } from 'react';

const useStyles = makeStyles({ root: { color: tokens.colorNeutralForeground3 } });

type Props = ComponentProps<typeof Text>;

/** Text that stands back behind what it explains. */
export function Muted({ className, ...text }: Props) {
  const styles = useStyles();
  return <Text {...text} className={mergeClasses(styles.root, className)} />;
}

/** The same in small: a line below a name, a figure or a field. */
export function Hint(props: Props) {
  return <Muted size={200} {...props} />;
}
