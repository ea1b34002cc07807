import { Field, Input, Textarea } from '@fluentui/react-components';
import { maxAcceptanceDays } from '@tenantry/contract/findings';
import { Reason } from '@tenantry/contract/lists';
import { dayAfter, dayOf, endOfDay, lastDayError } from '../lib/calendar-day.ts';
import { formErrors } from '../lib/form-errors.ts';

/** What an administrator decides with a reason and until a day. */
export type Decision = { reason: string; lastDay: string };

const maxReasonLength = 500;

/** What is wrong with a decision, by the names of the API's fields. */
export function decisionErrors({ reason, lastDay }: Decision, maxDays: number, now: Date): Record<string, string> {
  const reasonError = formErrors(Reason, reason)[''];
  const dayError = lastDayError(lastDay, maxDays, now);
  return {
    ...(reasonError === undefined ? {} : { reason: reasonError }),
    ...(dayError === null ? {} : { expiresAt: dayError }),
  };
}

/** A decision without errors as the API takes it. */
export const decisionBody = ({ reason, lastDay }: Decision) => ({
  reason: reason.trim(),
  expiresAt: endOfDay(lastDay) ?? '',
});

type Props = {
  value: Decision;
  onChange: (patch: Partial<Decision>) => void;
  errors: Record<string, string>;
  /** Of a risk that is lived with, where nothing else is said. */
  reasonHint?: string;
  lastDayHint?: string;
  maxDays?: number;
};

/** The reason and the last day of a decision. */
export function DecisionFields({
  value,
  onChange,
  errors,
  reasonHint = 'Kept in the audit trail and shown in reports.',
  lastDayHint = 'At most a year from now.',
  maxDays = maxAcceptanceDays,
}: Props) {
  const now = new Date();
  const length = value.reason.trim().length;
  return (
    <>
      <Field
        label="Reason"
        required
        hint={`${reasonHint} 10 to ${maxReasonLength} characters, ${length} used.`}
        validationMessage={errors.reason}
      >
        <Textarea
          value={value.reason}
          // The reason is one line in lists, reports and the trail.
          onChange={(_, data) => onChange({ reason: data.value.replace(/[\r\n\t]+/g, ' ') })}
          maxLength={maxReasonLength}
          rows={3}
          resize="vertical"
        />
      </Field>
      <Field label="Last day" required hint={lastDayHint} validationMessage={errors.expiresAt}>
        <Input
          type="date"
          value={value.lastDay}
          onChange={(_, data) => onChange({ lastDay: data.value })}
          min={dayOf(now)}
          max={dayAfter(now, maxDays - 1)}
        />
      </Field>
    </>
  );
}
