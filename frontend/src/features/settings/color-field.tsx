import { Field, Input, makeStyles, tokens } from '@fluentui/react-components';
import { contrastWithWhite, isColor, ownColor, readableContrast } from './report-look.ts';

const useStyles = makeStyles({
  row: { display: 'flex', gap: tokens.spacingHorizontalS, alignItems: 'center' },
  text: { minWidth: 0, flexGrow: 1 },
  picker: { width: '48px', height: '32px', padding: 0, flexShrink: 0, cursor: 'pointer' },
});

type Props = { value: string; onChange: (color: string) => void; error: string | undefined };

function hintOf(value: string): string {
  if (value === '') return 'Empty: Tenantry’s own color.';
  if (!isColor(value)) return 'Such as #0f6cbd.';
  const contrast = contrastWithWhite(value);
  const ratio = `Contrast with white paper: ${contrast.toFixed(1)}:1.`;
  return contrast >= readableContrast
    ? `${ratio} Titles in this color are easy to read.`
    : `${ratio} Titles in this color are hard to read: choose a darker one.`;
}

/** A color, typed or picked, with how well it is read on paper. */
export function ColorField({ value, onChange, error }: Props) {
  const styles = useStyles();
  return (
    <div className={styles.row}>
      <Field className={styles.text} label="Color" hint={hintOf(value)} validationMessage={error}>
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
        value={isColor(value) ? value.toLowerCase() : ownColor}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
