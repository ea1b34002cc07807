import { passwordRules } from '@tenantry/contract/user-passwords';
import { createUser } from '@tenantry/contract/users';
import { useState } from 'react';
import { PasswordChecklist } from '../../blocks/password-checklist.tsx';
import { roleLabels } from '../../blocks/role-labels.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { useForm } from '../../lib/use-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { noScopeYet, ScopeField, scopeBody } from './scope-field.tsx';
import { useUsers } from './use-users.ts';

const roles = ['technician', 'admin'] as const;
const blank = {
  username: '',
  email: '',
  displayName: '',
  role: 'technician' as (typeof roles)[number],
  password: '',
  confirmPassword: '',
};
const fields = ['username', 'email', 'displayName', 'role', 'password', 'confirmPassword', 'tenantIds', 'groupIds'];
const newUserDraft = 'user:new';
const draft = { name: newUserDraft, secrets: ['password', 'confirmPassword'] } as const;

/** Adds somebody who signs in with a password. */
export function CreateUserDialog({ onClose }: { onClose: () => void }) {
  const { create } = useUsers();
  const { values, field, errors, sendChecked } = useForm(blank, fields, draft);
  const [scope, setScope] = useState(noScopeYet);
  const body = { ...values, authType: 'local' as const, ...(scopeBody(scope) ?? {}) };
  const found = formErrors(createUser.body, body);
  // What is wrong is said where something was typed; the rest is still to come.
  const shown = (name: keyof typeof blank) => {
    const given = field(name);
    const message = given.error ?? (values[name] === '' ? undefined : found[name]);
    return { ...given, error: name === 'password' && !given.error ? undefined : message };
  };
  const send = () =>
    sendChecked(found, async () => {
      await create(body);
    });
  return (
    <FormDialog
      open
      title="Add Local User"
      submitLabel="Create User"
      submittingLabel="Creating…"
      submitDisabled={Object.keys(found).length > 0 || scope.kind === 'open'}
      onSubmit={send}
      onClose={onClose}
    >
      <TextField label="Username" required {...shown('username')} />
      <TextField label="Email" required type="email" {...shown('email')} />
      <TextField label="Display name" required {...shown('displayName')} />
      <SelectField label="Role" required options={roles} labelOf={(role) => roleLabels[role]} {...field('role')} />
      <PasswordField label="Password" required autoComplete="new-password" {...shown('password')} />
      <PasswordChecklist rules={passwordRules} password={values.password} />
      <PasswordField label="Confirm password" required autoComplete="new-password" {...shown('confirmPassword')} />
      <ScopeField
        value={scope}
        onChange={setScope}
        required
        error={errors.tenantIds}
        groupError={errors.groupIds ?? found.groupIds}
      />
    </FormDialog>
  );
}
