import type { MailUse } from '@tenantry/contract/mailflow';
import type { MxResult } from './mx.ts';
import { isOnMicrosoft } from './on-microsoft.ts';
import { namesNobody } from './spf/spf-reach.ts';
import { parseSpfRecord } from './spf/spf-record.ts';
import type { SpfResult } from './spf/spf-result.ts';

/** Whether a domain sends mail, and how that is known. */
export type Sending = {
  /** Null: not known, or told by its MX records. */
  by: MailUse | null;
  /** Somebody was asked, or its own records say so. */
  from: 'answer' | 'dns' | null;
  /** It has no MX host, so that the question makes sense. */
  canAnswer: boolean;
  /** Its records do not settle what to publish: it has to be asked. */
  isOpen: boolean;
  /** Its MX or SPF record was not read: an answer may not count, or its records may say more than what was read. */
  unsure: 'answer' | 'records' | null;
};

type Seen = {
  domain: string;
  mx: Pick<MxResult, 'state' | 'implicit' | 'addressUnanswered'>;
  spf: Pick<SpfResult, 'class' | 'all' | 'record' | 'records' | 'reach'>;
  /** Whether its SPF record lets Microsoft 365 send. */
  allowsMicrosoft: boolean;
};

const notAsked: Sending = { by: null, from: null, canAnswer: false, isOpen: false, unsure: null };

/**
 * What is known about sending. A domain with MX hosts is not asked about; of one without, the owner's answer counts, then
 * what its records declare: a null MX (RFC 7505, 3), an SPF record that names nobody, or one that names senders.
 */
export function sendingOf(seen: Seen, answer: MailUse | null): Sending {
  const { domain, mx, spf } = seen;
  if (isOnMicrosoft(domain)) return { ...notAsked, by: 'microsoft365', from: 'dns' };
  if (mx.state === 'couldNotCheck') {
    const isOpen =
      spf.class === 'temperror' || withoutAnswer({ ...seen, mx: { state: 'none', implicit: true } }).isOpen;
    return { ...notAsked, unsure: answer !== null ? 'answer' : isOpen ? 'records' : null };
  }
  if (mx.state !== 'null' && mx.state !== 'none') return notAsked;
  if (answer !== null) return { by: answer, from: 'answer', canAnswer: true, isOpen: false, unsure: null };
  return withoutAnswer(seen);
}

function withoutAnswer(seen: Seen): Sending {
  const { mx, spf } = seen;
  const by = declared(seen);
  const from = by === null ? null : 'dns';
  const isUnread = spf.class === 'temperror' && by === null;
  if (isUnread) return { by, from, canAnswer: true, isOpen: false, unsure: 'records' };
  // Mail may still reach the address of the domain itself (RFC 5321, 5.1), which an SPF record says nothing about.
  const isHalfSaid = by === 'none' && (mx.implicit || mx.addressUnanswered !== undefined);
  const unsure = by === 'none' && mx.addressUnanswered !== undefined ? 'records' : null;
  return { by, from, canAnswer: true, isOpen: by === null || isHalfSaid, unsure };
}

function declared({ mx, spf, allowsMicrosoft }: Seen): MailUse | null {
  if (spf.class === 'none') return mx.state === 'null' ? 'none' : null;
  if (namesNobody(spf)) return 'none';
  const records = spf.records.map(parseSpfRecord);
  const mechanisms = records.flatMap((record) => record.mechanisms);
  const names = mechanisms.filter(({ name }) => name !== 'all');
  if (names.length > 0 || records.some(({ redirect }) => redirect !== null))
    return allowsMicrosoft ? 'microsoft365' : 'other';
  const refuses = mechanisms.some(({ qualifier }) => qualifier === '-' || qualifier === '~');
  return spf.class === 'valid' && refuses ? 'none' : null;
}
