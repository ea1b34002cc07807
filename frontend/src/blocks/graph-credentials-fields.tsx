import { Field, Input, Switch } from '@fluentui/react-components';
import { type Credential, environments } from '@tenantry/contract/connections';
import { Notice } from '../ui/notice.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { RequiredPermissions } from './required-permissions.tsx';

export type CredentialForm = {
  clientId: string;
  clientSecret: string;
  tenantId: string;
  useMock: boolean;
  /** The last day of the secret as `YYYY-MM-DD`; '' where it is not known. */
  lastDay: string;
  environment: Credential['environment'];
};

/** The paths of the API's fields that have one here. */
export const graphCredentialFields = [
  'clientId',
  'clientSecret',
  'tenantId',
  'useMock',
  'secretExpiresAt',
  'environment',
];

type Props = {
  credential: Credential;
  values: CredentialForm;
  onChange: (patch: Partial<CredentialForm>) => void;
  errors: Record<string, string>;
};

/** The fields of a tenant's own app registration, and what it has to be allowed. */
export function GraphCredentialsFields({ credential, values, onChange, errors }: Props) {
  return (
    <>
      <TextField
        label="Client ID"
        required
        value={values.clientId}
        onChange={(clientId) => onChange({ clientId })}
        hint="Application (client) ID of the app registration"
        error={errors.clientId}
      />
      <PasswordField
        label="Client Secret"
        required
        value={values.clientSecret}
        onChange={(clientSecret) => onChange({ clientSecret })}
        autoComplete="new-password"
        hint="The secret value, not the secret ID. It is stored encrypted and never shown again."
        error={errors.clientSecret}
      />
      <TextField
        label="Tenant ID"
        required
        value={values.tenantId}
        onChange={(tenantId) => onChange({ tenantId })}
        hint="Directory (tenant) ID of this tenant in Entra ID"
        error={errors.tenantId}
      />
      <Field
        label="Client secret expires on"
        hint="As shown in Entra ID. Leave blank if unknown. You are warned 30 days before."
        validationMessage={errors.secretExpiresAt}
      >
        <Input type="date" value={values.lastDay} onChange={(_, data) => onChange({ lastDay: data.value })} />
      </Field>
      <SelectField
        label="Environment"
        options={environments}
        value={values.environment}
        onChange={(environment) => onChange({ environment })}
        error={errors.environment}
      />
      <Field validationMessage={errors.useMock}>
        <Switch
          label="Use simulated data"
          checked={values.useMock}
          onChange={(_, data) => onChange({ useMock: data.checked })}
        />
      </Field>
      <ModeNotice credential={credential} useMock={values.useMock} />
      <RequiredPermissions tenantId={credential.tenantId} />
    </>
  );
}

/** What switching the mode will do, before it is saved. */
function ModeNotice({ credential, useMock }: { credential: Credential; useMock: boolean }) {
  if (useMock === credential.isMock) return null;
  return (
    <Notice intent={useMock ? 'info' : 'warning'}>
      {useMock
        ? 'Scans will read simulated data. This is only possible while the tenant has no live results.'
        : 'Scans will read live Microsoft 365 data. All simulated results of this tenant will be deleted: findings, audits, scans, approvals and emergency accounts.'}
    </Notice>
  );
}
