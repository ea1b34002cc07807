import { truncate, uriComponent } from '@tenantry/contract/text';
import type { Clock } from '../../ports/clock.ts';
import type { DeliveryOutcome, Mail, MailFrom, MailSenders } from '../../ports/mail.ts';
import type { Upstream } from '../graph/upstream.ts';
import { retryAfterSeconds } from '../retry-after.ts';
import { mailMessage } from './mail-message.ts';
import { refusedBecause } from './refused-text.ts';

/**
 * Bytes of attachments in one call. Microsoft: below 3 MB an attachment goes with the message, above it by an upload session
 * (learn.microsoft.com/graph/outlook-large-attachments), which asks for Mail.ReadWrite on the mailbox; whoever sends larger ones makes
 * them a link instead.
 */
export const graphAttachmentBytes = 3_000_000;
/** A call of Graph holds 4 MB at most. A message in MIME form stands in it in base64. */
const callBytes = 4_000_000;
const timeoutMs = 60_000;

const failed = (reason: string, isPermanent: boolean, retryAfterSeconds?: number): DeliveryOutcome => ({
  ...{ kind: 'failed', reason, isPermanent },
  ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
});

function errorOf(text: string): { code: string; message: string } {
  try {
    const body: unknown = JSON.parse(text);
    const error = typeof body === 'object' && body !== null ? Reflect.get(body, 'error') : null;
    if (typeof error === 'object' && error !== null) {
      return { code: String(Reflect.get(error, 'code') ?? ''), message: String(Reflect.get(error, 'message') ?? '') };
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return { code: '', message: '' };
}

/** Refusals of this installation, not of the mail: once an administrator has mended them, it goes. */
const ofInstallation: ReadonlySet<number> = new Set([401, 403, 404]);
const passing: ReadonlySet<number> = new Set([408, 425, 429]);

/** What an answer of Graph that is no success means: by its status, and by Retry-After where it tells. */
async function outcomeOf(response: Response, mailbox: string, now: Date): Promise<DeliveryOutcome> {
  const { code, message } = errorOf(await response.text());
  const { status } = response;
  const said = truncate([code, message].filter((part) => part !== '').join(': ') || `status ${status}`, 300);
  const isPermanent = status >= 400 && status < 500 && !ofInstallation.has(status) && !passing.has(status);
  const access = status === 403 ? ` This application may not send from ${mailbox}.` : '';
  return failed(
    `Microsoft Graph answered ${said}.${access}`,
    isPermanent,
    retryAfterSeconds(response.headers.get('retry-after'), now),
  );
}

/**
 * As JSON, for what is too large in MIME form, which is encoded twice, and for what Sent Items must not keep: of a message in MIME form
 * Microsoft always does. References and Auto-Submitted cannot be said in it.
 */
function asJson(mail: Mail): string {
  return JSON.stringify({
    message: {
      subject: mail.subject,
      internetMessageId: `<${mail.messageId}>`,
      body: { contentType: 'HTML', content: mail.html },
      toRecipients: mail.to.map((address) => ({ emailAddress: { address } })),
      attachments: (mail.attachments ?? []).map(({ fileName: name, contentType, bytes }) => ({
        ...{ '@odata.type': '#microsoft.graph.fileAttachment', name, contentType },
        contentBytes: bytes.toString('base64'),
      })),
    },
    saveToSentItems: mail.isConfidential !== true,
  });
}

async function bodyOf(from: MailFrom, mail: Mail, now: Date): Promise<{ type: string; body: string }> {
  if (mail.isConfidential) return { type: 'application/json', body: asJson(mail) };
  const mime = (await mailMessage(from, mail, now)).toString('base64');
  return mime.length <= callBytes
    ? { type: 'text/plain', body: mime }
    : { type: 'application/json', body: asJson(mail) };
}

type GraphMailOptions = { upstream: Upstream; clock: Clock };

async function send(
  { upstream, clock }: GraphMailOptions,
  token: () => Promise<string>,
  from: MailFrom,
  mail: Mail,
): Promise<DeliveryOutcome> {
  const { type, body } = await bodyOf(from, mail, clock.now());
  const url = `https://graph.microsoft.com/v1.0/users/${uriComponent(from.address)}/sendMail`;
  const request = new Request(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${await token()}`, 'content-type': type },
    body,
    signal: AbortSignal.timeout(timeoutMs),
  });
  const response = await upstream.fetch(request);
  if (!response.ok) return outcomeOf(response, from.address, clock.now());
  await response.arrayBuffer();
  const reference = response.headers.get('request-id');
  return reference === null ? { kind: 'delivered' } : { kind: 'delivered', reference };
}

/**
 * Sends a mail from a mailbox of Exchange Online (`POST /users/{mailbox}/sendMail`, learn.microsoft.com/graph/api/user-sendmail), in
 * MIME form, so that its headers are the ones that SMTP would carry.
 */
export function graphMail(options: GraphMailOptions): MailSenders['graph'] {
  return async (token, from, mail) => {
    const because = refusedBecause(from, mail);
    if (because !== null) return failed(`The mail was not sent: ${because}.`, true);
    const size = (mail.attachments ?? []).reduce((sum, { bytes }) => sum + bytes.length, 0);
    if (size > graphAttachmentBytes)
      return failed('The attachment is larger than 3 MB, which Microsoft Graph does not take with a mail.', true);
    try {
      return await send(options, token, from, mail);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return {
        ...{ kind: 'failed', isPermanent: false, isUnanswered: true },
        reason: truncate(`Microsoft Graph could not be asked: ${reason}`, 300),
      };
    }
  };
}
