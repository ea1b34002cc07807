import { Button, Field, Input } from '@fluentui/react-components';
import { EyeRegular } from '@fluentui/react-icons/svg/eye';
import { EyeOffRegular } from '@fluentui/react-icons/svg/eye-off';
import { useState } from 'react';

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  autoComplete: 'current-password' | 'new-password';
  required?: boolean;
  hint?: string;
  error?: string;
};

/** A password with a button that shows and hides it. */
export function PasswordField({ label, value, onChange, autoComplete, required, hint, error }: Props) {
  const [isShown, setShown] = useState(false);
  const action = isShown ? 'Hide' : 'Show';
  return (
    <Field label={label} required={required} hint={hint} validationMessage={error}>
      <Input
        type={isShown ? 'text' : 'password'}
        value={value}
        onChange={(_, data) => onChange(data.value)}
        autoComplete={autoComplete}
        spellCheck={false}
        autoCapitalize="none"
        contentAfter={
          <Button
            appearance="transparent"
            size="small"
            icon={isShown ? <EyeOffRegular /> : <EyeRegular />}
            aria-label={`${action} ${label.toLowerCase()}`}
            onClick={() => setShown(!isShown)}
          />
        }
      />
    </Field>
  );
}
