import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it, test } from 'vitest';
import type { NoticeEvent, NoticeMessage } from '../../../ports/notifier.ts';
import { mailOf } from '../channels/mail-channel.ts';
import { subjectOf, worstFirst } from './message-words.ts';
import { cardLimitBytes, renderCard } from './render-card.ts';
import { renderMail } from './render-mail.ts';
import { renderWebhook } from './render-webhook.ts';

const origin = 'https://tenantry.example';
const rules = `${origin}/notifications?tab=rules`;
const tenantId = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const event = (more: Partial<NoticeEvent> = {}): NoticeEvent => ({
  key: 'change:1',
  kind: 'change',
  tenant: { id: tenantId, name: 'Contoso' },
  gravity: 'critical',
  title: 'New Global Administrator: eve@contoso.example',
  detail: 'By mallory@contoso.example',
  path: `/changes/all?tenantId=${tenantId}&gravity=critical`,
  at: '2026-11-24T10:00:00.000Z',
  remedyId: null,
  userId: null,
  ...more,
});
const messageOf = (events: readonly NoticeEvent[], unlisted = 0): NoticeMessage => ({
  id: 'a'.repeat(40),
  subject: subjectOf(events, events.length === 1 ? 'single' : 'storm'),
  threadKey: 'change',
  events,
  unlisted,
});

// What somebody may call an account, a group or a tenant, so that whoever reads of it clicks.
const hostile = [
  '[Click here](https://evil.example)',
  '<at>everyone</at> look',
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  '</td></tr></table><a href="https://evil.example">Sign in</a>',
  ['$', '{7*7} {{constructor}} {{7*7}} <%= 7 %>'].join(''),
  '**bold** _it_ `code` # head',
  'javascript:alert(1)',
  'Line\r\nBcc: everyone@evil.example\r\n\r\nBody',
  'Nul\u0000 bidi\u202Eevil',
  '\u2028To: x@evil.example',
];

/** Every text in a value, wherever it stands. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

const schema = JSON.parse(readFileSync(new URL('../testing/adaptive-card-rules.json', import.meta.url), 'utf8'));
const isCard = new Ajv().compile(schema);
function requireCard(message: NoticeMessage) {
  const sent = renderCard(message, origin);
  expect(sent.type).toBe('message');
  expect(sent.attachments).toHaveLength(1);
  expect(sent.attachments[0].contentType).toBe('application/vnd.microsoft.card.adaptive');
  expect([isCard(sent.attachments[0].content), isCard.errors]).toEqual([true, null]);
  return sent;
}

describe('a card for Teams', () => {
  it('is an Adaptive Card 1.5 with a link to the page', () => {
    const sent = requireCard(messageOf([event()]));
    expect(textsIn(sent)).toContain(`${origin}/changes/all?tenantId=${tenantId}&gravity=critical`);
    expect(textsIn(sent).join('\n')).toContain('New Global Administrator: eve@contoso.example');
  });

  it.each(hostile)('holds %j as text that is never Markdown, and links to our own pages alone', (name) => {
    const sent = requireCard(messageOf([event({ title: name, detail: name, tenant: { id: tenantId, name } })]));
    const written = JSON.stringify(sent);
    // A TextBlock and a FactSet are read as Markdown; a mention needs an entity of the host.
    expect(written).not.toMatch(/"TextBlock"|"FactSet"|"msteams"|"entities"/);
    for (const url of written.matchAll(/"url":"([^"]*)"/g)) expect(url[1]?.startsWith(`${origin}/`)).toBe(true);
    for (const text of textsIn(sent)) expect(text).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202e]/u);
  });

  it('stays below 28 KB, and counts what it leaves out', () => {
    const long = 'x'.repeat(290);
    const many = Array.from({ length: 10 }, (_, index) =>
      event({ key: `k${index}`, title: `${index} ${long}`, detail: Array(8).fill(long).join('\n') }),
    );
    const sent = requireCard(messageOf(many, 490));
    expect(Buffer.byteLength(JSON.stringify(sent))).toBeLessThanOrEqual(cardLimitBytes);
    const listed = textsIn(sent).filter((text) => text === 'Action.OpenUrl').length;
    expect(listed).toBeGreaterThan(0);
    expect(listed).toBeLessThan(10);
    expect(textsIn(sent).join('\n')).toContain(`And ${500 - listed} more`);
  });
});

describe('a mail', () => {
  it('reads as plain text and as tables with inline styles, with nothing that loads or runs', () => {
    const { text, html } = renderMail(messageOf([event()]), origin, rules);
    expect(text).toContain('CRITICAL - Change - Contoso\nNew Global Administrator: eve@contoso.example');
    expect(text).toContain(`${origin}/changes/all?tenantId=${tenantId}&gravity=critical`);
    expect(html).toContain('<table role="presentation"');
    expect(html).not.toMatch(/<(script|style|link|img|iframe|form|svg)\b|\son\w+=|url\(|@import/i);
    expect(html).toContain(`&amp;gravity=critical`);
  });

  it.each(hostile)('holds %j as text alone', (name) => {
    const message = messageOf([event({ title: name, detail: name, tenant: { id: tenantId, name } })]);
    const { html } = renderMail(message, origin, rules);
    expect(html).not.toMatch(/<(script|style|img|at)\b|onerror=alert\(1\)>|<a href="https:\/\/evil/i);
    for (const [, url] of html.matchAll(/href="([^"]*)"/g)) expect(url?.startsWith(`${origin}/`)).toBe(true);
    const tags = [...html.matchAll(/<(\/?[a-z]+)/gi)].map(([, tag]) => tag?.replace('/', '').toLowerCase());
    expect(new Set(tags)).toEqual(
      new Set(['html', 'head', 'meta', 'title', 'body', 'table', 'tr', 'td', 'div', 'span', 'a']),
    );
  });

  it.each(hostile)('has one line as its subject, whatever is called %j', (name) => {
    const { subject } = mailOf(
      messageOf([event({ title: name, tenant: { id: tenantId, name } })]),
      'a@x.example',
      origin,
      'c',
    );
    expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202e]/u);
    expect(subject.length).toBeGreaterThan(0);
    expect(subject.length).toBeLessThanOrEqual(180);
  });

  it('has an id of its message, one thread for a subject at a place, and says where it is ended', () => {
    const first = mailOf(messageOf([event()]), 'a@x.example', origin, 'one');
    expect(first.messageId).toMatch(/^notice-[0-9a-f]{40}@tenantry\.example$/);
    expect(mailOf(messageOf([event()]), 'A@x.example', origin, 'one').messageId).toBe(first.messageId);
    // Each of several recipients has a mail of their own.
    expect(mailOf(messageOf([event()]), 'b@x.example', origin, 'one').messageId).not.toBe(first.messageId);
    expect(first.unsubscribeUrl).toBe(rules);
    const again = mailOf({ ...messageOf([event()]), id: 'b'.repeat(40) }, 'a@x.example', origin, 'one');
    expect([again.threadId, again.messageId === first.messageId]).toEqual([first.threadId, false]);
    expect(mailOf(messageOf([event()]), 'a@x.example', origin, 'two').threadId).not.toBe(first.threadId);
    expect(mailOf(messageOf([event()]), 'a@x.example', 'http://localhost:4280', 'one')).not.toHaveProperty(
      'unsubscribeUrl',
    );
  });
});

test('what leads away from here is a link to the first page, never elsewhere', () => {
  for (const path of ['//evil.example/x', 'https://evil.example', 'javascript:alert(1)', '\\\\evil.example']) {
    const [first] = renderWebhook(messageOf([event({ path })]), origin).data.events;
    expect(first?.url).toBe(`${origin}/`);
  }
});

test('a webhook carries the same for each try of a message', () => {
  const message = messageOf([event()], 3);
  expect(JSON.stringify(renderWebhook(message, origin))).toBe(JSON.stringify(renderWebhook(message, origin)));
  expect(renderWebhook(message, origin)).toMatchObject({ timestamp: event().at, data: { total: 4, unlisted: 3 } });
});

test('the worst come first, and of these the newest', () => {
  const events = [
    event({ key: 'low', gravity: 'low' }),
    event({ key: 'old', at: '2026-01-01T00:00:00.000Z' }),
    event({ key: 'new', at: '2026-12-01T00:00:00.000Z' }),
    event({ key: 'high', gravity: 'high' }),
  ];
  expect(worstFirst(events).map(({ key }) => key)).toEqual(['new', 'old', 'high', 'low']);
});

test('the subject of several counts them by gravity, and names no tenant', () => {
  const events = [event(), event({ gravity: 'low', tenant: { id: 'other', name: 'Fabrikam' } })];
  expect(subjectOf(events, 'storm')).toBe('Many at once: 2 notifications from 2 tenants (1 critical, 1 low)');
});
