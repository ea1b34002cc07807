import { Combobox, Field, Option } from '@fluentui/react-components';
import type { requestApproval } from '@tenantry/contract/approvals';
import { Role } from '@tenantry/contract/auth';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { useSignedIn } from '../lib/session.ts';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';

export const blankPermission = {
  user: '',
  role: '' as Role | '',
  access: 'none' as 'none' | 'some' | 'all',
  tenantIds: [] as readonly string[],
};
type Values = typeof blankPermission;

/** What is asked for as the API takes it. */
export function permissionBody({
  user,
  role,
  access,
  tenantIds,
}: Values): z.input<typeof requestApproval.body>['permission'] {
  return {
    user,
    ...(role === '' ? {} : { role }),
    ...(access === 'all' ? { tenantIds: 'all' as const } : access === 'some' ? { tenantIds: [...tenantIds] } : {}),
  };
}

const roleNames: Record<Role | '', string> = {
  '': 'As it is',
  admin: 'Admin',
  technician: 'Technician',
  viewer: 'Viewer',
};
const accessNames: Record<Values['access'], string> = {
  none: 'As they are',
  some: 'More tenants',
  all: 'All tenants',
};

type Props = { values: Values; onChange: (patch: Partial<Values>) => void; errors: Record<string, string> };

/** Whom a permission is for, and what it is: a role, tenants, or both. */
export function PermissionFields({ values, onChange, errors }: Props) {
  return (
    <>
      <TextField
        label="User"
        required
        hint="User name or e-mail"
        value={values.user}
        onChange={(user) => onChange({ user })}
        error={errors['permission.user']}
      />
      <SelectField
        label="Role"
        options={['', ...Role.options]}
        labelOf={(role) => roleNames[role]}
        value={values.role}
        onChange={(role) => onChange({ role })}
        error={errors['permission.role']}
      />
      <SelectField
        label="Tenants"
        options={['none', 'some', 'all']}
        labelOf={(access) => accessNames[access]}
        value={values.access}
        onChange={(access) => onChange({ access })}
      />
      {values.access === 'some' && (
        <Tenants
          value={values.tenantIds}
          onChange={(tenantIds) => onChange({ tenantIds })}
          error={errors['permission.tenantIds']}
        />
      )}
    </>
  );
}

const maxListed = 50;

type ChoiceProps = { value: readonly string[]; onChange: (ids: readonly string[]) => void; error: string | undefined };

function Tenants({ value, onChange, error }: ChoiceProps) {
  const { tenants } = useSignedIn();
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLowerCase();
  const shown = tenants.filter(({ displayName }) => displayName.toLowerCase().includes(wanted)).slice(0, maxListed);
  const names = tenants.filter(({ id }) => value.includes(id)).map(({ displayName }) => displayName);
  return (
    <Field
      label="More tenants"
      required
      hint={names.length === 0 ? 'Beside those that the user sees already' : names.join(', ')}
      validationMessage={error && 'Choose at least one tenant'}
    >
      <Combobox
        multiselect
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        selectedOptions={[...value]}
        onOptionSelect={(_, { selectedOptions }) => onChange(selectedOptions)}
      >
        {shown.map(({ id, displayName }) => (
          <Option key={id} value={id} text={displayName}>
            {displayName}
          </Option>
        ))}
      </Combobox>
    </Field>
  );
}
