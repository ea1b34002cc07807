import type { MailTarget } from '../../mailflow/mail-flow-result.ts';
import type { Sending } from '../../mailflow/sending.ts';
import type { Unknown } from '../../ports/dns.ts';
import type { MailReading } from './mail-reading.ts';

export type TxtAnswer = { status: 'ok'; values: string[] } | { status: 'nxdomain' | 'nodata' | Unknown };

/** One mail domain: its records as published, and what the mail engine reads out of them and of what they lead to. */
export type DomainDns = {
  domain: string;
  txt: TxtAnswer;
  dmarc: TxtAnswer;
  /** TXT behind each Microsoft 365 selector, CNAME followed. Null: not asked. */
  dkim: { selector: string; answer: TxtAnswer }[] | null;
  mx: TxtAnswer | null;
  reading: MailReading;
  sending: Sending;
  /** What to publish about senders, as the mail page says it. */
  targets: MailTarget[];
};
