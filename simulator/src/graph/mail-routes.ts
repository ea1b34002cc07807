import { findUserIndex } from '../directory/find-user.ts';
import type { SentMail } from '../directory/mail-state.ts';
import { badRequest, type GraphAnswer, GraphError } from './graph-answer.ts';
import type { GraphCall } from './graph-call.ts';
import type { GraphRoute } from './graph-route.ts';

const invalidRecipients = () => new GraphError(400, 'ErrorInvalidRecipients', 'At least one recipient is not valid.');

/** Addresses that no directory can make anything of: without a domain, or below the domain that never exists (RFC 2606). */
const isValidRecipient = (address: string): boolean =>
  /^[^@\s]+@[^@\s]+$/.test(address) && !/\.invalid$/i.test(address);

function checkRecipients(addresses: readonly string[]): void {
  if (addresses.length === 0 || !addresses.every(isValidRecipient)) throw invalidRecipients();
}

/** Base64 of a MIME message. Its recipients stand in To, as whoever wrote it put them. */
function fromMime(mailbox: string, text: string): SentMail {
  const mime = Buffer.from(text, 'base64').toString('utf8');
  if (!/^[\w-]+:/.test(mime))
    throw new GraphError(400, 'ErrorMimeContentInvalidBase64String', 'Invalid base64 string for MIME content.');
  const [head = ''] = mime.split(/\r?\n\r?\n/);
  const [, to = ''] = /^To:\s*((?:.*)(?:\r?\n[ \t].*)*)/im.exec(head) ?? [];
  checkRecipients(to.split(',').flatMap((part) => (/<([^>]*)>/.exec(part)?.[1] ?? part).trim() || []));
  return { mailbox, mime, message: null, isSaved: true };
}

function fromJson(mailbox: string, body: unknown): SentMail {
  const { message, saveToSentItems }: { message?: unknown; saveToSentItems?: unknown } =
    typeof body === 'object' && body !== null ? body : {};
  if (typeof message !== 'object' || message === null) throw badRequest("The property 'message' is required.");
  const recipients: unknown = Reflect.get(message, 'toRecipients');
  const addresses = (Array.isArray(recipients) ? recipients : []).map((one) =>
    String(one?.emailAddress?.address ?? ''),
  );
  checkRecipients(addresses);
  return { mailbox, mime: null, message: { ...message }, isSaved: saveToSentItems !== false };
}

/** Whether the mailbox is there, and whether the application may send from it: by the permission, or by a role on it. */
function mailboxOf({ directory, caller, ids }: GraphCall): string {
  const mailbox = (ids.id ?? '').toLowerCase();
  const { sendable } = directory.mail;
  if (!sendable.has(mailbox) && findUserIndex(directory, mailbox) === null) {
    throw new GraphError(404, 'ErrorInvalidUser', `The requested user '${ids.id}' is invalid.`);
  }
  const mayByPermission = (caller.kind === 'application' ? caller.roles : caller.scopes).includes('Mail.Send');
  if (!mayByPermission && !(caller.kind === 'application' && sendable.has(mailbox))) {
    throw new GraphError(403, 'ErrorAccessDenied', 'Access is denied. Check credentials and try again.');
  }
  return mailbox;
}

function sendMail(call: GraphCall): GraphAnswer {
  const mailbox = mailboxOf(call);
  const sent = typeof call.body === 'string' ? fromMime(mailbox, call.body) : fromJson(mailbox, call.body);
  call.directory.mail.sent.push(sent);
  return { status: 202 };
}

/** Whether a path sends mail: who may is settled by Exchange Online, whatever the token carries. */
export const sendsMail = (path: string): boolean => /^(?:\/v1\.0)?\/users\/[^/]+\/sendmail$/i.test(path);

/** `POST /users/{id}/sendMail` (learn.microsoft.com/graph/api/user-sendmail): as JSON, or a MIME message in base64. */
export const mailRoutes: readonly GraphRoute[] = [{ path: '/users/{id}/sendMail', method: 'POST', answer: sendMail }];
