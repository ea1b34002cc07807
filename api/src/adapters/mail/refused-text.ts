import type { Mail, MailFrom } from '../../ports/mail.ts';

/** Controls, line separators and halves of characters: what ends a header, or hides what follows (RFC 5322, 2.2). */
const breaksHeader = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u;
/**
 * One address and nothing beside it: no list, no display name, no comment, no route, no quoted local part. Letters beyond ASCII pass
 * (RFC 6531); the domain goes out as Punycode.
 */
const oneAddress =
  /^[^\s\p{Cc}\p{Cf}"(),:;<>@[\\\]]{1,64}@(?=.{1,253}$)[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}.-]*[\p{L}\p{M}\p{N}])?$/u;
const messageIdForm = /^[!#-'*+\-./0-9=?A-Z^-~]+@[!#-'*+\-./0-9=?A-Z^-~]+$/;

/** Whether a text is one mail address, as it can stand in an envelope. */
const isOneAddress = (text: string): boolean => oneAddress.test(text) && !text.includes('..');

/** Why a mail must not go out as it is, since it would say more than whoever wrote it meant; null where it may. */
export function refusedBecause(from: MailFrom, mail: Mail): string | null {
  if (mail.to.length === 0) return 'it has no recipient';
  const wrong = [from.address, ...mail.to].find((address) => !isOneAddress(address));
  if (wrong !== undefined) return `${JSON.stringify(wrong.slice(0, 80))} is not one mail address`;
  const fileNames = (mail.attachments ?? []).map(({ fileName }) => fileName);
  const headers = [from.name, mail.subject, mail.unsubscribeUrl ?? '', ...fileNames];
  if (headers.some((text) => breaksHeader.test(text))) return 'a header of it has a line break or a control character';
  const ids = [mail.messageId, ...(mail.threadId === undefined ? [] : [mail.threadId])];
  return ids.every((id) => messageIdForm.test(id)) ? null : 'its Message-ID is not of the form of one';
}
