import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Credential, saveCredentials } from '@tenantry/contract/connections';
import { useState } from 'react';
import { call } from '../lib/api-client.ts';
import { endOfDay } from '../lib/calendar-day.ts';
import { formErrors } from '../lib/form-errors.ts';
import { invalidateTenant } from '../lib/invalidate-tenant.ts';
import { credentialQuery } from '../lib/m365-queries.ts';
import { reloadTenants } from '../lib/session.ts';
import { useFieldErrors } from '../lib/use-field-errors.ts';
import { ErrorPanel } from './error-panel.tsx';
import { FormDialog } from './form-dialog.tsx';
import { type CredentialForm, GraphCredentialsFields, graphCredentialFields } from './graph-credentials-fields.tsx';
import { showToast } from './toast.ts';

type Props = { tenantId: string; onClose: () => void };

const title = 'Graph Credentials';
const submitLabel = 'Save Credentials';

/** What the form begins with. Who has credentials keeps the world that they are for; who has none begins simulated. */
const valuesOf = (credential: Credential): CredentialForm => ({
  clientId: credential.hasOwnApp ? (credential.clientId ?? '') : '',
  clientSecret: '',
  tenantId: credential.entraTenantId,
  useMock: credential.isMock || credential.status === 'unknown',
  // A secret is always a new one here, with a day of its own.
  lastDay: '',
  environment: credential.environment,
});

function bodyOf({ lastDay, ...values }: CredentialForm) {
  return {
    ...values,
    clientId: values.clientId.trim(),
    clientSecret: values.clientSecret.trim(),
    tenantId: values.tenantId.trim(),
    secretExpiresAt: endOfDay(lastDay),
  };
}

function useSave(tenantId: string) {
  const client = useQueryClient();
  const { errors, sendChecked } = useFieldErrors(graphCredentialFields);
  const send = async (body: ReturnType<typeof bodyOf>) => {
    try {
      await call(saveCredentials, { body, tenantId });
    } catch (error) {
      const text = 'Failed to save credentials. Please check your inputs and try again.';
      showToast({ title: 'Error', body: text, intent: 'error' });
      throw error;
    }
    // Whether it is simulated decides on what every page shows.
    void invalidateTenant(client, tenantId);
    void reloadTenants();
    const text = 'Microsoft Graph API credentials have been updated successfully.';
    showToast({ title: 'Credentials Saved', body: text, intent: 'success' });
  };
  const save = async (values: CredentialForm) => {
    const body = bodyOf(values);
    await sendChecked(formErrors(saveCredentials.body, body), () => send(body));
  };
  return { errors, save };
}

/** The app registration with which a tenant is reached. Its secret goes in and never comes out again. */
export function GraphCredentialsDialog({ tenantId, onClose }: Props) {
  const query = useQuery(credentialQuery(tenantId));
  // Opened with its fields, so that the keyboard begins in the first of them.
  if (query.isPending) return null;
  if (query.data === undefined) return <NotLoaded query={query} onClose={onClose} />;
  return <CredentialsForm credential={query.data} tenantId={tenantId} onClose={onClose} />;
}

function CredentialsForm({ credential, tenantId, onClose }: Props & { credential: Credential }) {
  const { errors, save } = useSave(tenantId);
  // As it was when the dialog opened: nothing that comes in later changes what is being typed.
  const [known] = useState(credential);
  const [values, setValues] = useState(() => valuesOf(known));
  return (
    <FormDialog
      open
      title={`${title}: ${known.tenantName}`}
      submitLabel={submitLabel}
      onSubmit={() => save(values)}
      onClose={onClose}
    >
      <GraphCredentialsFields
        credential={known}
        values={values}
        onChange={(patch) => setValues((before) => ({ ...before, ...patch }))}
        errors={errors}
      />
    </FormDialog>
  );
}

type NotLoadedProps = { query: { error: unknown; refetch: () => unknown }; onClose: () => void };

function NotLoaded({ query, onClose }: NotLoadedProps) {
  return (
    <FormDialog
      open
      title={title}
      submitLabel={submitLabel}
      submitDisabled
      onSubmit={() => Promise.resolve()}
      onClose={onClose}
    >
      <ErrorPanel
        title="The credentials could not be loaded"
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    </FormDialog>
  );
}
