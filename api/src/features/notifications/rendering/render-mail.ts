import { asHtml } from '../../../domain/mail/as-html.ts';
import type { NoticeMessage } from '../../../ports/notifier.ts';
import { type EventWords, totalOf, unlistedWords, wordsOf } from './message-words.ts';

export type RenderedMail = { text: string; html: string };

const font = "font-family:'Segoe UI',Arial,sans-serif;";
const colors = { critical: '#a4262c', high: '#c4501b', medium: '#8a6100', low: '#4f5b66' } as const;

// Outlook on Windows draws mails by Word: tables and inline styles, no style sheets, no script, no images from elsewhere.

function eventHtml({ tenant, kind, gravity, title, detail, url }: EventWords): string {
  const lines = detail
    .map((line) => `<div style="${font}font-size:13px;line-height:19px;color:#424242;">${asHtml(line)}</div>`)
    .join('');
  return [
    '<tr><td style="padding:12px 16px;border-bottom:1px solid #e0e0e0;">',
    `<div style="${font}font-size:12px;line-height:18px;color:#616161;">`,
    `<span style="color:${colors[gravity]};font-weight:600;">${gravity.toUpperCase()}</span>`,
    ` &middot; ${asHtml(kind)} &middot; ${asHtml(tenant)}</div>`,
    `<div style="${font}font-size:15px;line-height:22px;font-weight:600;color:#242424;">${asHtml(title)}</div>`,
    lines,
    `<div style="${font}font-size:13px;line-height:24px;"><a href="${asHtml(url)}" style="color:#0f548c;">Open in Tenantry</a></div>`,
    '</td></tr>',
  ].join('');
}

function eventText({ tenant, kind, gravity, title, detail, url }: EventWords): string {
  return [`${gravity.toUpperCase()} - ${kind} - ${tenant}`, title, ...detail.map((line) => `  ${line}`), url].join(
    '\n',
  );
}

const foot = (rulesUrl: string) => `You get this by a notification rule. Change or end it: ${rulesUrl}`;

/** A message as a mail, in plain text and in HTML that Outlook reads. Pure: nothing of a tenant becomes markup. */
export function renderMail(message: NoticeMessage, origin: string, rulesUrl: string): RenderedMail {
  const words = message.events.map((event) => wordsOf(event, origin));
  const more = unlistedWords(message.unlisted);
  const lead = totalOf(message) === 1 ? '' : message.subject;
  const text = [lead, ...words.map(eventText), more, `-- \n${foot(rulesUrl)}`]
    .filter((part) => part !== '')
    .join('\n\n');
  const line = (content: string) =>
    content === ''
      ? ''
      : `<tr><td style="padding:12px 16px;${font}font-size:14px;line-height:20px;color:#242424;">${asHtml(content)}</td></tr>`;
  const html = [
    '<!DOCTYPE html><html lang="en"><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8">',
    `<title>${asHtml(message.subject)}</title></head><body style="margin:0;padding:0;background-color:#f5f5f5;">`,
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#f5f5f5;"><tr><td align="center" style="padding:16px;">',
    '<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:600px;max-width:100%;background-color:#ffffff;border:1px solid #e0e0e0;">',
    line(lead),
    ...words.map(eventHtml),
    line(more),
    `<tr><td style="padding:12px 16px;${font}font-size:12px;line-height:18px;color:#616161;">You get this by a notification rule. <a href="${asHtml(rulesUrl)}" style="color:#0f548c;">Change or end it</a></td></tr>`,
    '</table></td></tr></table></body></html>',
  ].join('');
  return { text: `${text}\n`, html };
}
