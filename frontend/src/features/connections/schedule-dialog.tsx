import { Field, makeStyles, Select, Text } from '@fluentui/react-components';
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
import { managedTenantsQuery, tenantScheduleQuery } from './connection-queries.ts';
import {
  type Frequency,
  frequencyLabels,
  hourLabel,
  ownTimeZone,
  scheduleText,
  timeZones,
  weekdayLabels,
} from './schedule-texts.ts';

const useStyles = makeStyles({
  // Fluent gives these a width of their own, and the dialog would be wider than a phone.
  control: { minWidth: 0, width: '100%' },
});

type Form = { frequency: Frequency; hour: number; weekday: Weekday; timeZone: string };

const nightHour = 2;
const hours = Array.from({ length: 24 }, (_, hour) => hour);

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
  const styles = useStyles();
  const control = { className: styles.control };
  const set = (patch: Partial<Form>) => onChange({ ...form, ...patch });
  const isFrequency = (text: string): text is Frequency => text in frequencyLabels;
  return (
    <>
      <Field label="Scans start by themselves">
        <Select
          select={control}
          value={form.frequency}
          onChange={(_, { value }) => isFrequency(value) && set({ frequency: value })}
        >
          {Object.entries(frequencyLabels).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      {form.frequency === 'weekly' && (
        <Field label="Day" validationMessage={errors['schedule.weekday']}>
          <Select
            select={control}
            value={form.weekday}
            onChange={(_, { value }) => {
              const weekday = Weekday.options.find((day) => day === value);
              if (weekday) set({ weekday });
            }}
          >
            {Weekday.options.map((day) => (
              <option key={day} value={day}>
                {weekdayLabels[day]}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {(form.frequency === 'daily' || form.frequency === 'weekly') && (
        <ClockFields form={form} errors={errors} set={set} />
      )}
      <Text>
        {form.frequency === 'off'
          ? 'No scan starts by itself. Scans that somebody asks for still run.'
          : 'Where something cannot be read for a reason that passes, the next scan comes sooner.'}
      </Text>
    </>
  );
}

type ClockProps = { form: Form; errors: Record<string, string>; set: (patch: Partial<Form>) => void };

function ClockFields({ form, errors, set }: ClockProps) {
  const styles = useStyles();
  const control = { className: styles.control };
  const [zones] = useState(() => timeZones(form.timeZone, ownTimeZone()));
  return (
    <>
      <Field
        label="Time"
        hint="An hour that the change to summer time leaves out comes an hour later."
        validationMessage={errors['schedule.hour']}
      >
        <Select select={control} value={String(form.hour)} onChange={(_, { value }) => set({ hour: Number(value) })}>
          {hours.map((hour) => (
            <option key={hour} value={hour}>
              {hourLabel(hour)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Time zone" validationMessage={errors['schedule.timeZone']}>
        <Select select={control} value={form.timeZone} onChange={(_, { value }) => set({ timeZone: value })}>
          {zones.map((zone) => (
            <option key={zone}>{zone}</option>
          ))}
        </Select>
      </Field>
    </>
  );
}
