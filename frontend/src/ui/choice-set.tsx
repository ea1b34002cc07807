import { makeStyles, Text, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  set: { border: 'none', margin: 0, padding: 0, minWidth: 0 },
  legend: { padding: 0, paddingBottom: tokens.spacingVerticalXXS },
  error: { color: tokens.colorPaletteRedForeground1 },
});

type Props = { label: string; required?: boolean; error?: string | undefined; children: ReactNode };

/** Boxes under one name. Within a field of the kit each of them would be called, and found, by the field's label instead of its own. */
export function ChoiceSet({ label, required = false, error, children }: Props) {
  const styles = useStyles();
  return (
    <fieldset className={styles.set}>
      <legend className={styles.legend}>
        {label}
        {required && <span aria-hidden> *</span>}
      </legend>
      {children}
      {error !== undefined && (
        <Text role="alert" size={200} className={styles.error}>
          {error}
        </Text>
      )}
    </fieldset>
  );
}

/** What is chosen once a box was pressed. */
export const toggled = (chosen: readonly string[], id: string, isOn: boolean): string[] =>
  isOn ? [...chosen, id] : chosen.filter((one) => one !== id);
