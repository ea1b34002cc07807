import { makeStyles, Switch, tokens } from '@fluentui/react-components';
import { createTenant } from '@tenantry/contract/managed-tenants';
import { formErrors } from '../../lib/form-errors.ts';
import type { Draft } from '../../lib/use-draft.ts';
import { useForm } from '../../lib/use-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useTenantChanges } from './use-tenant-changes.ts';

const useStyles = makeStyles({
  summary: { cursor: 'pointer' },
  fields: { display: 'grid', gap: tokens.spacingVerticalM, paddingTop: tokens.spacingVerticalM },
});

const blank = {
  name: '',
  displayName: '',
  domain: '',
  m365TenantId: '',
  isMock: false,
  clientId: '',
  clientSecret: '',
};
type Form = typeof blank;
/** To confirm who they are may lead to Microsoft and back. */
const draft: Draft<Form> = { name: 'tenant:new', secrets: ['clientSecret'] };

const fields = [
  'name',
  'displayName',
  'domain',
  'm365TenantId',
  'credentials',
  'credentials.clientId',
  'credentials.clientSecret',
  'credentials.tenantId',
];

function bodyOf({ clientId, clientSecret, displayName, ...tenant }: Form) {
  const isGiven = clientId.trim() !== '' || clientSecret !== '';
  return {
    ...tenant,
    ...(displayName.trim() === '' ? {} : { displayName }),
    ...(isGiven ? { credentials: { clientId, clientSecret, tenantId: tenant.m365TenantId } } : {}),
  };
}

/** A new tenant, before anybody has connected it. */
export function CreateTenantDialog({ onClose }: { onClose: () => void }) {
  const styles = useStyles();
  const { create } = useTenantChanges();
  const { values, change, field, errors, sendChecked } = useForm(blank, fields, draft);
  const send = () => {
    const body = bodyOf(values);
    return sendChecked(formErrors(createTenant.body, body), () => create(body));
  };
  const credentialsError = errors.credentials ?? errors['credentials.clientId'] ?? errors['credentials.tenantId'];
  return (
    <FormDialog
      open
      title="Create New Organization"
      submitLabel="Create"
      submittingLabel="Creating…"
      onSubmit={send}
      onClose={onClose}
    >
      <TextField label="Name" required isProse {...field('name')} />
      <TextField
        label="Directory (tenant) ID"
        required
        hint="In the Microsoft Entra admin center: Overview > Tenant ID"
        {...field('m365TenantId')}
      />
      <TextField label="Domain" hint="The tenant's main domain, such as contoso.com" {...field('domain')} />
      <TextField label="Display name" isProse hint="Leave blank to use the name" {...field('displayName')} />
      <Switch
        label="Use simulated data"
        checked={values.isMock}
        onChange={(_, data) => change({ isMock: data.checked })}
      />
      <details open={credentialsError === undefined ? undefined : true}>
        <summary className={styles.summary}>Graph credentials (optional)</summary>
        <div className={styles.fields}>
          <TextField
            label="Client ID"
            hint="Only if the tenant has an app registration of its own"
            value={values.clientId}
            onChange={(clientId) => change({ clientId })}
            error={credentialsError}
          />
          <PasswordField
            label="Client Secret"
            autoComplete="new-password"
            value={values.clientSecret}
            onChange={(clientSecret) => change({ clientSecret })}
            error={errors['credentials.clientSecret']}
          />
        </div>
      </details>
    </FormDialog>
  );
}
