import { Button, makeStyles, tokens } from '@fluentui/react-components';
import type { register, setUpFirstAdmin } from '@tenantry/contract/first-admin';
import type { FormEvent, ReactNode } from 'react';
import { PasswordChecklist, type PasswordRule } from '../../blocks/password-checklist.tsx';
import { call } from '../../lib/api-client.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { enterSession } from '../../lib/session.ts';
import { InvalidForm } from '../../lib/use-field-errors.ts';
import { useForm } from '../../lib/use-form.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { FormNotice } from './form-notice.tsx';

const useStyles = makeStyles({ form: { display: 'grid', gap: tokens.spacingVerticalL } });

const blank = { username: '', email: '', displayName: '', password: '', confirmPassword: '', setupCode: '' };

type Props = {
  endpoint: typeof register | typeof setUpFirstAdmin;
  needsSetupCode: boolean;
  /** Names the form for screen readers. */
  label: string;
  submitLabel: string;
  submittingLabel: string;
  passwordHint?: string;
  /** Shown live; the form can be sent once they hold and nothing is blank. */
  passwordRules?: readonly PasswordRule[];
  confirmsPassword?: boolean;
  onDone?: () => void;
  onError?: (error: unknown) => void;
  /** The notice for an error; none where `onError` shows it elsewhere. */
  errorText?: (error: unknown) => string;
  children?: ReactNode;
};

/** Creates the first administrator and signs them in. */
export function FirstAdminForm(props: Props) {
  const { endpoint, needsSetupCode, passwordRules, confirmsPassword = false, errorText } = props;
  const styles = useStyles();
  const { values, field, sendChecked } = useForm(blank, []);
  const { submit, pending, error } = useSubmit(async () => {
    const { confirmPassword, setupCode, ...account } = values;
    const body = {
      ...account,
      ...(confirmsPassword && { confirmPassword }),
      ...(needsSetupCode && { setupCode }),
    };
    try {
      await sendChecked(formErrors(endpoint.body, body), async () => {
        const { user } = await call(endpoint, { body, tenantId: null, isSignInCall: true });
        await enterSession(user);
      });
      props.onDone?.();
    } catch (thrown) {
      if (!(thrown instanceof InvalidForm)) props.onError?.(thrown);
      throw thrown;
    }
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  const asked = [values.username, values.email, values.displayName, ...(needsSetupCode ? [values.setupCode] : [])];
  const isReady =
    passwordRules === undefined ||
    (asked.every((value) => value.trim() !== '') && passwordRules.every(({ holds }) => holds(values.password)));
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label={props.label}>
      {error !== null && !(error instanceof InvalidForm) && errorText && (
        <FormNotice kind="error">{errorText(error)}</FormNotice>
      )}
      <TextField label="Username" required autoComplete="username" {...field('username')} />
      <TextField label="Email" required type="email" autoComplete="email" {...field('email')} />
      <TextField label="Display name" required autoComplete="name" {...field('displayName')} />
      <PasswordField
        label="Password"
        required
        hint={props.passwordHint}
        autoComplete="new-password"
        {...field('password')}
      />
      {passwordRules && <PasswordChecklist rules={passwordRules} password={values.password} />}
      {confirmsPassword && (
        <PasswordField label="Confirm password" required autoComplete="new-password" {...field('confirmPassword')} />
      )}
      {needsSetupCode && (
        <TextField label="Setup code" required hint="The code set when Tenantry was deployed" {...field('setupCode')} />
      )}
      <Button type="submit" appearance="primary" size="large" disabled={!isReady} disabledFocusable={pending}>
        {pending ? props.submittingLabel : props.submitLabel}
      </Button>
      {props.children}
    </form>
  );
}
