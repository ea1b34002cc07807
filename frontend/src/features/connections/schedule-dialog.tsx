import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AdminTenant } from '@tenantry/contract/connections';
import { setTenantSchedule } from '@tenantry/contract/tenant-schedules';
import { useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { formatDateTime } from '../../lib/format.ts';
import { showToast } from '../../lib/toast.ts';
import { useFieldErrors } from '../../lib/use-field-errors.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { managedTenantsQuery, tenantScheduleQuery } from './connection-queries.ts';
import { formOf, ScheduleFields, type ScheduleForm, scheduleFields, scheduleOf } from './schedule-fields.tsx';
import { scheduleText } from './schedule-texts.ts';

/** When the scans of a tenant start by themselves, as it is set now: somebody else may have changed it. */
export function ScheduleDialog({ tenant, onClose }: { tenant: AdminTenant; onClose: () => void }) {
  const client = useQueryClient();
  const query = useQuery(tenantScheduleQuery(tenant.id));
  const [edited, setEdited] = useState<ScheduleForm | null>(null);
  const { errors, sendChecked } = useFieldErrors(scheduleFields);
  const form = edited ?? (query.data && formOf(query.data.schedule));
  const save = async () => {
    if (!form) return;
    const body = { schedule: scheduleOf(form) };
    const saved = await sendChecked({}, () =>
      call(setTenantSchedule, { params: { id: tenant.id }, body, tenantId: null }),
    );
    client.setQueryData(tenantScheduleQuery(tenant.id).queryKey, saved);
    await client.invalidateQueries({ queryKey: managedTenantsQuery().queryKey });
    const next =
      saved.nextScanAt === null ? 'No scan is scheduled.' : `Next scan: ${formatDateTime(saved.nextScanAt)}.`;
    showToast({ title: 'Schedule saved', body: `${scheduleText(saved.schedule)}. ${next}`, intent: 'success' });
  };
  return (
    <FormDialog
      open
      title={`Scans of ${tenant.orgName}`}
      submitLabel="Save"
      onSubmit={save}
      onClose={onClose}
      submitDisabled={!form}
    >
      <QueryState query={query} loadingLabel="Loading the schedule" errorTitle="The schedule could not be loaded">
        {() => form && <ScheduleFields form={form} errors={errors} onChange={setEdited} />}
      </QueryState>
    </FormDialog>
  );
}
