import { Field, Input } from '@fluentui/react-components';

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** By default the browser completes nothing. */
  autoComplete?: string;
  type?: 'text' | 'email';
  required?: boolean;
  /** Words of a language, which the browser may capitalize and correct. */
  isProse?: boolean;
  hint?: string;
  error?: string;
};

/** A line of text: a name or an id, or prose. */
export function TextField(props: Props) {
  const { label, required, hint, error, onChange, autoComplete = 'off', isProse = false, ...input } = props;
  return (
    <Field label={label} required={required} hint={hint} validationMessage={error}>
      <Input
        {...input}
        onChange={(_, data) => onChange(data.value)}
        autoComplete={autoComplete}
        {...(isProse ? {} : { autoCapitalize: 'none', spellCheck: false })}
      />
    </Field>
  );
}
