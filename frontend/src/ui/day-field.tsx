import { Field, Input, makeStyles } from '@fluentui/react-components';
import { fieldLabel } from './visually-hidden.tsx';

const useStyles = makeStyles({ input: { minWidth: 0, width: '100%' } });

type Props = {
  label: string;
  /** `YYYY-MM-DD`, or '' for none. */
  value: string;
  onChange: (value: string) => void;
  /** For screen readers alone: a table has the label in its head. */
  isLabelHidden?: boolean;
  hint?: string;
  error?: string;
};

/** A day of the calendar. */
export function DayField({ label, isLabelHidden, value, onChange, hint, error }: Props) {
  return (
    <Field label={fieldLabel(label, isLabelHidden)} hint={hint} validationMessage={error}>
      <Input className={useStyles().input} type="date" value={value} onChange={(_, data) => onChange(data.value)} />
    </Field>
  );
}
