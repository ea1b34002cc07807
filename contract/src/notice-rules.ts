import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { LowerGuid } from './ids.ts';
import { Instant } from './lists.ts';
import { NoticeChannelKind } from './notice-channel-kinds.ts';
import { NoticeKind } from './notice-kinds.ts';
import { Weekday } from './tenant-schedules.ts';
import { line } from './text.ts';
import { Priority } from './verdicts.ts';

export const maxRuleChannels = 20;
const Hour = z.number().check(z.int('Must be an hour from 0 to 23'), z.minimum(0), z.maximum(23));

/** What a rule tells of: events of a kind, from a gravity on. */
export const RuleEvent = z.object({ kind: NoticeKind, gravity: Priority });
export type RuleEvent = z.infer<typeof RuleEvent>;

/** Hours in which nothing is sent, by the clock of the rule; `days`: on which they begin. */
export const QuietHours = z.object({
  from: Hour,
  to: Hour,
  days: z.array(Weekday).check(z.minLength(1, 'Choose at least one day'), z.maxLength(7)),
});
export type QuietHours = z.infer<typeof QuietHours>;

/** When it is sent: as it happens, or together once a day, or each Monday. */
export const RuleDelivery = z.discriminatedUnion('when', [
  z.object({ when: z.literal('at-once') }),
  z.object({ when: z.literal('daily'), hour: Hour }),
  z.object({ when: z.literal('monday'), hour: Hour }),
]);
export type RuleDelivery = z.infer<typeof RuleDelivery>;

/** Where it goes: the owner's page, the owner's mail address, and channels that administrators set up. */
export const RuleTargets = z.object({
  inApp: z.boolean(),
  ownMail: z.boolean(),
  channelIds: z.array(LowerGuid).check(z.maxLength(maxRuleChannels)),
});
export type RuleTargets = z.infer<typeof RuleTargets>;

const ruleFields = {
  name: line({ min: 1, tooShort: 'Name is required', max: 80, tooLong: 'Keep the name under 80 characters' }),
  isEnabled: z.boolean(),
  events: z.array(RuleEvent).check(z.minLength(1, 'Choose at least one event'), z.maxLength(NoticeKind.options.length)),
  /** Null: every tenant in the owner's scope. */
  groupIds: z.nullable(z.array(LowerGuid).check(z.minLength(1, 'Choose at least one group'), z.maxLength(50))),
  /** As IANA names it. */
  timeZone: z.string().check(z.minLength(1, 'Name a time zone'), z.maxLength(64), z.regex(/^[A-Za-z0-9_+/-]*$/)),
  quiet: z.nullable(QuietHours),
  delivery: RuleDelivery,
  targets: RuleTargets,
};
export const RuleFields = z.object(ruleFields);
export type RuleFields = z.infer<typeof RuleFields>;

export const NoticeRule = z.object({
  id: LowerGuid,
  ...ruleFields,
  /** The name of the person whose rule it is: what is sent keeps to what they may see. */
  owner: z.string(),
  isOwn: z.boolean(),
  /** Why it sends nothing now; null where it does. */
  silentBecause: z.nullable(z.string()),
  revision: z.int(),
  updatedAt: Instant,
});
export type NoticeRule = z.infer<typeof NoticeRule>;

export const listNoticeRules = defineEndpoint({
  name: 'notice-rules',
  summary: 'Your own notification rules; for administrators of all tenants those of everybody, yours first',
  method: 'GET',
  path: '/api/notice-rules',
  access: 'viewer',
  response: z.object({
    rules: z.array(NoticeRule),
    /** The channels that your rules can send to beside your own page and address; none for who is no administrator. */
    channels: z.array(z.object({ id: LowerGuid, name: z.string(), kind: NoticeChannelKind })),
    /** Your mail address; null where your account has none. */
    ownMail: z.nullable(z.string()),
    /** Why no mail can be sent now; null where it can. */
    mailUnavailable: z.nullable(z.string()),
  }),
});

export const createNoticeRule = defineEndpoint({
  name: 'notice-rule-create',
  summary: 'Make a notification rule, whose owner you are. Channels that others read are for administrators',
  method: 'POST',
  path: '/api/notice-rules',
  access: 'viewer',
  body: RuleFields,
  response: NoticeRule,
  statuses: [201],
});

const params = z.object({ ruleId: LowerGuid });

export const changeNoticeRule = defineEndpoint({
  name: 'notice-rule-change',
  summary: 'Change a notification rule of your own',
  method: 'PUT',
  path: '/api/notice-rules/{ruleId}',
  access: 'viewer',
  params,
  body: z.extend(RuleFields, { revision: z.int() }),
  response: NoticeRule,
});

export const deleteNoticeRule = defineEndpoint({
  name: 'notice-rule-delete',
  summary: 'Delete a notification rule of your own; administrators of all tenants, anybody’s',
  method: 'DELETE',
  path: '/api/notice-rules/{ruleId}',
  access: 'viewer',
  params,
  response: z.object({ success: z.literal(true) }),
});
