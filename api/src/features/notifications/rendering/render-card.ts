import type { Priority } from '@tenantry/contract/verdicts';
import type { NoticeMessage } from '../../../ports/notifier.ts';
import { type EventWords, totalOf, unlistedWords, wordsOf } from './message-words.ts';

/** What Teams takes of one message to a webhook (learn.microsoft.com, "Create incoming webhooks": 28 KB). */
export const cardLimitBytes = 28 * 1024;
/** More than this is not read in a chat. */
const eventsAtMost = 10;

type TextRun = {
  type: 'TextRun';
  text: string;
  weight?: 'Bolder';
  color?: 'Attention' | 'Warning' | 'Default';
  isSubtle?: true;
  size?: 'Medium';
};
type RichText = { type: 'RichTextBlock'; inlines: TextRun[]; spacing?: 'Small' | 'Medium'; separator?: true };
type OpenUrl = { type: 'Action.OpenUrl'; title: string; url: string };
type ActionSet = { type: 'ActionSet'; actions: OpenUrl[]; spacing?: 'Small' };

type AdaptiveCard = {
  type: 'AdaptiveCard';
  $schema: string;
  version: '1.5';
  fallbackText: string;
  body: (RichText | ActionSet)[];
};

export type TeamsMessage = {
  type: 'message';
  attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive'; content: AdaptiveCard }];
};

const colorOf: Readonly<Record<Priority, NonNullable<TextRun['color']>>> = {
  critical: 'Attention',
  high: 'Warning',
  medium: 'Default',
  low: 'Default',
};

// A TextBlock is read as Markdown, a TextRun is not (adaptivecards.io, "Text Features"): what tenants call things becomes no link.

const plain = (text: string, more: Partial<TextRun> = {}): TextRun => ({ type: 'TextRun', text, ...more });

function eventBody({ tenant, kind, gravity, title, detail, url }: EventWords): AdaptiveCard['body'] {
  const head: RichText = {
    type: 'RichTextBlock',
    separator: true,
    spacing: 'Medium',
    inlines: [
      plain(gravity.toUpperCase(), { weight: 'Bolder', color: colorOf[gravity] }),
      plain(` · ${kind} · ${tenant}`, { isSubtle: true }),
    ],
  };
  const lines = detail.map((line): RichText => ({ type: 'RichTextBlock', spacing: 'Small', inlines: [plain(line)] }));
  return [
    head,
    { type: 'RichTextBlock', spacing: 'Small', inlines: [plain(title, { weight: 'Bolder', size: 'Medium' })] },
    ...lines,
    { type: 'ActionSet', spacing: 'Small', actions: [{ type: 'Action.OpenUrl', title: 'Open in Tenantry', url }] },
  ];
}

function cardOf(message: NoticeMessage, listed: readonly EventWords[]): TeamsMessage {
  const total = totalOf(message);
  const more = unlistedWords(total - listed.length);
  const lead: RichText[] =
    total === 1 ? [] : [{ type: 'RichTextBlock', inlines: [plain(message.subject, { weight: 'Bolder' })] }];
  const rest: RichText[] =
    more === '' ? [] : [{ type: 'RichTextBlock', separator: true, spacing: 'Medium', inlines: [plain(more)] }];
  const content: AdaptiveCard = {
    type: 'AdaptiveCard',
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    version: '1.5',
    fallbackText: 'A notification from Tenantry, which this client cannot show.',
    body: [...lead, ...listed.flatMap(eventBody), ...rest],
  };
  return { type: 'message', attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content }] };
}

/** A message as Teams takes it, within its limit: what does not fit is counted. Pure: no text of a tenant is Markdown or a mention. */
export function renderCard(message: NoticeMessage, origin: string): TeamsMessage {
  const words = message.events.slice(0, eventsAtMost).map((event) => wordsOf(event, origin));
  for (let listed = words.length; listed > 1; listed -= 1) {
    const card = cardOf(message, words.slice(0, listed));
    if (Buffer.byteLength(JSON.stringify(card)) <= cardLimitBytes) return card;
  }
  return cardOf(message, words.slice(0, 1));
}
