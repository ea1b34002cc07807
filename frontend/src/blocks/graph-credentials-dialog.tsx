import { makeStyles, Spinner } from '@fluentui/react-components';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Credential, saveCredentials } from '@tenantry/contract/connections';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { call } from '../lib/api-client.ts';
import { endOfDay } from '../lib/calendar-day.ts';
import { draftOver } from '../lib/form-drafts.ts';
import { formErrors } from '../lib/form-errors.ts';
import { invalidateTenant } from '../lib/invalidate-tenant.ts';
import { reloadTenants } from '../lib/session.ts';
import { showToast } from '../lib/toast.ts';
import { useDraft } from '../lib/use-draft.ts';
import { useFieldErrors } from '../lib/use-field-errors.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { credentialQuery } from './credential-query.ts';
import { type CredentialForm, GraphCredentialsFields, graphCredentialFields } from './graph-credentials-fields.tsx';

type Props = { tenantId: string; onClose: () => void };

const useStyles = makeStyles({ fields: { display: 'contents' } });

const title = 'Graph Credentials';

type Begun = { credential: Credential; values: CredentialForm };

/** What the form begins with. A tenant with credentials keeps its mode; one without begins simulated. */
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

const draftName = (tenantId: string) => `credentials:${tenantId}`;
const secrets = ['clientSecret'] as const;

/** What is half typed, but for the secret, is there again after the session has ended. */
function KeepDraft({ tenantId, credential, values }: Begun & { tenantId: string }) {
  const [start] = useState(() => valuesOf(credential));
  useDraft({ name: draftName(tenantId), secrets }, start, values);
  return null;
}

/** The app registration with which a tenant is reached. Its secret goes in and never comes out again. */
export function GraphCredentialsDialog({ tenantId, onClose }: Props) {
  const query = useQuery(credentialQuery(tenantId));
  const { errors, save } = useSave(tenantId);
  const [begun, setBegun] = useState<Begun | null>(null);
  // As it was when it was loaded: nothing that comes in later changes what is being typed.
  if (begun === null && query.data !== undefined) {
    setBegun({ credential: query.data, values: draftOver(draftName(tenantId), valuesOf(query.data)) });
  }
  const change = (patch: Partial<CredentialForm>) =>
    setBegun((before) => before && { ...before, values: { ...before.values, ...patch } });
  return (
    <FormDialog
      open
      title={begun === null ? title : `${title}: ${begun.credential.tenantName}`}
      submitLabel="Save Credentials"
      submitDisabled={begun === null}
      onSubmit={async () => {
        if (begun !== null) await save(begun.values);
      }}
      onClose={onClose}
    >
      {begun === null ? (
        <QueryState
          query={query}
          loading={<Spinner label="Loading the credentials" />}
          errorTitle="The credentials could not be loaded"
        >
          {() => null}
        </QueryState>
      ) : (
        <FocusFirstField>
          <KeepDraft tenantId={tenantId} {...begun} />
          <GraphCredentialsFields
            credential={begun.credential}
            values={begun.values}
            onChange={change}
            errors={errors}
          />
        </FocusFirstField>
      )}
    </FormDialog>
  );
}

/** The dialog opens before its fields are there: once they are, the keyboard begins in the first of them. */
function FocusFirstField({ children }: { children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => root.current?.querySelector('input')?.focus(), []);
  return (
    <div ref={root} className={useStyles().fields}>
      {children}
    </div>
  );
}
