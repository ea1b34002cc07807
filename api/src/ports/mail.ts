import type { AppRegistration } from './identity-provider.ts';

/** A mail as it is handed to whatever sends it. Texts are plain; what sends it encodes them, and refuses line breaks in headers. */
export type Mail = {
  /** The Message-ID without angle brackets, derived from what the mail tells: sent twice, it is one mail (RFC 5322, 3.6.4). */
  messageId: string;
  to: readonly string[];
  subject: string;
  text: string;
  html: string;
  /** The Message-ID of the mail that began its thread (References, In-Reply-To), where it is not the first. */
  threadId?: string;
  /** Where whoever gets it ends that: an https address (RFC 2369, List-Unsubscribe). */
  unsubscribeUrl?: string;
  /** What it holds is for whoever gets it alone: what sends it keeps no copy, as far as it can be told so. */
  isConfidential?: true;
  attachments?: readonly { fileName: string; contentType: string; bytes: Buffer }[];
};

/** What became of a message that was handed to its channel. A permanent failure is not tried again. */
export type DeliveryOutcome =
  /** `notTo`: whom of several it did not reach, and why; absent where it reached all. */
  | { kind: 'delivered'; reference?: string; notTo?: string }
  /** `isUnanswered`: the other side said nothing, so that whatever else waits for it would wait as long. */
  | { kind: 'failed'; reason: string; isPermanent: boolean; retryAfterSeconds?: number; isUnanswered?: true };

/** Sends mail from the one mailbox of this installation. Never throws for what the server answers. */
export interface MailTransport {
  /** Null where it is set up, else the reason why nothing can be sent, as a sentence. */
  unavailable(): Promise<string | null>;
  send(mail: Mail): Promise<DeliveryOutcome>;
  /** Bytes of attachments that one mail can carry; absent: what sends it knows no limit of its own. */
  attachmentBytesAtMost?(): Promise<number>;
}

/** The mailbox that mail comes from. */
export type MailFrom = { address: string; name: string };

/** An SMTP server as an administrator named it, with what it asks for. `token` rejects where Entra ID gives none. */
export type SmtpServer = {
  host: string;
  port: number;
  /** STARTTLS is required, never merely tried; `tls` from the first byte on (RFC 8314). */
  security: 'starttls' | 'tls';
  auth:
    | { kind: 'none' }
    | { kind: 'password'; user: string; password: string }
    | { kind: 'oauth'; user: string; token(): Promise<string> };
};

/** The ways to send one mail from a mailbox. Neither throws for what the other side answers. */
export interface MailSenders {
  smtp(server: SmtpServer, from: MailFrom, mail: Mail): Promise<DeliveryOutcome>;
  graph(token: () => Promise<string>, from: MailFrom, mail: Mail): Promise<DeliveryOutcome>;
  /** A token of our registration in this directory: for Exchange Online by SMTP, or for Microsoft Graph. */
  token(entraTenantId: string, app: AppRegistration, resource: 'smtp' | 'graph'): Promise<string>;
}
