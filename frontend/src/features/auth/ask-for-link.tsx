import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { askForClientLink } from '@tenantry/contract/client-sign-in';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { InvalidForm } from '../../lib/use-field-errors.ts';
import { useForm } from '../../lib/use-form.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { TextField } from '../../ui/text-field.tsx';
import { FormNotice } from './form-notice.tsx';
import { signInErrorText } from './sign-in-error.ts';

const useStyles = makeStyles({
  form: { display: 'grid', gap: tokens.spacingVerticalL },
});

/** Has a one-time link sent to an address. What is answered tells nobody whether the address is known. */
export function AskForLink() {
  const styles = useStyles();
  const [isAsked, setAsked] = useState(false);
  const { values, field, sendChecked } = useForm({ address: '' }, ['address']);
  const { submit, pending, error } = useSubmit(() =>
    sendChecked(formErrors(askForClientLink.body, values), async () => {
      await call(askForClientLink, { body: values, tenantId: null, isSignInCall: true });
      setAsked(true);
    }),
  );
  const send = (event: FormEvent) => {
    event.preventDefault();
    setAsked(false);
    void submit();
  };
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label="Get a link by mail">
      {error !== null && !(error instanceof InvalidForm) && (
        <FormNotice kind="error">{signInErrorText(error, 'Authentication')}</FormNotice>
      )}
      <TextField label="Your mail address" type="email" autoComplete="email" {...field('address')} />
      <Button type="submit" size="large" disabled={values.address.trim() === ''} disabledFocusable={pending}>
        {pending ? 'Sending…' : 'Email me a link'}
      </Button>
      {isAsked && (
        <FormNotice kind="info">
          If this address was invited, a link is on its way. It works once, for 15 minutes.
        </FormNotice>
      )}
    </form>
  );
}
