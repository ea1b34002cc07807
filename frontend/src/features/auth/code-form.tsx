import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { SignInCode, signInWithCode } from '@tenantry/contract/auth';
import { type FormEvent, useEffect, useRef } from 'react';
import { call } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { enterSession } from '../../lib/session.ts';
import { InvalidForm } from '../../lib/use-field-errors.ts';
import { useForm } from '../../lib/use-form.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { TextField } from '../../ui/text-field.tsx';
import { FormNotice } from './form-notice.tsx';
import { signInErrorText } from './sign-in-error.ts';

const useStyles = makeStyles({ form: { display: 'grid', gap: tokens.spacingVerticalL } });

type Props = {
  /** Back to the password; `expired`: because this took too long. */
  onBack: (why: 'chosen' | 'expired') => void;
};

/** The second step of a sign-in, for accounts with an authenticator app. */
export function CodeForm({ onBack }: Props) {
  const styles = useStyles();
  const form = useRef<HTMLFormElement>(null);
  // The button that led here is gone, and the focus with it.
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const { values, field, sendChecked } = useForm({ code: '' }, ['code']);
  const { submit, pending, error } = useSubmit(() =>
    sendChecked(formErrors(SignInCode, values), async () => {
      try {
        const { user } = await call(signInWithCode, { body: values, tenantId: null, isSignInCall: true });
        await enterSession(user);
      } catch (thrown) {
        if (!(thrown instanceof ApiError) || thrown.code !== 'SIGN_IN_EXPIRED') throw thrown;
        onBack('expired');
      }
    }),
  );
  const send = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  return (
    <form ref={form} className={styles.form} onSubmit={send} noValidate aria-label="Authenticator code">
      <Text>Your password is right. Now enter a code.</Text>
      {error !== null && !(error instanceof InvalidForm) && (
        <FormNotice kind="error">{signInErrorText(error, 'Authentication')}</FormNotice>
      )}
      <TextField
        label="Code"
        autoComplete="one-time-code"
        hint="6 digits from your authenticator app, or a recovery code"
        {...field('code')}
      />
      <Button
        type="submit"
        appearance="primary"
        size="large"
        disabled={values.code.trim() === ''}
        disabledFocusable={pending}
      >
        {pending ? 'Signing in...' : 'Sign in'}
      </Button>
      <Button appearance="subtle" onClick={() => onBack('chosen')} disabledFocusable={pending}>
        Back
      </Button>
    </form>
  );
}
