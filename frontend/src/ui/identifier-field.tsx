import { Field, Input } from '@fluentui/react-components';

type IdentifierFieldProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint: string;
  error: string | undefined;
};

/** A text that is copied from elsewhere, such as the id of an application: no browser is to complete or correct it. */
export function IdentifierField({ label, value, onChange, hint, error }: IdentifierFieldProps) {
  return (
    <Field label={label} required hint={hint} validationMessage={error}>
      <Input
        value={value}
        onChange={(_, data) => onChange(data.value)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </Field>
  );
}
