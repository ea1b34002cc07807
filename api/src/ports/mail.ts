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
  attachments?: readonly { fileName: string; contentType: string; bytes: Buffer }[];
};

/** What became of a message that was handed to its channel. A permanent failure is not tried again. */
export type DeliveryOutcome =
  | { kind: 'delivered'; reference?: string }
  | { kind: 'failed'; reason: string; isPermanent: boolean; retryAfterSeconds?: number };

/** Sends mail from the one mailbox of this installation. Never throws for what the server answers. */
export interface MailTransport {
  /** Null where it is set up, else the reason why nothing can be sent, as a sentence. */
  unavailable(): Promise<string | null>;
  send(mail: Mail): Promise<DeliveryOutcome>;
}
