import MailComposer from 'nodemailer/lib/mail-composer';
import type { Mail, MailFrom } from '../../ports/mail.ts';

/** An https address that can stand in List-Unsubscribe between angle brackets (RFC 2369). */
const unsubscribable = (url: string | undefined): url is string =>
  url !== undefined && /^https:\/\/[^\s<>,]+$/.test(url);

/**
 * The bytes of a mail (RFC 5322), encoded by nodemailer, which reads no file and fetches no address for it. It says that nobody wrote it
 * (RFC 3834, Auto-Submitted), so that no absence notice answers. There is no List-Unsubscribe-Post: RFC 8058 asks for a DKIM signature
 * over it, and the page of our address asks who is there first.
 */
export function mailMessage(from: MailFrom, mail: Mail, now: Date): Promise<Buffer> {
  const thread =
    mail.threadId === undefined ? {} : { references: `<${mail.threadId}>`, inReplyTo: `<${mail.threadId}>` };
  const url = mail.unsubscribeUrl;
  const composer = new MailComposer({
    from: from.name === '' ? from.address : { name: from.name, address: from.address },
    to: mail.to.map((address) => ({ name: '', address })),
    subject: mail.subject,
    date: now,
    messageId: `<${mail.messageId}>`,
    ...thread,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribable(url) ? { 'List-Unsubscribe': { prepared: true, value: `<${url}>` } } : {}),
    },
    text: mail.text,
    html: mail.html,
    attachments: (mail.attachments ?? []).map(({ fileName, contentType, bytes }) => ({
      filename: fileName,
      contentType,
      content: bytes,
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}
