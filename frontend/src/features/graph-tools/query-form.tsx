import { Button, Field, Input, makeStyles, Select, tokens } from '@fluentui/react-components';
import { PlayRegular } from '@fluentui/react-icons/svg/play';
import type { CredentialState, listWorkingTenants } from '@tenantry/contract/connections';
import type { FormEvent } from 'react';
import type * as z from 'zod/mini';
import { paths } from '../../lib/paths.ts';
import { useSignedIn } from '../../lib/session.ts';
import { Muted } from '../../ui/muted.tsx';
import { TextLink } from '../../ui/text-link.tsx';

export type ExplorerTenants = z.infer<typeof listWorkingTenants.response>;
export type GraphQuestion = { tenantId: string; endpoint: string };

/** Where scans fail though the connection holds, asking Graph may tell why. */
export const canBeAsked = ({ credentialStatus }: ExplorerTenants[number]) =>
  credentialStatus === 'connected' || credentialStatus === 'failing';

const stateTexts: Record<CredentialState, string> = {
  connected: '',
  failing: ' (scan failing)',
  corrupted: ' (corrupted)',
  reconnect: ' (reconnect needed)',
  none: ' (not connected)',
};

const useStyles = makeStyles({
  form: {
    display: 'grid',
    gap: tokens.spacingHorizontalL,
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 2fr) max-content',
    alignItems: 'start',
    '@media (max-width: 839px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  // On the line of the fields, below the height of their labels.
  button: {
    marginTop: tokens.spacingVerticalXXL,
    '@media (max-width: 839px)': { marginTop: 0, justifySelf: 'start' },
  },
  control: { minWidth: 0 },
  mono: { fontFamily: tokens.fontFamilyMonospace },
});

type Props = {
  tenants: ExplorerTenants;
  value: GraphQuestion;
  onChange: (value: GraphQuestion) => void;
  onExecute: () => void;
  isPending: boolean;
  endpointError: string | undefined;
};

/** What is asked, and in which tenant. */
export function QueryForm({ tenants, value, onChange, onExecute, isPending, endpointError }: Props) {
  const styles = useStyles();
  const { tenants: known } = useSignedIn();
  const isSimulated = (id: string) => known.some((tenant) => tenant.id === id && tenant.isMock);
  const isConnected = tenants.some(canBeAsked);
  const isReady = value.tenantId !== '' && value.endpoint.trim() !== '';
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) onExecute();
  };
  return (
    <form className={styles.form} onSubmit={send} noValidate>
      <Field label="Tenant" required>
        <Select
          className={styles.control}
          value={value.tenantId}
          onChange={(_, data) => onChange({ ...value, tenantId: data.value })}
        >
          <option value="" disabled>
            Select a tenant
          </option>
          {tenants.map((tenant) => (
            <option key={tenant.id} value={tenant.id} disabled={!canBeAsked(tenant)}>
              {`${tenant.orgName} · ${tenant.domain}${isSimulated(tenant.id) ? ' (simulated)' : ''}${stateTexts[tenant.credentialStatus]}`}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label="Endpoint"
        required
        hint="GET only. Starts with /v1.0/ or /beta/; secrets in the response are removed."
        validationMessage={endpointError}
      >
        <Input
          className={styles.control}
          input={{ className: styles.mono }}
          value={value.endpoint}
          onChange={(_, data) => onChange({ ...value, endpoint: data.value })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Button
        className={styles.button}
        type="submit"
        appearance="primary"
        icon={<PlayRegular />}
        disabled={!isReady}
        disabledFocusable={isPending}
      >
        {isPending ? 'Executing…' : 'Execute Query'}
      </Button>
      {!isConnected && (
        <Muted>
          No tenant is connected. Connect one under <TextLink to={paths.adminTenants}>Tenants</TextLink> first.
        </Muted>
      )}
    </form>
  );
}
