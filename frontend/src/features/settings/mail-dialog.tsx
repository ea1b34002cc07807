import { Text } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import {
  changeMailSettings,
  type MailSecurity,
  type MailSettings,
  MailSignIn,
  MailWay,
} from '@tenantry/contract/mail-settings';
import { call } from '../../lib/api-client.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { showToast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { mailSecurityLabels, mailSignInLabels, mailWayLabels } from './mail-labels.ts';
import { mailSettingsQuery } from './settings-queries.ts';

const fields = ['fromAddress', 'fromName', 'host', 'port', 'user', 'password'];
const standardPort: Readonly<Record<MailSecurity, string>> = { starttls: '587', tls: '465' };

const valuesOf = ({ way, fromAddress, fromName, host, port, security, signIn, user }: MailSettings) => ({
  ...{ way, fromAddress, fromName, host, port: String(port), security, signIn, user, password: '' },
});
type Values = ReturnType<typeof valuesOf>;
type FieldOf = ReturnType<typeof useForm<Values>>['field'];

/** Sets from which mailbox mail leaves. */
export function MailDialog({ settings, onClose }: { settings: MailSettings; onClose: () => void }) {
  const client = useQueryClient();
  // A password is kept in no draft.
  const { values, change, field, sendChecked } = useForm<Values>(() => valuesOf(settings), fields);
  const { port, password, ...rest } = values;
  const { revision } = settings;
  const body = { ...rest, port: Number(port), revision, ...(password === '' ? {} : { password }) };
  const send = () =>
    sendChecked(formErrors(changeMailSettings.body, body), async () => {
      const saved = await call(changeMailSettings, { body, tenantId: null });
      client.setQueryData(mailSettingsQuery().queryKey, saved);
      showToast({
        title: 'Mail settings saved',
        body: saved.unavailable ?? 'Send a test to see whether mail arrives.',
        intent: 'success',
      });
    });
  return (
    <FormDialog open title="Mail settings" submitLabel="Save" onSubmit={send} onClose={onClose}>
      <SelectField label="Sent by" options={MailWay.options} labelOf={(way) => mailWayLabels[way]} {...field('way')} />
      {values.way !== 'off' && (
        <>
          <TextField label="From: address" type="email" required {...field('fromAddress')} />
          <TextField label="From: name" isProse {...field('fromName')} />
        </>
      )}
      {values.way === 'graph' && (
        <Text size={200}>
          The app registration of this installation sends from this mailbox. Exchange Online has to allow it that
          mailbox and no other.
        </Text>
      )}
      {values.way === 'smtp' && (
        <ServerFields values={values} change={change} field={field} hasPassword={settings.hasPassword} />
      )}
    </FormDialog>
  );
}

type ServerProps = { values: Values; change: (patch: Partial<Values>) => void; field: FieldOf; hasPassword: boolean };

function ServerFields({ values, change, field, hasPassword }: ServerProps) {
  return (
    <>
      <TextField label="Server" required hint="For example smtp.office365.com" {...field('host')} />
      <SelectField
        label="Encryption"
        options={['starttls', 'tls']}
        labelOf={(security) => mailSecurityLabels[security]}
        value={values.security}
        onChange={(security) => change({ security, port: standardPort[security] })}
      />
      <TextField label="Port" required {...field('port')} />
      <SelectField
        label="Sign-in"
        options={MailSignIn.options}
        labelOf={(signIn) => mailSignInLabels[signIn]}
        {...field('signIn')}
      />
      {values.signIn !== 'none' && (
        <TextField
          label="User"
          {...(values.signIn === 'oauth' ? { hint: 'The mailbox; without one the address that mail comes from.' } : {})}
          {...field('user')}
        />
      )}
      {values.signIn === 'password' && (
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint={
            hasPassword
              ? 'One is kept. Enter it again for another server, port or user.'
              : 'It is kept in the vault and never shown.'
          }
          {...field('password')}
        />
      )}
    </>
  );
}
