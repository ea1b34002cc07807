import { Text } from '@fluentui/react-components';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AdminTenant } from '@tenantry/contract/connections';
import { changeTenantLabels, getTenantLabels, type TenantLabels } from '@tenantry/contract/tenant-groups';
import { AssigneeField } from '../../blocks/assignee-field.tsx';
import { call } from '../../lib/api-client.ts';
import { callQuery } from '../../lib/call-query.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { queryKey } from '../../lib/query-client.ts';
import { showToast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Hint } from '../../ui/muted.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { TextField } from '../../ui/text-field.tsx';

const labelsQuery = (tenantId: string) =>
  callQuery(queryKey('tenant-labels', tenantId), getTenantLabels, { params: { id: tenantId }, tenantId, staleTime: 0 });

type Props = { tenant: AdminTenant; onClose: () => void };

/** The tags of a tenant, and who looks after it. */
export function LabelsDialog({ tenant, onClose }: Props) {
  const query = useQuery(labelsQuery(tenant.id));
  if (query.data !== undefined && !query.isFetching)
    return <LabelsForm tenant={tenant} labels={query.data} onClose={onClose} />;
  return (
    <FormDialog
      open
      title={title(tenant)}
      submitLabel="Save"
      submitDisabled
      onSubmit={async () => undefined}
      onClose={onClose}
    >
      <QueryState
        query={query}
        loading={<SkeletonRows rows={2} size={48} label="Loading tags" />}
        errorTitle="The tags could not be loaded."
      >
        {() => <SkeletonRows rows={2} size={48} label="Loading tags" />}
      </QueryState>
    </FormDialog>
  );
}

const title = ({ orgName }: AdminTenant) => `Tags and owner of ${orgName}`;
const fields = ['tags', 'ownerId'];
/** As people write a list. */
const tagsOf = (text: string) =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');

function LabelsForm({ tenant, labels, onClose }: Props & { labels: TenantLabels }) {
  const client = useQueryClient();
  const { values, change, field, sendChecked } = useForm(
    () => ({ tags: labels.tags.join(', '), ownerId: labels.owner?.userId ?? '' }),
    fields,
  );
  const [tags, ownerId] = [tagsOf(values.tags), values.ownerId === '' ? null : values.ownerId];
  // What stays as it was is not sent, so that it does not overwrite what somebody else made of it meanwhile.
  const body = {
    ...(tags.join() !== labels.tags.join() && { tags, expected: labels.tags }),
    ...(ownerId !== (labels.owner?.userId ?? null) && { ownerId }),
  };
  const found = formErrors(changeTenantLabels.body, body);
  const [firstTagError] = Object.entries(found).flatMap(([path, message]) =>
    path.startsWith('tags') ? [message] : [],
  );
  const send = () =>
    sendChecked(firstTagError === undefined ? found : { tags: firstTagError }, async () => {
      const { groups } = await call(changeTenantLabels, { params: { id: tenant.id }, body, tenantId: tenant.id });
      const names = groups.map(({ name }) => name).join(', ');
      showToast({
        title: 'Tags saved',
        body: names === '' ? `${tenant.orgName} is in no group.` : `${tenant.orgName} is in ${names}.`,
        intent: 'success',
      });
      await client.invalidateQueries();
    });
  return (
    <FormDialog open title={title(tenant)} submitLabel="Save" onSubmit={send} onClose={onClose}>
      <TextField
        label="Tags"
        isProse
        hint="Separate tags with commas, for example gold, healthcare."
        {...field('tags')}
      />
      <AssigneeField
        tenantId={tenant.id}
        label="Owner"
        value={values.ownerId}
        current={labels.owner}
        onChange={(ownerId) => change({ ownerId })}
      />
      <Text size={200}>Groups by tag follow at once, and so do users whose scope is such a group.</Text>
      {labels.groups.length > 0 && <Hint>{`Now in ${labels.groups.map(({ name }) => name).join(', ')}.`}</Hint>}
    </FormDialog>
  );
}
