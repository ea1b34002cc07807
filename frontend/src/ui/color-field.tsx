import { Field, Input, makeStyles, tokens } from '@fluentui/react-components';
import { isColor } from '../lib/color.ts';

const useStyles = makeStyles({
  row: { display: 'flex', gap: tokens.spacingHorizontalS, alignItems: 'center' },
  text: { minWidth: 0, flexGrow: 1 },
  picker: { width: '48px', height: '32px', padding: 0, flexShrink: 0, cursor: 'pointer' },
});

type Props = {
  value: string;
  onChange: (color: string) => void;
  /** Where the picker begins while there is none. */
  initial: string;
  hint: string;
  error: string | undefined;
};

/** A color, typed or picked. */
export function ColorField({ value, onChange, initial, hint, error }: Props) {
  const styles = useStyles();
  return (
    <div className={styles.row}>
      <Field className={styles.text} label="Color" hint={hint} validationMessage={error}>
        <Input
          className={styles.text}
          value={value}
          onChange={(_, data) => onChange(data.value.trim())}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <input
        type="color"
        aria-label="Pick a color"
        className={styles.picker}
        value={isColor(value) ? value.toLowerCase() : initial}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
