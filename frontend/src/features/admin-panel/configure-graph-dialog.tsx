import { useQueryClient } from '@tanstack/react-query';
import { type GraphSettings, saveGraphSettings } from '@tenantry/contract/graph-tools';
import type * as z from 'zod/mini';
import { graphSettingsQuery } from '../../blocks/graph-settings-query.ts';
import { call } from '../../lib/api-client.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { showToast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';

type Settings = z.infer<typeof GraphSettings>;
type Values = { clientId: string; tenantId: string; clientSecret: string };

const hints = {
  none: undefined,
  secret: 'Leave blank to keep the existing secret',
  certificate: 'Leave blank to keep the certificate that is in use',
};

const fields = ['clientId', 'tenantId', 'clientSecret'];

/** A new secret ends on a day that nobody has said yet; what is not in the form stays. */
function bodyOf({ clientId, tenantId, clientSecret }: Values, { partnerCenterScopes }: Settings) {
  return {
    clientId: clientId.trim(),
    tenantId: tenantId.trim(),
    partnerCenterScopes,
    ...(clientSecret === '' ? {} : { clientSecret, secretExpiresAt: null }),
  };
}

/** The registration of this installation in short. */
export function ConfigureGraphDialog({ settings, onClose }: { settings: Settings; onClose: () => void }) {
  const client = useQueryClient();
  const { clientId, tenantId } = settings;
  const { values, field, sendChecked } = useForm<Values>({ clientId, tenantId, clientSecret: '' }, fields);
  const save = async () => {
    const body = bodyOf(values, settings);
    const saved = await sendChecked(formErrors(saveGraphSettings.body, body), () =>
      call(saveGraphSettings, { body, tenantId: null }),
    );
    client.setQueryData(graphSettingsQuery().queryKey, saved);
    showToast({ title: 'Settings Saved', body: 'The Graph API settings were saved.', intent: 'success' });
  };
  return (
    <FormDialog open title="Configure Microsoft Graph API" submitLabel="Save" onSubmit={save} onClose={onClose}>
      <TextField label="Client ID" required {...field('clientId')} />
      <TextField label="Tenant ID" required {...field('tenantId')} />
      <PasswordField
        label="Client Secret"
        autoComplete="new-password"
        hint={hints[settings.credential]}
        {...field('clientSecret')}
      />
    </FormDialog>
  );
}
