import { Field, Input } from '@fluentui/react-components';

type Props = {
  label: string;
  /** `YYYY-MM-DD`, or '' for none. */
  value: string;
  onChange: (value: string) => void;
  hint?: string;
  error?: string;
};

/** A day of the calendar. */
export function DayField({ label, value, onChange, hint, error }: Props) {
  return (
    <Field label={label} hint={hint} validationMessage={error}>
      <Input type="date" value={value} onChange={(_, data) => onChange(data.value)} />
    </Field>
  );
}
