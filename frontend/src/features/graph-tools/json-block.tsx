import { makeStyles, tokens } from '@fluentui/react-components';
import { useMemo } from 'react';

const useStyles = makeStyles({
  root: {
    margin: 0,
    padding: tokens.spacingHorizontalM,
    maxHeight: '60vh',
    overflow: 'auto',
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground2,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase300,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    ':focus-visible': { outline: `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}` },
  },
});

/** A value as JSON, to be scrolled through by mouse and keyboard. */
export function JsonBlock({ label, value }: { label: string; value: unknown }) {
  const styles = useStyles();
  const text = useMemo(() => JSON.stringify(value, null, 2), [value]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard (WCAG 2.1.1)
    <section className={styles.root} aria-label={label} tabIndex={0}>
      <code>{text}</code>
    </section>
  );
}
