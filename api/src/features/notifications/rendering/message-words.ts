import { noticeKindLabels } from '@tenantry/contract/notice-labels';
import { cleanText, visibleText } from '@tenantry/contract/text';
import { Priority } from '@tenantry/contract/verdicts';
import type { NoticeEvent, NoticeMessage } from '../../../ports/notifier.ts';

const longestLine = 300;
const detailLines = 8;

/** A text from a tenant as one line: no breaks, nothing that cannot be seen, bounded. */
const oneLine = (text: string, length = longestLine): string => cleanText(text, length);

/** What is told of an event, as plain lines; whoever draws them escapes them. */
export type EventWords = {
  /** Whom it is about. */
  tenant: string;
  kind: string;
  gravity: Priority;
  title: string;
  detail: readonly string[];
  url: string;
  at: string;
};

/** An event in words. @param origin of the installation, to which its page's path is added */
export function wordsOf({ tenant, kind, gravity, title, detail, path, at }: NoticeEvent, origin: string): EventWords {
  const lines = detail.split(/[\r\n\u0085\u2028\u2029]+/).map((line) => oneLine(visibleText(line)));
  return {
    tenant: tenant === null ? 'This installation' : oneLine(tenant.name, 120) || tenant.id,
    kind: noticeKindLabels[kind],
    gravity,
    title: oneLine(title) || noticeKindLabels[kind],
    detail: lines.filter((line) => line !== '').slice(0, detailLines),
    url: new URL(path.startsWith('/') && !path.startsWith('//') ? path : '/', origin).href,
    at,
  };
}

const rank = ({ gravity }: NoticeEvent): number => Priority.options.indexOf(gravity);

/** The gravest first, and of these the newest. */
export const worstFirst = (events: readonly NoticeEvent[]): NoticeEvent[] =>
  events.toSorted((a, b) => rank(a) - rank(b) || (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));

export const totalOf = ({ events, unlisted }: Pick<NoticeMessage, 'events' | 'unlisted'>): number =>
  events.length + unlisted;

/** What is said of those that are not listed; '' where all are. */
export const unlistedWords = (count: number): string =>
  count === 0 ? '' : `And ${count} more, which Tenantry lists under Notifications.`;

/** The subject of one event, or of several: the worst are named by their number alone. */
export function subjectOf(events: readonly NoticeEvent[], form: 'single' | 'digest' | 'storm'): string {
  const [first] = events;
  if (form === 'single' && first) {
    const { tenant, title } = wordsOf(first, 'https://tenantry.invalid');
    return oneLine(`${tenant}: ${title}`, 180);
  }
  const counts = Priority.options.flatMap((gravity) => {
    const count = events.filter((event) => event.gravity === gravity).length;
    return count === 0 ? [] : [`${count} ${gravity}`];
  });
  const tenants = new Set(events.map(({ tenant }) => tenant?.id)).size;
  const of = tenants === 1 ? 'one tenant' : `${tenants} tenants`;
  const what = form === 'digest' ? 'Digest' : 'Many at once';
  return `${what}: ${events.length} ${events.length === 1 ? 'notification' : 'notifications'} from ${of} (${counts.join(', ')})`;
}
