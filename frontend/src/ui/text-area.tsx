import { Field, Textarea } from '@fluentui/react-components';
import type { ReactElement } from 'react';

type Props = {
  label: string | ReactElement;
  value: string;
  onChange: (value: string) => void;
  rows?: number;
  required?: boolean;
  hint?: string;
  error?: string;
};

/** Text of several lines. */
export function TextArea({ label, value, onChange, rows = 3, required, hint, error }: Props) {
  return (
    <Field label={label} required={required} hint={hint} validationMessage={error}>
      <Textarea value={value} onChange={(_, data) => onChange(data.value)} rows={rows} resize="vertical" />
    </Field>
  );
}
