import { Field, Radio, RadioGroup } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { tenantGroupsQuery } from '../../blocks/tenant-groups-query.ts';
import { TenantPicker } from '../../blocks/tenant-picker.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import type { RuleReach } from './use-approval-rules.ts';

type Props = { value: RuleReach; onChange: (value: RuleReach) => void; error?: string | undefined };

export const allTenants: RuleReach = { tenants: null, group: null };

/** For which tenants a rule holds. */
export function RuleTenants({ value, onChange, error }: Props) {
  const { data } = useQuery(tenantGroupsQuery());
  const groups = data?.groups.map(({ id, name }) => ({ id, name })) ?? [];
  const [first] = groups;
  const { tenants, group } = value;
  const reaches: Record<string, RuleReach | undefined> = {
    all: allTenants,
    chosen: { tenants: [], group: null },
    group: first && { tenants: null, group: first },
  };
  return (
    <>
      <Field label="Tenants">
        <RadioGroup
          value={group ? 'group' : tenants ? 'chosen' : 'all'}
          onChange={(_, data) => onChange(reaches[data.value] ?? value)}
        >
          <Radio value="all" label="All tenants" />
          <Radio value="chosen" label="Chosen tenants" />
          {first && <Radio value="group" label="Tenants of a group" />}
        </RadioGroup>
      </Field>
      {tenants && (
        <TenantPicker
          label="Which tenants"
          value={tenants}
          onChange={(chosen) => onChange({ tenants: chosen, group: null })}
          error={error}
        />
      )}
      {group && (
        <SelectField
          label="Which group"
          hint="The rule follows the group: whoever joins it later is in it."
          options={groups.map(({ id }) => id)}
          labelOf={(id) => groups.find((one) => one.id === id)?.name ?? group.name}
          value={group.id}
          onChange={(id) => onChange({ tenants: null, group: groups.find((one) => one.id === id) ?? group })}
        />
      )}
    </>
  );
}
