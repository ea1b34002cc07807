import type { NoticeKind } from '@tenantry/contract/notice-kinds';
import type { NoticeRule, QuietHours, RuleFields } from '@tenantry/contract/notice-rules';
import { Weekday } from '@tenantry/contract/tenant-schedules';
import type { Priority } from '@tenantry/contract/verdicts';
import { ownTimeZone } from '../../lib/time-zones.ts';

/** What stands in the form of a rule. */
export type RuleValues = {
  name: string;
  /** From which gravity on; undefined where it is not told. */
  events: Partial<Record<NoticeKind, Priority>>;
  allTenants: 'all' | 'groups';
  groupIds: readonly string[];
  timeZone: string;
  when: RuleFields['delivery']['when'];
  hour: string;
  isQuiet: boolean;
  quietFrom: string;
  quietTo: string;
  quietDays: readonly Weekday[];
  inApp: boolean;
  ownMail: boolean;
  channelIds: readonly string[];
  isEnabled: boolean;
};

/** What most want to hear of first. */
const usualEvents: RuleValues['events'] = {
  change: 'critical',
  incident: 'high',
  'finding-back': 'high',
  'connection-lost': 'high',
  'scan-failed': 'high',
};

const usualQuiet: QuietHours = { from: 20, to: 7, days: [...Weekday.options] };

/** The form of a rule, or of a new one. */
export function valuesOf(rule: NoticeRule | null): RuleValues {
  const quiet = rule?.quiet ?? usualQuiet;
  const delivery = rule?.delivery ?? { when: 'at-once' };
  return {
    name: rule?.name ?? '',
    events: rule ? Object.fromEntries(rule.events.map(({ kind, gravity }) => [kind, gravity])) : usualEvents,
    allTenants: rule === null || rule.groupIds === null ? 'all' : 'groups',
    groupIds: rule?.groupIds ?? [],
    timeZone: rule?.timeZone ?? ownTimeZone(),
    when: delivery.when,
    hour: delivery.when === 'at-once' ? '8' : `${delivery.hour}`,
    isQuiet: rule !== null && rule.quiet !== null,
    quietFrom: `${quiet.from}`,
    quietTo: `${quiet.to}`,
    quietDays: quiet.days,
    inApp: rule?.targets.inApp ?? true,
    ownMail: rule?.targets.ownMail ?? false,
    channelIds: rule?.targets.channelIds ?? [],
    isEnabled: rule?.isEnabled ?? true,
  };
}

/** What is sent of it. */
export function bodyOf(values: RuleValues): RuleFields {
  const { name, isEnabled, timeZone, when, isQuiet, inApp, ownMail } = values;
  const events = Object.entries(values.events).map(([kind, gravity]) => ({ kind: kind as NoticeKind, gravity }));
  return {
    name,
    isEnabled,
    events,
    groupIds: values.allTenants === 'all' ? null : [...values.groupIds],
    timeZone,
    quiet: isQuiet ? { from: Number(values.quietFrom), to: Number(values.quietTo), days: [...values.quietDays] } : null,
    delivery: when === 'at-once' ? { when } : { when, hour: Number(values.hour) },
    targets: { inApp, ownMail, channelIds: [...values.channelIds] },
  };
}

/** What a channel is called that the API does not name: to administrators it names all that there are. */
export const unknownChannel = (isAdmin: boolean): string =>
  isAdmin ? 'A channel that is gone' : 'A channel for administrators';
