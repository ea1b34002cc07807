import { Button, Field, Input, makeStyles, tokens } from '@fluentui/react-components';
import { SaveRegular } from '@fluentui/react-icons/svg/save';
import { useQueryClient } from '@tanstack/react-query';
import { type GraphSettings, saveGraphSettings } from '@tenantry/contract/graph-tools';
import type { FormEvent } from 'react';
import type * as z from 'zod/mini';
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

type Settings = z.infer<typeof GraphSettings>;
type Values = { clientId: string; tenantId: string; partnerCenterScopes: string; secret: string; lastDay: string };

const fields = ['clientId', 'tenantId', 'partnerCenterScopes', 'clientSecret', 'secretExpiresAt'];
const failedTitle = 'Failed to save settings';

const useStyles = makeStyles({
  form: { display: 'grid', gap: tokens.spacingVerticalL, gridTemplateColumns: 'minmax(0, 1fr)', maxWidth: '720px' },
  button: { justifySelf: 'start' },
  day: { maxWidth: '280px' },
});

const valuesOf = ({ clientId, tenantId, partnerCenterScopes, secretExpiresAt }: Settings): Values => ({
  clientId,
  tenantId,
  partnerCenterScopes,
  secret: '',
  lastDay: secretExpiresAt === null ? '' : dayOf(new Date(secretExpiresAt)),
});

/** The end of the day that stands in the field: as the server has it where nobody has changed it, null where there is none. */
function expiryOf(values: Values, settings: Settings): string | null {
  return values.lastDay === valuesOf(settings).lastDay && values.secret === ''
    ? settings.secretExpiresAt
    : endOfDay(values.lastDay);
}

function bodyOf(values: Values, settings: Settings) {
  const { secret, lastDay: _, clientId, tenantId, partnerCenterScopes } = values;
  return {
    clientId: clientId.trim(),
    tenantId: tenantId.trim(),
    partnerCenterScopes: partnerCenterScopes.trim(),
    ...(secret === '' ? {} : { clientSecret: secret }),
    secretExpiresAt: expiryOf(values, settings),
  };
}

function tellFailure(error: unknown): void {
  // What is wrong with a field is said at the field.
  if (error instanceof InvalidForm || wasCanceled(error)) return;
  showToast({ title: failedTitle, body: (error instanceof ApiError && error.message) || undefined, intent: 'error' });
}

const draft: Draft<Values> = { name: 'graph-settings', secrets: ['secret'] };

/** The registration of this installation, to be changed. The secret goes in and never comes out again. */
export function GraphSettingsForm({ settings }: { settings: Settings }) {
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
      showToast({ title: 'Settings Saved', body: 'The Graph API settings were saved.', intent: 'success' });
    } catch (error) {
      tellFailure(error);
    }
  });
  // The day of the secret before it is not the day of a new one.
  const changeSecret = (secret: string) => change(values.secret === '' ? { secret, lastDay: '' } : { secret });
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
      <PasswordField
        label="Client secret"
        value={values.secret}
        onChange={changeSecret}
        autoComplete="new-password"
        hint={
          settings.hasClientSecret
            ? 'Leave blank to keep the existing secret'
            : 'Optional. None is saved yet; without one, nothing can be read from Microsoft'
        }
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
