import { useQuery } from '@tanstack/react-query';
import { listAssignees } from '@tenantry/contract/tasks';
import { callQuery } from '../lib/call-query.ts';
import { queryKey } from '../lib/query-client.ts';
import { SelectField } from '../ui/select-field.tsx';

const assigneesQuery = (tenantId: string) =>
  callQuery(queryKey('assignees', tenantId), listAssignees, {
    params: { id: tenantId },
    query: { limit: 200 },
    tenantId,
  });

type Props = {
  tenantId: string;
  /** A user's id, or '' for nobody. */
  value: string;
  onChange: (value: string, name: string) => void;
  /** Who has it now: listed also where they may no longer work in the tenant. */
  current?: { userId: string; name: string } | null;
  error?: string;
  label?: string;
  /** For screen readers alone: a table has the label in its head. */
  isLabelHidden?: boolean;
};

/** Who does a task: a technician or administrator who has the tenant in scope. */
export function AssigneeField({ tenantId, value, onChange, current, error, label = 'Assignee', isLabelHidden }: Props) {
  const { data, isError } = useQuery(assigneesQuery(tenantId));
  const known = data?.items ?? [];
  const listed = current && !known.some(({ userId }) => userId === current.userId) ? [current, ...known] : known;
  const names = new Map(listed.map(({ userId, name }) => [userId, name]));
  return (
    <SelectField
      label={label}
      isLabelHidden={isLabelHidden}
      options={['', ...names.keys()]}
      labelOf={(id) => names.get(id) ?? 'Nobody'}
      value={names.has(value) ? value : ''}
      onChange={(id) => onChange(id, names.get(id) ?? '')}
      error={error}
      hint={isError ? 'The people who could do it could not be loaded.' : undefined}
    />
  );
}
