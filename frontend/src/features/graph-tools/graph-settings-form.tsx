import { Button, Field, Input, makeStyles, Radio, RadioGroup, tokens } from '@fluentui/react-components';
import { SaveRegular } from '@fluentui/react-icons/svg/save';
import { useQueryClient } from '@tanstack/react-query';
import { saveGraphSettings } from '@tenantry/contract/graph-tools';
import type { FormEvent } from 'react';
import { graphSettingsQuery } from '../../blocks/graph-settings-query.ts';
import { RecordBlock } from '../../blocks/record-block.tsx';
import { call } from '../../lib/api-client.ts';
import { ApiError, wasCanceled } from '../../lib/api-error.ts';
import { dayOf, endOfDay } from '../../lib/calendar-day.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { showToast } from '../../lib/toast.ts';
import type { Draft } from '../../lib/use-draft.ts';
import { InvalidForm } from '../../lib/use-field-errors.ts';
import { useForm } from '../../lib/use-form.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { CertificateField } from './certificate-field.tsx';
import type { Settings } from './setup-steps.ts';

type Proof = 'certificate' | 'secret';
type Values = {
  clientId: string;
  tenantId: string;
  partnerCenterScopes: string;
  proof: Proof;
  secret: string;
  certificate: string;
  lastDay: string;
};

const fields = ['clientId', 'tenantId', 'partnerCenterScopes', 'clientSecret', 'certificate', 'secretExpiresAt'];
const failedTitle = 'Failed to save settings';

const useStyles = makeStyles({
  form: { display: 'grid', gap: tokens.spacingVerticalL, gridTemplateColumns: 'minmax(0, 1fr)', maxWidth: '720px' },
  button: { justifySelf: 'start' },
  day: { maxWidth: '280px' },
});

const valuesOf = ({ clientId, tenantId, partnerCenterScopes, secretExpiresAt, credential }: Settings): Values => ({
  clientId,
  tenantId,
  partnerCenterScopes,
  proof: credential === 'secret' ? 'secret' : 'certificate',
  secret: '',
  certificate: '',
  lastDay: secretExpiresAt === null || credential === 'certificate' ? '' : dayOf(new Date(secretExpiresAt)),
});

/** The end of the day that stands in the field: as the server has it where nobody has changed it, null where there is none. */
function expiryOf(values: Values, settings: Settings): string | null {
  return values.lastDay === valuesOf(settings).lastDay && values.secret === ''
    ? settings.secretExpiresAt
    : endOfDay(values.lastDay);
}

function bodyOf(values: Values, settings: Settings) {
  const { secret, certificate, proof, clientId, tenantId, partnerCenterScopes } = values;
  return {
    clientId: clientId.trim(),
    tenantId: tenantId.trim(),
    partnerCenterScopes: partnerCenterScopes.trim(),
    // Of the two, what is in sight: a secret that was typed before the other was chosen is not meant.
    ...(proof === 'certificate'
      ? certificate.trim() !== '' && { certificate }
      : { ...(secret !== '' && { clientSecret: secret }), secretExpiresAt: expiryOf(values, settings) }),
  };
}

function tellFailure(error: unknown): void {
  // What is wrong with a field is said at the field.
  if (error instanceof InvalidForm || wasCanceled(error)) return;
  showToast({ title: failedTitle, body: (error instanceof ApiError && error.message) || undefined, intent: 'error' });
}

const draft: Draft<Values> = { name: 'graph-settings', secrets: ['secret', 'certificate'] };

/** The registration of this installation, to be changed. The secret goes in and never comes out again. */
export function GraphSettingsForm({ settings, onSaved }: { settings: Settings; onSaved: () => void }) {
  const styles = useStyles();
  const client = useQueryClient();
  const { values, change, field, errors, sendChecked } = useForm(() => valuesOf(settings), fields, draft);
  const { submit, pending } = useSubmit(async () => {
    const body = bodyOf(values, settings);
    try {
      const saved = await sendChecked(formErrors(saveGraphSettings.body, body), () =>
        call(saveGraphSettings, { body, tenantId: null }),
      );
      client.setQueryData(graphSettingsQuery().queryKey, saved);
      change(valuesOf(saved));
      onSaved();
      showToast({ title: 'Settings Saved', body: 'The Graph API settings were saved.', intent: 'success' });
    } catch (error) {
      tellFailure(error);
    }
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  return (
    <form className={styles.form} onSubmit={send} noValidate>
      <TextField
        label="Client ID"
        required
        hint="Application (client) ID of the app registration"
        {...field('clientId')}
      />
      <TextField
        label="Tenant ID"
        required
        hint="Directory (tenant) ID in which the application is registered"
        {...field('tenantId')}
      />
      <RecordBlock
        name="Redirect URI (enter it in the app registration, as a web platform)"
        value={settings.redirectUri}
      />
      <TextField
        label="Partner Center scopes"
        hint="Scope that partner sync requests; blank for https://graph.microsoft.com/.default"
        {...field('partnerCenterScopes')}
      />
      <Field label="Credential of the application">
        <RadioGroup value={values.proof} onChange={(_, data) => change({ proof: proofOf(data.value) })}>
          <Radio value="certificate" label="A certificate (recommended)" />
          <Radio value="secret" label="A client secret" />
        </RadioGroup>
      </Field>
      {values.proof === 'certificate' ? (
        <CertificateField
          value={values.certificate}
          onChange={(certificate) => change({ certificate })}
          hint={`${settings.credential === 'certificate' ? 'Leave blank to keep the certificate in use. ' : ''}It is kept in the vault and never shown again.`}
          error={errors.certificate}
        />
      ) : (
        <SecretFields {...{ settings, values, change, errors }} />
      )}
      <Button
        className={styles.button}
        type="submit"
        appearance="primary"
        icon={<SaveRegular />}
        disabledFocusable={pending}
      >
        {pending ? 'Saving…' : 'Save Settings'}
      </Button>
    </form>
  );
}

const proofOf = (value: string): Proof => (value === 'secret' ? 'secret' : 'certificate');

type SecretProps = {
  settings: Settings;
  values: Values;
  change: (patch: Partial<Values>) => void;
  errors: Record<string, string>;
};

function SecretFields({ settings, values, change, errors }: SecretProps) {
  const styles = useStyles();
  // The day of the secret before it is not the day of a new one.
  const changeSecret = (secret: string) => change(values.secret === '' ? { secret, lastDay: '' } : { secret });
  return (
    <>
      <PasswordField
        label="Client secret"
        value={values.secret}
        onChange={changeSecret}
        autoComplete="new-password"
        hint={secretHints[settings.credential]}
        error={errors.clientSecret}
      />
      <Field
        className={styles.day}
        label="Client secret expires on"
        hint="As shown in Entra ID. Leave blank if unknown. You are warned 30 days before."
        validationMessage={errors.secretExpiresAt}
      >
        <Input type="date" value={values.lastDay} onChange={(_, data) => change({ lastDay: data.value })} />
      </Field>
    </>
  );
}

const secretHints: Record<Settings['credential'], string> = {
  secret: 'Leave blank to keep the existing secret',
  certificate: 'Leave blank to keep the certificate in use',
  none: 'Optional. None is saved yet; without one or a certificate, nothing can be read from Microsoft',
};
