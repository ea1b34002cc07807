import { Field, Input } from '@fluentui/react-components';

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  autoComplete: string;
  type?: 'text' | 'email';
  hint?: string;
  error?: string;
};

/** A required line of text in a sign-in form. */
export function TextField({ label, value, onChange, autoComplete, type = 'text', hint, error }: Props) {
  return (
    <Field label={label} required hint={hint} validationMessage={error}>
      <Input
        type={type}
        value={value}
        onChange={(_, data) => onChange(data.value)}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
      />
    </Field>
  );
}
