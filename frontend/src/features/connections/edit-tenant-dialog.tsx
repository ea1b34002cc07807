import type { AdminTenant } from '@tenantry/contract/connections';
import { changeTenant } from '@tenantry/contract/managed-tenants';
import { formErrors } from '../../lib/form-errors.ts';
import { useForm } from '../../lib/use-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useTenantChanges } from './use-tenant-changes.ts';

const fields = ['name', 'displayName', 'domain'];

/** How a tenant is called here. Its directory stays what it is. */
export function EditTenantDialog({ tenant, onClose }: { tenant: AdminTenant; onClose: () => void }) {
  const { change } = useTenantChanges();
  const { values, field, sendChecked } = useForm(
    () => ({ name: tenant.name, displayName: tenant.displayName, domain: tenant.domain }),
    fields,
  );
  const send = () => sendChecked(formErrors(changeTenant.body, values), () => change(tenant, values));
  return (
    <FormDialog open title={`Edit ${tenant.name}`} submitLabel="Save" onSubmit={send} onClose={onClose}>
      <TextField label="Name" required isProse {...field('name')} />
      <TextField label="Display name" isProse {...field('displayName')} />
      <TextField label="Domain" {...field('domain')} />
    </FormDialog>
  );
}
