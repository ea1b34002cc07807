import { Checkbox } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import type { Parsed } from '@tenantry/contract/endpoint';
import { priorityLabels } from '@tenantry/contract/labels';
import { mayHearOfKind, NoticeKind } from '@tenantry/contract/notice-kinds';
import { noticeKindLabels } from '@tenantry/contract/notice-labels';
import {
  changeNoticeRule,
  createNoticeRule,
  type listNoticeRules,
  type NoticeRule,
} from '@tenantry/contract/notice-rules';
import { Weekday } from '@tenantry/contract/tenant-schedules';
import { Priority } from '@tenantry/contract/verdicts';
import { GroupChoice } from '../../blocks/group-choice.tsx';
import { call } from '../../lib/api-client.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { useHasRole } from '../../lib/session.ts';
import { showToast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { ChoiceSet, toggled } from '../../ui/choice-set.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Row } from '../../ui/row.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TimeZoneField } from '../../ui/time-zone-field.tsx';
import { bodyOf, type RuleValues, unknownChannel, valuesOf } from './rule-values.ts';

const shown = ['name', 'events', 'groupIds', 'timeZone', 'quiet.to', 'quiet.days', 'targets'];
const hours = Array.from({ length: 24 }, (_, hour) => `${hour}`);
const clock = (hour: string) => `${hour.padStart(2, '0')}:00`;
const whenLabels = { 'at-once': 'As it happens', daily: 'Once a day', monday: 'Each Monday' } as const;
const whens = ['at-once', 'daily', 'monday'] as const;
const tenantChoices = ['all', 'groups'] as const;

type Choice = Pick<Parsed<typeof listNoticeRules.response>, 'channels' | 'ownMail' | 'mailUnavailable'>;
type Part = {
  values: RuleValues;
  change: (patch: Partial<RuleValues>) => void;
  errors: Readonly<Record<string, string | undefined>>;
};

/** Which events, each from a gravity on. */
function EventFields({ values: { events }, change, errors }: Part) {
  const isAdmin = useHasRole('admin');
  const mayHear = (kind: NoticeKind) => isAdmin || mayHearOfKind('viewer', kind);
  const set = (kind: NoticeKind, gravity: Priority | undefined) => {
    const { [kind]: _, ...others } = events;
    change({ events: gravity === undefined ? others : { ...others, [kind]: gravity } });
  };
  return (
    <ChoiceSet label="Tell of" required error={errors.events}>
      {NoticeKind.options.map((kind) => (
        <Row gap="S" key={kind}>
          <Checkbox
            label={`${noticeKindLabels[kind]}${mayHear(kind) ? '' : ': for administrators'}`}
            checked={events[kind] !== undefined}
            disabled={!mayHear(kind) && events[kind] === undefined}
            onChange={(_, { checked }) => set(kind, checked === true ? 'high' : undefined)}
          />
          {events[kind] !== undefined && (
            <SelectField
              label={`${noticeKindLabels[kind]}: from severity`}
              isLabelHidden
              options={Priority.options}
              labelOf={(one) => `From ${priorityLabels[one].toLowerCase()}`}
              value={events[kind] ?? 'high'}
              onChange={(gravity) => set(kind, gravity)}
            />
          )}
        </Row>
      ))}
    </ChoiceSet>
  );
}

/** At once or together, and when it is quiet. */
function TimeFields({ values, change, errors }: Part) {
  const { when, hour, isQuiet, quietFrom, quietTo, quietDays, timeZone } = values;
  return (
    <>
      <SelectField
        label="When"
        options={whens}
        labelOf={(one) => whenLabels[one]}
        value={when}
        onChange={(next) => change({ when: next })}
      />
      {when !== 'at-once' && (
        <SelectField
          label="At"
          options={hours}
          labelOf={clock}
          value={hour}
          onChange={(next) => change({ hour: next })}
        />
      )}
      <Checkbox
        label="Quiet hours: hold back, and tell together when they are over"
        checked={isQuiet}
        onChange={(_, { checked }) => change({ isQuiet: checked === true })}
      />
      {isQuiet && (
        <>
          <Row gap="M">
            <SelectField
              label="Quiet from"
              options={hours}
              labelOf={clock}
              value={quietFrom}
              onChange={(next) => change({ quietFrom: next })}
            />
            <SelectField
              label="Quiet until"
              options={hours}
              labelOf={clock}
              value={quietTo}
              onChange={(next) => change({ quietTo: next })}
              {...(errors['quiet.to'] !== undefined && { error: errors['quiet.to'] })}
            />
          </Row>
          <ChoiceSet label="Days on which quiet hours begin" error={errors['quiet.days']}>
            {Weekday.options.map((day) => (
              <Checkbox
                key={day}
                label={`${day.charAt(0).toUpperCase()}${day.slice(1)}`}
                checked={quietDays.includes(day)}
                onChange={(_, { checked }) =>
                  change({
                    quietDays: Weekday.options.filter((one) => (one === day ? checked : quietDays.includes(one))),
                  })
                }
              />
            ))}
          </ChoiceSet>
        </>
      )}
      <TimeZoneField value={timeZone} onChange={(next) => change({ timeZone: next })} error={errors.timeZone} />
    </>
  );
}

/** The owner's page and address, and the channels that they may send to. */
function TargetFields({ values, change, errors, choice }: Part & { choice: Choice }) {
  const isAdmin = useHasRole('admin');
  const { inApp, ownMail, channelIds } = values;
  const { channels, ownMail: address, mailUnavailable } = choice;
  const goneIds = channelIds.filter((id) => !channels.some((channel) => channel.id === id));
  const why = address === null ? 'your account has no address' : mailUnavailable;
  return (
    <ChoiceSet label="Send to" required error={errors.targets}>
      <div>
        <Checkbox
          label="My notifications here"
          checked={inApp}
          onChange={(_, { checked }) => change({ inApp: checked === true })}
        />
      </div>
      <div>
        <Checkbox
          label={`My mail address${address === null ? '' : ` (${address})`}${why === null ? '' : `: not now, ${why}`}`}
          checked={ownMail}
          onChange={(_, { checked }) => change({ ownMail: checked === true })}
        />
      </div>
      {goneIds.map((id) => (
        <div key={id}>
          <Checkbox
            label={unknownChannel(isAdmin)}
            checked
            onChange={() => change({ channelIds: toggled(channelIds, id, false) })}
          />
        </div>
      ))}
      {channels.map(({ id, name }) => (
        <div key={id}>
          <Checkbox
            label={`Channel ${name}`}
            checked={channelIds.includes(id)}
            onChange={(_, { checked }) => change({ channelIds: toggled(channelIds, id, checked === true) })}
          />
        </div>
      ))}
    </ChoiceSet>
  );
}

/** Makes a rule, or changes one of one's own. */
export function RuleDialog({
  rule,
  choice,
  onClose,
}: {
  rule: NoticeRule | null;
  choice: Choice;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const { values, change, field, errors, sendChecked } = useForm(() => valuesOf(rule), shown);
  const part = { values, change, errors };
  const body = bodyOf(values);
  const send = () =>
    sendChecked(formErrors(createNoticeRule.body, body), async () => {
      if (rule === null) await call(createNoticeRule, { body, tenantId: null });
      else {
        const input = { params: { ruleId: rule.id }, body: { ...body, revision: rule.revision } };
        await call(changeNoticeRule, { ...input, tenantId: null });
      }
      showToast({ title: rule === null ? 'Rule created' : 'Rule changed', body: body.name, intent: 'success' });
      await client.invalidateQueries({ queryKey: ['notice-rules'] });
    });
  return (
    <FormDialog
      open
      title={rule === null ? 'New rule' : `Edit ${rule.name}`}
      submitLabel={rule === null ? 'Create' : 'Save'}
      onSubmit={send}
      onClose={onClose}
    >
      <TextField label="Name" required isProse {...field('name')} />
      <EventFields {...part} />
      <SelectField
        label="Of"
        options={tenantChoices}
        labelOf={(one) => (one === 'all' ? 'All tenants that I see' : 'Groups of tenants')}
        {...field('allTenants')}
      />
      {values.allTenants === 'groups' && (
        <GroupChoice
          label="Groups"
          noneYet="There are no groups yet."
          value={values.groupIds}
          onChange={(groupIds) => change({ groupIds })}
          error={errors.groupIds}
        />
      )}
      <TargetFields {...part} choice={choice} />
      <TimeFields {...part} />
      <Checkbox
        label="Rule is on"
        checked={values.isEnabled}
        onChange={(_, { checked }) => change({ isEnabled: checked === true })}
      />
    </FormDialog>
  );
}
