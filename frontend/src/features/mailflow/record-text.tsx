import { makeStyles, Text, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  mono: {
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    overflowWrap: 'anywhere',
  },
});

/** The engine's remarks begin small; one that begins with a tag (`p=none`) stays as it is. */
export const sentence = (text: string) =>
  /^[a-z]+\s/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;

/** Text as it stands in the DNS. */
export function Mono({ children }: { children: ReactNode }) {
  const styles = useStyles();
  return <Text className={styles.mono}>{children}</Text>;
}
