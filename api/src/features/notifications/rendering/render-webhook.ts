import type { NoticeMessage } from '../../../ports/notifier.ts';
import { totalOf, wordsOf } from './message-words.ts';

/** What a signed webhook carries: the same for each try of a message. */
export function renderWebhook(message: NoticeMessage, origin: string) {
  const at =
    message.events
      .map((event) => event.at)
      .sort()
      .at(-1) ?? '';
  return {
    type: 'tenantry.notification',
    timestamp: at,
    data: {
      id: message.id,
      subject: message.subject,
      total: totalOf(message),
      unlisted: message.unlisted,
      events: message.events.map((event) => {
        const { title, detail, url, gravity } = wordsOf(event, origin);
        const { key, kind, tenant, remedyId, at: happenedAt } = event;
        return { key, kind, gravity, tenant, title, detail: detail.join('\n'), url, remedyId, at: happenedAt };
      }),
    },
  };
}
