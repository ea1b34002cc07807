import { useQueryClient } from '@tanstack/react-query';
import { changeTenantGroup, createTenantGroup, GroupColor, type TenantGroup } from '@tenantry/contract/tenant-groups';
import { call } from '../../lib/api-client.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { countOf } from '../../lib/format.ts';
import { invalidateTenant } from '../../lib/invalidate-tenant.ts';
import { showToast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ConditionFields, type KeyedCondition, keyedCondition } from './condition-fields.tsx';
import { groupColorLabels } from './group-badge.tsx';

const matchLabels = { all: 'All of these are so', any: 'Any of these is so' } as const;
const fields = ['name', 'color'];

type Values = { name: string; color: GroupColor; match: 'all' | 'any'; conditions: readonly KeyedCondition[] };

const valuesOf = (group: TenantGroup | null): Values => ({
  name: group?.name ?? '',
  color: group?.color ?? 'gray',
  match: group?.rule?.match ?? 'all',
  conditions: (group?.rule?.conditions ?? [undefined]).map((condition) => keyedCondition(condition)),
});

/** Makes a group of tenants, or changes one. */
export function GroupDialog({ group, onClose }: { group: TenantGroup | null; onClose: () => void }) {
  const client = useQueryClient();
  const { values, change, field, errors, sendChecked } = useForm(() => valuesOf(group), fields);
  const { name, color, match, conditions } = values;
  const body = { name, color, rule: { match, conditions: conditions.map(({ condition }) => condition) } };
  const found = formErrors(createTenantGroup.body, body);
  const send = () =>
    sendChecked(found, async () => {
      if (group === null) await call(createTenantGroup, { body, tenantId: null });
      else {
        const { id, revision } = group;
        await call(changeTenantGroup, { params: { groupId: id }, body: { ...body, revision }, tenantId: null });
      }
      showToast({ title: group === null ? 'Group created' : 'Group changed', body: name, intent: 'success' });
      await invalidateTenant(client, '');
      await client.invalidateQueries({ queryKey: ['tenant-groups'] });
    });
  return (
    <FormDialog
      open
      title={group === null ? 'New group' : `Edit ${group.name}`}
      submitLabel={group === null ? 'Create' : 'Save'}
      onSubmit={send}
      onClose={onClose}
    >
      <TextField label="Name" required isProse {...field('name')} />
      <SelectField
        label="Color"
        options={GroupColor.options}
        labelOf={(option) => groupColorLabels[option]}
        {...field('color')}
      />
      <SelectField
        label="A tenant is in the group where"
        options={['all', 'any']}
        labelOf={(option) => matchLabels[option]}
        value={match}
        onChange={(chosen) => change({ match: chosen })}
      />
      <ConditionFields
        conditions={conditions}
        onChange={(changed) => change({ conditions: changed })}
        errorOf={(place) => (Object.keys(errors).length > 0 ? found[`rule.conditions.${place}.value`] : undefined)}
      />
      {group !== null && (group.scopedUsers ?? 0) > 0 && (
        <Notice intent="warning">
          {`This group is the scope of ${countOf(group.scopedUsers ?? 0, 'user')}. A change of its tenants is theirs at once.`}
        </Notice>
      )}
    </FormDialog>
  );
}
