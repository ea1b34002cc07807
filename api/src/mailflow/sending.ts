import type { MailUse } from '@tenantry/contract/mailflow';
import type { MxResult } from './mx.ts';
import { isOnMicrosoft } from './on-microsoft.ts';
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
};

type Seen = {
  domain: string;
  mx: Pick<MxResult, 'state' | 'implicit'>;
  spf: Pick<SpfResult, 'class' | 'records'>;
  /** Whether its SPF record lets Microsoft 365 send. */
  allowsMicrosoft: boolean;
};

/**
 * What is known about sending. A domain with MX hosts is not asked about; of one without, the owner's answer counts, then
 * what its records declare: a null MX (RFC 7505, 3), an SPF record that names nobody, or one that names senders.
 */
export function sendingOf(seen: Seen, answer: MailUse | null): Sending {
  const { domain, mx } = seen;
  if (isOnMicrosoft(domain)) return { by: 'microsoft365', from: 'dns', canAnswer: false, isOpen: false };
  if (mx.state !== 'null' && mx.state !== 'none') return { by: null, from: null, canAnswer: false, isOpen: false };
  if (answer !== null) return { by: answer, from: 'answer', canAnswer: true, isOpen: false };
  const by = declared(seen);
  // Mail may still reach the address of the domain itself (RFC 5321, 5.1), which an SPF record says nothing about.
  const isHalfSaid = by === 'none' && mx.implicit;
  const isOpen = seen.spf.class === 'temperror' ? false : by === null || isHalfSaid;
  return { by, from: by === null ? null : 'dns', canAnswer: true, isOpen };
}

function declared({ mx, spf, allowsMicrosoft }: Seen): MailUse | null {
  if (spf.class === 'none') return mx.state === 'null' ? 'none' : null;
  const records = spf.records.map(parseSpfRecord);
  const mechanisms = records.flatMap((record) => record.mechanisms);
  const names = mechanisms.filter(({ name }) => name !== 'all');
  if (names.length > 0 || records.some(({ redirect }) => redirect !== null))
    return allowsMicrosoft ? 'microsoft365' : 'other';
  const refuses = mechanisms.some(({ qualifier }) => qualifier === '-' || qualifier === '~');
  return spf.class === 'valid' && refuses ? 'none' : null;
}
