/** A mail that left a mailbox: in MIME form as it came, or the parts of it in JSON. */
export interface SentMail {
  mailbox: string;
  /** The message as text; null where it came as JSON. */
  mime: string | null;
  message: Record<string, unknown> | null;
  /** Whether it lies in Sent Items: always in MIME form, and as JSON unless `saveToSentItems` is false. */
  isSaved: boolean;
}

/** What a tenant's Exchange Online has of mail: mailboxes that applications may send from, and what left them. */
export interface MailState {
  /** RBAC for Applications: the role Application Mail.Send, on these mailboxes alone. In lower case. */
  sendable: Set<string>;
  sent: SentMail[];
}

export const createMailState = (initialDomain: string): MailState => ({
  sendable: new Set([`notifications@${initialDomain.toLowerCase()}`]),
  sent: [],
});
