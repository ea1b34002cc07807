import { Switch } from '@fluentui/react-components';
import { Role } from '@tenantry/contract/auth';
import { createRoleMapping, type RoleMapping } from '@tenantry/contract/role-mappings';
import { roleLabels } from '../../blocks/role-labels.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { useForm } from '../../lib/use-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { roleMappingDraft } from './role-mapping-queries.ts';
import { type MappingForm, useRoleMappings } from './use-role-mappings.ts';

type Props = {
  /** The mapping to change; null for a new one. */
  mapping: RoleMapping | null;
  onClose: () => void;
};

const blank: MappingForm = { m365Role: '', localRole: 'viewer', description: '', isActive: true };
const fields = ['m365Role', 'localRole', 'description'];

function valuesOf(mapping: RoleMapping | null): MappingForm {
  if (mapping === null) return blank;
  const { m365Role, localRole, description, isActive } = mapping;
  return { m365Role, localRole, description, isActive };
}

/** Adds a mapping or changes one. */
export function RoleMappingDialog({ mapping, onClose }: Props) {
  const { create, change, duplicateErrors } = useRoleMappings();
  const {
    values,
    change: set,
    field,
    sendChecked,
  } = useForm(() => valuesOf(mapping), fields, {
    name: roleMappingDraft(mapping),
  });
  const foundErrors = () => {
    const found = formErrors(createRoleMapping.body, values);
    return Object.keys(found).length > 0 ? found : duplicateErrors(values, mapping?.id ?? null);
  };
  const send = () =>
    sendChecked(foundErrors(), () => {
      const body = { ...values, m365Role: values.m365Role.trim(), description: values.description.trim() };
      return mapping === null ? create(body) : change(mapping, body);
    });
  return (
    <FormDialog
      open
      title={mapping === null ? 'Add role mapping' : 'Edit role mapping'}
      submitLabel={mapping === null ? 'Add mapping' : 'Save'}
      onSubmit={send}
      onClose={onClose}
    >
      <TextField
        label="M365 role"
        required
        isProse
        hint="The name of a directory role, for example Security Administrator, or its template id."
        {...field('m365Role')}
      />
      <SelectField
        label="Local role"
        required
        options={Role.options}
        labelOf={(role) => roleLabels[role]}
        {...field('localRole')}
      />
      <TextField label="Description" isProse autoComplete="on" {...field('description')} />
      <Switch
        label="Used at sign-in"
        checked={values.isActive}
        onChange={(_, data) => set({ isActive: data.checked })}
      />
    </FormDialog>
  );
}
