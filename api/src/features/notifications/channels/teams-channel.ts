import { renderCard } from '../rendering/render-card.ts';
import { type ChannelKind, postMessage, textOf } from './channel-kind.ts';

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
    ({ fetch, publicOrigin }, { settings }, { url = '' }) =>
    (message) =>
      postMessage(fetch, { url, host: textOf(settings, 'host') }, JSON.stringify(renderCard(message, publicOrigin))),
};
