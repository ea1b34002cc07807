import { createDarkTheme, createLightTheme, FluentProvider, makeStyles, tokens } from '@fluentui/react-components';
import { type ReactNode, useMemo } from 'react';
import { useShownTheme } from '../../lib/theme-choice.ts';
import { brandRampOf } from './brand-ramp.ts';

const useStyles = makeStyles({
  // On an element of its own: Fluent repeats the provider's own class on everything that it renders in a portal.
  canvas: { minHeight: '100vh', backgroundColor: tokens.colorNeutralBackground2 },
  line: { height: '4px', backgroundColor: tokens.colorBrandBackground },
});

type Props = {
  /** Null: Tenantry's own. */
  color: string | null;
  children: ReactNode;
};

/** The room in the provider's color: its exact tone as a line, and shades of it that can be read wherever there is text. */
export function RoomTheme({ color, children }: Props) {
  const styles = useStyles();
  const shown = useShownTheme();
  const theme = useMemo(() => {
    // High contrast has colors of its own, which nobody's brand goes above.
    if (color === null || shown === 'contrast') return undefined;
    return shown === 'dark' ? createDarkTheme(brandRampOf(color)) : createLightTheme(brandRampOf(color));
  }, [color, shown]);
  return (
    <FluentProvider theme={theme}>
      <div className={styles.canvas}>
        <div className={styles.line} style={color === null ? undefined : { backgroundColor: color }} />
        {children}
      </div>
    </FluentProvider>
  );
}
