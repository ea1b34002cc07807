import { Checkbox } from '@fluentui/react-components';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { defaultReportForm, ReportForm, reportFormLabels } from '@tenantry/contract/generated-reports';
import {
  changeReportSchedule,
  createReportSchedule,
  type ReportDay,
  type ReportRelease,
  type ReportSchedule,
  weekdayNames,
} from '@tenantry/contract/report-schedules';
import { useState } from 'react';
import { tenantGroupsQuery } from '../../blocks/tenant-groups-query.ts';
import { call } from '../../lib/api-client.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { ownTimeZone } from '../../lib/time-zones.ts';
import { showToast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TimeZoneField } from '../../ui/time-zone-field.tsx';
import { schedulesKey } from './schedule-queries.ts';
import { hourLabel } from './schedule-texts.ts';

const releaseLabels: Readonly<Record<ReportRelease, string>> = {
  hold: 'Hold each report for approval',
  send: 'Send at once',
};
const hours = Array.from({ length: 24 }, (_, hour) => String(hour));
const monthDays = Array.from({ length: 31 }, (_, at) => String(at + 1));
const weekDays = weekdayNames.map((_, at) => String(at));
const fields = ['name', 'groupId', 'timeZone', 'staff'];

type Values = {
  name: string;
  groupId: string;
  form: ReportForm;
  every: ReportDay['every'];
  monthDay: string;
  weekday: string;
  hour: string;
  timeZone: string;
  toContacts: boolean;
  staff: string;
  release: ReportRelease;
  isOn: boolean;
  takeOver: boolean;
};

function valuesOf(schedule: ReportSchedule | null): Values {
  const day = schedule?.day;
  return {
    name: schedule?.name ?? '',
    groupId: schedule?.groupId ?? '',
    form: schedule?.form ?? defaultReportForm,
    every: day?.every ?? 'month',
    monthDay: String(day?.every === 'month' ? day.day : 1),
    weekday: String(day?.every === 'week' ? day.weekday : 1),
    hour: String(schedule?.hour ?? 8),
    timeZone: schedule?.timeZone ?? ownTimeZone(),
    toContacts: schedule?.toContacts ?? true,
    staff: schedule?.staff.join(', ') ?? '',
    release: schedule?.release ?? 'hold',
    isOn: schedule?.isOn ?? true,
    takeOver: false,
  };
}

/** As people write a list. */
const addressesOf = (text: string): string[] =>
  text
    .split(/[,;]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** The day that is chosen. */
const dayOf = ({ every, monthDay, weekday }: Values): ReportDay =>
  every === 'month' ? { every, day: Number(monthDay) } : { every, weekday: Number(weekday) };

function bodyOf(values: Values) {
  const { name, groupId, form, hour, timeZone, toContacts, staff, release, isOn } = values;
  return {
    ...{ name, form, timeZone, toContacts, release, isOn },
    groupId: groupId === '' ? null : groupId,
    day: dayOf(values),
    hour: Number(hour),
    staff: addressesOf(staff),
  };
}

type Props = { schedule: ReportSchedule | null; onClose: () => void };

/** Makes a schedule of reports, or changes one. */
export function ScheduleDialog({ schedule, onClose }: Props) {
  const client = useQueryClient();
  // Made once for what is meant: sent twice, it is one schedule.
  const [key] = useState(() => crypto.randomUUID());
  const { values, change, field, sendChecked } = useForm(() => valuesOf(schedule), fields);
  const body = bodyOf(values);
  const { takeOver } = values;
  const found = formErrors(createReportSchedule.body, { ...body, key });
  const staffError = Object.entries(found).find(([path]) => path.startsWith('staff'))?.[1];
  const send = () =>
    sendChecked(staffError === undefined ? found : { ...found, staff: staffError }, async () => {
      if (schedule === null) await call(createReportSchedule, { body: { ...body, key }, tenantId: null });
      else {
        const { id, revision } = schedule;
        const changed = { ...body, takeOver, revision };
        await call(changeReportSchedule, { params: { scheduleId: id }, body: changed, tenantId: null });
      }
      showToast({
        title: schedule === null ? 'Schedule created' : 'Schedule changed',
        body: values.name,
        intent: 'success',
      });
      await client.invalidateQueries({ queryKey: schedulesKey });
    });
  return (
    <FormDialog
      open
      title={schedule === null ? 'New schedule' : `Edit ${schedule.name}`}
      submitLabel={schedule === null ? 'Create' : 'Save'}
      onSubmit={send}
      onClose={onClose}
    >
      <TextField label="Name" required isProse {...field('name')} />
      <GroupField {...field('groupId')} />
      <SelectField
        label="Report"
        options={ReportForm.options}
        labelOf={(form) => reportFormLabels[form]}
        {...field('form')}
      />
      <WhenFields values={values} change={change} />
      <TimeZoneField {...field('timeZone')} />
      <Checkbox
        label="To the contacts of each tenant that get reports"
        checked={values.toContacts}
        onChange={(_, { checked }) => change({ toContacts: checked === true })}
      />
      <TextField
        label="Fixed addresses"
        hint="Of your own staff, separated by commas. They get the report of every tenant."
        {...field('staff')}
      />
      <SelectField
        label="Before it is sent"
        options={['hold', 'send']}
        labelOf={(release) => releaseLabels[release]}
        hint="A held report asks for approval to publish it, and is sent once that is given."
        {...field('release')}
      />
      <Checkbox label="On" checked={values.isOn} onChange={(_, { checked }) => change({ isOn: checked === true })} />
      {schedule !== null && schedule.stoppedBecause !== null && (
        <>
          <Notice intent="warning">{schedule.stoppedBecause}</Notice>
          <Checkbox
            label="Take over: I answer for it from now on"
            checked={takeOver}
            onChange={(_, { checked }) => change({ takeOver: checked === true })}
          />
        </>
      )}
    </FormDialog>
  );
}

type FieldProps = { value: string; onChange: (value: string) => void; error?: string | undefined };

/** The tenants that it is for. */
function GroupField({ value, onChange, error }: FieldProps) {
  const { data } = useQuery(tenantGroupsQuery());
  const groups = data?.groups ?? [];
  // Until the groups are loaded, or where it was deleted.
  const options = ['', ...new Set([...groups.map(({ id }) => id), ...(value === '' ? [] : [value])])];
  return (
    <SelectField
      label="Tenants"
      options={options}
      labelOf={(id) => (id === '' ? 'All my tenants' : (groups.find((group) => group.id === id)?.name ?? 'A group'))}
      value={value}
      onChange={onChange}
      {...(error === undefined ? {} : { error })}
    />
  );
}

/** The day and the hour. */
function WhenFields({ values, change }: { values: Values; change: (patch: Partial<Values>) => void }) {
  return (
    <>
      <SelectField
        label="Repeats"
        options={['month', 'week']}
        labelOf={(every) => (every === 'month' ? 'Each month' : 'Each week')}
        value={values.every}
        onChange={(every) => change({ every })}
      />
      {values.every === 'month' ? (
        <SelectField
          label="Day of the month"
          options={monthDays}
          labelOf={(day) => (day === '31' ? '31, or the last day' : day)}
          hint="Where a month is shorter, its last day."
          value={values.monthDay}
          onChange={(monthDay) => change({ monthDay })}
        />
      ) : (
        <SelectField
          label="Day of the week"
          options={weekDays}
          labelOf={(day) => weekdayNames[Number(day)] ?? day}
          value={values.weekday}
          onChange={(weekday) => change({ weekday })}
        />
      )}
      <SelectField
        label="Time"
        options={hours}
        labelOf={(hour) => hourLabel(Number(hour))}
        value={values.hour}
        onChange={(hour) => change({ hour })}
      />
    </>
  );
}
