import { makeStyles, Switch, Text, tokens } from '@fluentui/react-components';
import { Role } from '@tenantry/contract/auth';
import { changeUser, type DirectoryUser } from '@tenantry/contract/users';
import { useState } from 'react';
import { roleLabels } from '../../blocks/role-labels.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { useForm } from '../../lib/use-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { roleCapabilities } from './role-capabilities.ts';
import { type ScopeChoice, ScopeField, scopeBody } from './scope-field.tsx';
import { useUsers } from './use-users.ts';

const useStyles = makeStyles({
  capabilities: { margin: 0, paddingInlineStart: tokens.spacingHorizontalXL, color: tokens.colorNeutralForeground3 },
});

const fields = ['role', 'displayName', 'tenantIds', 'groupIds'];

function choiceOf({ scope }: DirectoryUser): ScopeChoice {
  if (scope?.kind === 'all') return { kind: 'all', tenants: [], groupIds: [] };
  if (scope?.kind !== 'tenants') return { kind: 'nothing', tenants: [], groupIds: [] };
  const { tenants, groupIds } = scope;
  return { kind: groupIds.length === 0 ? 'tenants' : 'groups', tenants, groupIds };
}

const sameScope = (a: ScopeChoice, b: ScopeChoice) =>
  a.kind === b.kind &&
  a.groupIds.join() === b.groupIds.join() &&
  a.tenants.map(({ id }) => id).join() === b.tenants.map(({ id }) => id).join();

type Props = { user: DirectoryUser; isOwn: boolean; isLastAdministrator: boolean; onClose: () => void };

/** Changes the role, the tenants and the name of a user, or disables them. Only what was changed is sent. */
export function EditUserDialog({ user, isOwn, isLastAdministrator, onClose }: Props) {
  const styles = useStyles();
  const { change } = useUsers();
  const [scope, setScope] = useState(() => choiceOf(user));
  const start = {
    displayName: user.displayName,
    role: user.role ?? 'viewer',
    isEnabled: user.accountEnabled !== false,
  };
  const { values, change: set, field, errors, sendChecked } = useForm(start, fields);
  const body = {
    ...(values.role === start.role ? {} : { role: values.role }),
    ...(values.displayName === start.displayName ? {} : { displayName: values.displayName }),
    ...(values.isEnabled === start.isEnabled ? {} : { disabled: !values.isEnabled }),
    ...(sameScope(scope, choiceOf(user)) ? {} : scopeBody(scope)),
  };
  const isSame = Object.keys(body).length === 0;
  const endsSessions = Object.keys(body).some((name) => name !== 'displayName');
  const send = () =>
    sendChecked(formErrors(changeUser.body, body), async () => {
      await change(user, body);
    });
  return (
    <FormDialog
      open
      title={`Edit ${user.displayName}`}
      submitLabel="Save"
      submitDisabled={isSame}
      onSubmit={send}
      onClose={onClose}
    >
      <TextField label="Display name" required {...field('displayName')} />
      <SelectField
        label="Role"
        required
        options={Role.options}
        labelOf={(role) => roleLabels[role]}
        {...field('role')}
      />
      <ul className={styles.capabilities} aria-label={`What the role ${roleLabels[values.role]} may do`}>
        {roleCapabilities[values.role].map((capability) => (
          <li key={capability}>
            <Text size={200}>{capability}</Text>
          </li>
        ))}
      </ul>
      <ScopeField value={scope} onChange={setScope} error={errors.tenantIds} groupError={errors.groupIds} />
      <Switch
        label={values.isEnabled ? 'Account enabled' : 'Account disabled'}
        checked={values.isEnabled}
        onChange={(_, data) => set({ isEnabled: data.checked })}
      />
      {isLastAdministrator && (
        <Notice intent="info">This is the last admin of all tenants: role, tenants and account stay.</Notice>
      )}
      {endsSessions && (
        <Notice intent="warning">
          {isOwn
            ? 'You will be signed out.'
            : 'The user is signed out, and what they have under way in tenants that they lose is stopped.'}
        </Notice>
      )}
    </FormDialog>
  );
}
