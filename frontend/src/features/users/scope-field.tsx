import { Checkbox, Field, Radio, RadioGroup } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { tenantGroupsQuery } from '../../blocks/tenant-groups-query.ts';
import { type PickedTenant, TenantPicker } from '../../blocks/tenant-picker.tsx';
import { countOf } from '../../lib/format.ts';
import { useSeesAllTenants } from '../../lib/session.ts';
import { Hint } from '../../ui/muted.tsx';

/**
 * Which tenants a user may see. `open`: nobody has said yet. `nothing`: none, as the user had it.
 * All is what the specification calls `none`: no tenant is chosen (design, "Roles and scope").
 */
export type ScopeChoice = {
  kind: 'open' | 'all' | 'tenants' | 'groups' | 'nothing';
  /** Those that are named: alone, or beside groups. */
  tenants: readonly PickedTenant[];
  groupIds: readonly string[];
};

export const noScopeYet: ScopeChoice = { kind: 'open', tenants: [], groupIds: [] };

/** What a choice is for the API; null where it says nothing. */
export function scopeBody({
  kind,
  tenants,
  groupIds,
}: ScopeChoice): { tenantId: null } | { tenantIds?: string[]; groupIds?: string[] } | null {
  if (kind === 'nothing' || kind === 'open') return null;
  if (kind === 'all') return { tenantId: null };
  const tenantIds = tenants.map(({ id }) => id);
  if (kind === 'tenants') return { tenantIds };
  return { groupIds: [...groupIds], ...(tenantIds.length > 0 && { tenantIds }) };
}

type Props = {
  value: ScopeChoice;
  onChange: (value: ScopeChoice) => void;
  required?: boolean;
  error?: string | undefined;
  groupError?: string | undefined;
};

/** Which tenants a user may see. */
export function ScopeField({ value, onChange, required = false, error, groupError }: Props) {
  const seesAll = useSeesAllTenants();
  return (
    <>
      <Field label="Tenants" required={required}>
        <RadioGroup
          value={value.kind}
          onChange={(_, data) => onChange({ ...value, kind: data.value as ScopeChoice['kind'] })}
        >
          <Radio value="all" label="All tenants, those that are added later too" />
          <Radio value="tenants" label="Only chosen tenants" />
          {(seesAll || value.kind === 'groups') && (
            <Radio value="groups" label="Tenants of chosen groups, whichever they are at the time" />
          )}
          {value.kind === 'nothing' && <Radio value="nothing" label="No tenant yet" />}
        </RadioGroup>
      </Field>
      {value.kind === 'groups' && (
        <GroupChoice
          value={value.groupIds}
          onChange={(groupIds) => onChange({ ...value, groupIds })}
          error={groupError}
        />
      )}
      {(value.kind === 'tenants' || value.kind === 'groups') && (
        <TenantPicker
          label={value.kind === 'groups' ? 'More tenants (optional)' : 'Chosen tenants'}
          value={value.tenants}
          onChange={(tenants) => onChange({ ...value, tenants })}
          error={error}
        />
      )}
    </>
  );
}

type GroupProps = {
  value: readonly string[];
  onChange: (groupIds: string[]) => void;
  error?: string | undefined;
};

function GroupChoice({ value, onChange, error }: GroupProps) {
  const { data } = useQuery(tenantGroupsQuery());
  if (data?.groups.length === 0) return <Hint>There are no groups yet. Create one under Tenants, Groups.</Hint>;
  return (
    <Field label="Chosen groups" validationMessage={error}>
      <div>
        {data?.groups.map(({ id, name, tenants }) => (
          <div key={id}>
            <Checkbox
              label={`${name} (${countOf(tenants, 'tenant')})`}
              checked={value.includes(id)}
              onChange={(_, { checked }) =>
                onChange(checked === true ? [...value, id] : value.filter((one) => one !== id))
              }
            />
          </div>
        ))}
      </div>
    </Field>
  );
}
