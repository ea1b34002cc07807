import { Text } from '@fluentui/react-components';
import { type TenantSchedule, Weekday } from '@tenantry/contract/tenant-schedules';
import { ownTimeZone } from '../../lib/time-zones.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { TimeZoneField } from '../../ui/time-zone-field.tsx';
import { type Frequency, frequencies, frequencyLabels, hourLabel, weekdayLabels } from './schedule-texts.ts';

export type ScheduleForm = { frequency: Frequency; hour: number; weekday: Weekday; timeZone: string };

/** The fields of the API that an error may be about. */
export const scheduleFields = ['schedule.timeZone', 'schedule.hour', 'schedule.weekday'];

const nightHour = 2;
const hours = Array.from({ length: 24 }, (_, hour) => String(hour));

/** The form for a schedule as it is set; for null the standard. */
export function formOf(schedule: TenantSchedule | null): ScheduleForm {
  const clock = schedule !== null && schedule.frequency !== 'off' ? schedule : null;
  return {
    frequency: schedule?.frequency ?? 'standard',
    hour: clock?.hour ?? nightHour,
    weekday: clock?.frequency === 'weekly' ? clock.weekday : 'sunday',
    timeZone: clock?.timeZone ?? ownTimeZone(),
  };
}

/** The schedule that the form stands for. */
export function scheduleOf({ frequency, hour, weekday, timeZone }: ScheduleForm): TenantSchedule | null {
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

type Props = { form: ScheduleForm; errors: Record<string, string>; onChange: (form: ScheduleForm) => void };

/** When scans start by themselves. */
export function ScheduleFields({ form, errors, onChange }: Props) {
  const set = (patch: Partial<ScheduleForm>) => onChange({ ...form, ...patch });
  return (
    <>
      <SelectField
        label="Automatic scans"
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
            hint="If daylight saving time skips this hour, the scan starts an hour later."
            options={hours}
            labelOf={(hour) => hourLabel(Number(hour))}
            value={String(form.hour)}
            onChange={(hour) => set({ hour: Number(hour) })}
            error={errors['schedule.hour']}
          />
          <TimeZoneField
            value={form.timeZone}
            onChange={(timeZone) => set({ timeZone })}
            error={errors['schedule.timeZone']}
          />
        </>
      )}
      <Text>
        {form.frequency === 'off'
          ? 'No scan starts automatically. Scans started by hand still run.'
          : 'If data is temporarily unavailable, the next scan starts sooner.'}
      </Text>
    </>
  );
}
