import { Field, Input, Select, Switch } from '@fluentui/react-components';
import { createRoleMapping, type RoleMapping } from '@tenantry/contract/role-mappings';
import { useState } from 'react';
import { formErrors } from '../../lib/form-errors.ts';
import { useFieldErrors } from '../../lib/use-field-errors.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { roleLabels } from './role-labels.ts';
import { type MappingForm, useRoleMappings } from './use-role-mappings.ts';

type Props = {
  /** The mapping to change; null for a new one. */
  mapping: RoleMapping | null;
  onClose: () => void;
};

const blank: MappingForm = { m365Role: '', localRole: 'viewer', description: '', isActive: true };
const isRole = (value: string): value is RoleMapping['localRole'] => value in roleLabels;

function valuesOf(mapping: RoleMapping | null): MappingForm {
  if (mapping === null) return blank;
  const { m365Role, localRole, description, isActive } = mapping;
  return { m365Role, localRole, description, isActive };
}

/** Adds a mapping or changes one. */
export function RoleMappingDialog({ mapping, onClose }: Props) {
  const { create, change, duplicateErrors } = useRoleMappings();
  const { errors, sendChecked } = useFieldErrors(['m365Role', 'localRole', 'description']);
  const [form, setForm] = useState(() => valuesOf(mapping));
  const set = (patch: Partial<MappingForm>) => setForm((before) => ({ ...before, ...patch }));
  const foundErrors = () => {
    const found = formErrors(createRoleMapping.body, form);
    return Object.keys(found).length > 0 ? found : duplicateErrors(form, mapping?.id ?? null);
  };
  const send = () =>
    sendChecked(foundErrors(), () => {
      const body = { ...form, m365Role: form.m365Role.trim(), description: form.description.trim() };
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
      <Field
        label="M365 role"
        required
        hint="The name of a directory role, for example Security Administrator, or its template id."
        validationMessage={errors.m365Role}
      >
        <Input value={form.m365Role} onChange={(_, data) => set({ m365Role: data.value })} autoComplete="off" />
      </Field>
      <Field label="Local role" required validationMessage={errors.localRole}>
        <Select value={form.localRole} onChange={(_, data) => isRole(data.value) && set({ localRole: data.value })}>
          {Object.entries(roleLabels).map(([role, label]) => (
            <option key={role} value={role}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Description" validationMessage={errors.description}>
        <Input value={form.description} onChange={(_, data) => set({ description: data.value })} />
      </Field>
      <Switch label="Used at sign-in" checked={form.isActive} onChange={(_, data) => set({ isActive: data.checked })} />
    </FormDialog>
  );
}
