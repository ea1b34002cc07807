import { Text } from '@fluentui/react-components';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AdminTenant } from '@tenantry/contract/connections';
import { setTenantSchedule, type TenantSchedule, Weekday } from '@tenantry/contract/tenant-schedules';
import { useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { formatDateTime } from '../../lib/format.ts';
import { showToast } from '../../lib/toast.ts';
import { useFieldErrors } from '../../lib/use-field-errors.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { managedTenantsQuery, tenantScheduleQuery } from './connection-queries.ts';
import {
  type Frequency,
  frequencies,
  frequencyLabels,
  hourLabel,
  ownTimeZone,
  scheduleText,
  timeZones,
  weekdayLabels,
} from './schedule-texts.ts';

type Form = { frequency: Frequency; hour: number; weekday: Weekday; timeZone: string };

const nightHour = 2;
const hours = Array.from({ length: 24 }, (_, hour) => String(hour));

function formOf(schedule: TenantSchedule | null): Form {
  const clock = schedule !== null && schedule.frequency !== 'off' ? schedule : null;
  return {
    frequency: schedule?.frequency ?? 'standard',
    hour: clock?.hour ?? nightHour,
    weekday: clock?.frequency === 'weekly' ? clock.weekday : 'sunday',
    timeZone: clock?.timeZone ?? ownTimeZone(),
  };
}

function scheduleOf({ frequency, hour, weekday, timeZone }: Form): TenantSchedule | null {
  switch (frequency) {
    case 'standard':
      return null;
    case 'off':
      return { frequency };
    case 'daily':
      return { frequency, hour, timeZone };
    case 'weekly':
      return { frequency, weekday, hour, timeZone };
  }
}

/** When the scans of a tenant start by themselves, as it is set now: somebody else may have changed it. */
export function ScheduleDialog({ tenant, onClose }: { tenant: AdminTenant; onClose: () => void }) {
  const client = useQueryClient();
  const query = useQuery(tenantScheduleQuery(tenant.id));
  const [edited, setEdited] = useState<Form | null>(null);
  const { errors, sendChecked } = useFieldErrors(['schedule.timeZone', 'schedule.hour', 'schedule.weekday']);
  const form = edited ?? (query.data && formOf(query.data.schedule));
  const save = async () => {
    if (!form) return;
    const body = { schedule: scheduleOf(form) };
    const saved = await sendChecked({}, () =>
      call(setTenantSchedule, { params: { id: tenant.id }, body, tenantId: null }),
    );
    client.setQueryData(tenantScheduleQuery(tenant.id).queryKey, saved);
    await client.invalidateQueries({ queryKey: managedTenantsQuery().queryKey });
    const next = saved.nextScanAt === null ? 'No scan is planned.' : `Next scan: ${formatDateTime(saved.nextScanAt)}.`;
    showToast({ title: 'Schedule Saved', body: `${scheduleText(saved.schedule)}. ${next}`, intent: 'success' });
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

type FieldsProps = { form: Form; errors: Record<string, string>; onChange: (form: Form) => void };

function ScheduleFields({ form, errors, onChange }: FieldsProps) {
  const [zones] = useState(() => timeZones(form.timeZone, ownTimeZone()));
  const set = (patch: Partial<Form>) => onChange({ ...form, ...patch });
  return (
    <>
      <SelectField
        label="Scans start by themselves"
        options={frequencies}
        labelOf={(frequency) => frequencyLabels[frequency]}
        value={form.frequency}
        onChange={(frequency) => set({ frequency })}
      />
      {form.frequency === 'weekly' && (
        <SelectField
          label="Day"
          options={Weekday.options}
          labelOf={(day) => weekdayLabels[day]}
          value={form.weekday}
          onChange={(weekday) => set({ weekday })}
          error={errors['schedule.weekday']}
        />
      )}
      {(form.frequency === 'daily' || form.frequency === 'weekly') && (
        <>
          <SelectField
            label="Time"
            hint="An hour that the change to summer time leaves out comes an hour later."
            options={hours}
            labelOf={(hour) => hourLabel(Number(hour))}
            value={String(form.hour)}
            onChange={(hour) => set({ hour: Number(hour) })}
            error={errors['schedule.hour']}
          />
          <SelectField
            label="Time zone"
            options={zones}
            value={form.timeZone}
            onChange={(timeZone) => set({ timeZone })}
            error={errors['schedule.timeZone']}
          />
        </>
      )}
      <Text>
        {form.frequency === 'off'
          ? 'No scan starts by itself. Scans that somebody asks for still run.'
          : 'Where something cannot be read for a reason that passes, the next scan comes sooner.'}
      </Text>
    </>
  );
}
