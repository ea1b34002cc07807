import type { DeliveryOutcome } from '../../../ports/mail.ts';
import { renderCard } from '../rendering/render-card.ts';
import { type ChannelKind, outcomeOfStatus, textOf } from './channel-kind.ts';

/**
 * A channel or chat of Microsoft Teams, by the address of a workflow "When a Teams webhook request is received". The address itself is the
 * secret: whoever has it can post.
 */
export const teamsChannel: ChannelKind<'teams'> = {
  kind: 'teams',
  isPerEvent: false,
  keep: ({ url }) => ({ settings: { host: new URL(url).host }, secrets: { url } }),
  newSecret: null,
  view: (settings) => ({ kind: 'teams', host: textOf(settings, 'host') }),
  notifier:
    ({ post, publicOrigin }, { settings }, { url = '' }) =>
    async (message): Promise<DeliveryOutcome> => {
      const body = JSON.stringify(renderCard(message, publicOrigin));
      const answer = await post(url, { headers: { 'content-type': 'application/json' }, body });
      if (answer.kind !== 'answered')
        return { kind: 'failed', reason: answer.reason, isPermanent: answer.kind === 'refused' };
      return outcomeOfStatus(answer.status, answer.retryAfterSeconds, textOf(settings, 'host'));
    },
};
