import * as z from 'zod/mini';
import type { DmarcNote, DmarcResult } from '../../mailflow/dmarc/check-dmarc.ts';
import type { DmarcPolicy } from '../../mailflow/dmarc/dmarc-record.ts';
import type { MailArea, MailStage, MailTarget } from '../../mailflow/mail-flow-result.ts';
import type { MxHost, MxProblem, MxResult } from '../../mailflow/mx.ts';
import type { Note } from '../../mailflow/notes.ts';
import type { Sending } from '../../mailflow/sending.ts';
import type {
  SpfAll,
  SpfReach,
  SpfResult,
  SpfWarning,
  SpfWarningCode,
  WideTerm,
} from '../../mailflow/spf/spf-result.ts';
import type { DomainDns, TxtAnswer } from './domain-dns.ts';
import type { DkimReading, MailReading, MtaStsReading } from './mail-reading.ts';
import { count, flag, flagOrNull, marks, type SchemaOf } from './schema-parts.ts';

/** An object with a schema for every property of T, optional ones too: one that T gets and its schema lacks does not compile. */
function objectOf<T extends object>(shape: { [K in keyof T]-?: SchemaOf<T[K]> }): SchemaOf<T> {
  return z.object(shape) as unknown as SchemaOf<T>;
}

/** One of the words of a union, all of which have to be named. */
function wordOf<T extends string>(words: Record<T, true>): SchemaOf<T> {
  return z.enum(Object.keys(words) as T[]) as unknown as SchemaOf<T>;
}

// What becomes of these texts is decided for a domain as a whole: its records and what is said of them go together.
const text = z.string();
const texts = z.array(text);
const textOrNull = z.nullable(text);

type Unanswered = Exclude<TxtAnswer, { status: 'ok' }>['status'];
const txtAnswer: SchemaOf<TxtAnswer> = z.union([
  z.object({ status: z.literal('ok'), values: texts }),
  z.object({
    status: wordOf<Unanswered>({
      nxdomain: true,
      nodata: true,
      timeout: true,
      servfail: true,
      notAsked: true,
      overLimit: true,
    }),
  }),
]);

const spfWarning: SchemaOf<SpfWarning> = objectOf<SpfWarning>({
  code: wordOf<SpfWarningCode>({
    spf_all_missing: true,
    spf_all_pass: true,
    spf_all_neutral: true,
    spf_answer_large: true,
    spf_duplicate_include: true,
    spf_include_loop: true,
    spf_ptr: true,
    spf_record_large: true,
    spf_string_too_long: true,
    spf_terms_after_all: true,
    spf_redirect_ignored: true,
    spf_unknown_modifier: true,
    spf_void_lookups: true,
    spf_lookups_near_limit: true,
    spf_walk_cut: true,
    spf_networks_open: true,
    spf_networks_wide: true,
    spf_unbounded: true,
    spf_equals_sign: true,
    spf_beside_alias: true,
  }),
  text,
  count,
});

const unbounded = objectOf<SpfReach['unbounded'][number]>({
  term: text,
  domain: text,
  why: wordOf<SpfReach['unbounded'][number]['why']>({ sender: true, listed: true, ptr: true, unread: true }),
});

const spfReach = objectOf<SpfReach>({
  ip4: count,
  ip6: count,
  unexplained: objectOf<SpfReach['unexplained']>({ ip4: count, ip6: count }),
  terms: z.array(objectOf<WideTerm>({ term: text, domain: text, provider: textOrNull, ip4: count, ip6: count })),
  unbounded: z.array(unbounded),
});

const spf = objectOf<NonNullable<MailReading['spf']>>({
  class: wordOf<SpfResult['class']>({ none: true, permerror: true, temperror: true, valid: true }),
  reason: wordOf<SpfResult['reason']>({
    ok: true,
    no_record: true,
    invalid_domain: true,
    syntax: true,
    multiple_records: true,
    include_none: true,
    include_permerror: true,
    redirect_none: true,
    redirect_permerror: true,
    too_many_lookups: true,
    too_many_void_lookups: true,
    too_many_mx: true,
    dns_timeout: true,
    dns_servfail: true,
    dns_notAsked: true,
    dns_overLimit: true,
  }),
  message: text,
  record: textOrNull,
  records: texts,
  lookups: count,
  voids: count,
  all: z.nullable(wordOf<SpfAll>({ '+': true, '-': true, '~': true, '?': true })),
  reach: z.optional(spfReach),
  warnings: z.array(spfWarning),
});

const policy = z.nullable(wordOf<DmarcPolicy>({ none: true, quarantine: true, reject: true }));
const alignment = z.nullable(wordOf<'r' | 's'>({ r: true, s: true }));

const dmarc = objectOf<DmarcResult>({
  found: flagOrNull,
  location: textOrNull,
  valid: flagOrNull,
  record: textOrNull,
  p: policy,
  sp: policy,
  np: policy,
  policy,
  applied: policy,
  adkim: alignment,
  aspf: alignment,
  orgDomain: textOrNull,
  queries: texts,
  rua: texts,
  ruf: texts,
  warnings: texts,
  errors: texts,
  notes: z.array(objectOf<DmarcNote>({ code: text, text, count, missingNames: texts })),
  unknown: textOrNull,
});

const dkim = objectOf<DkimReading>({
  selector: text,
  state: wordOf<DkimReading['state']>({
    ok: true,
    missing: true,
    cname_without_key: true,
    revoked: true,
    invalid: true,
    multiple: true,
    wildcard: true,
    couldNotCheck: true,
    cutOff: true,
  }),
  keyType: text,
  keyBits: z.nullable(count),
  testing: flag,
  problems: texts,
});

const saidTrue: SchemaOf<true | undefined> = z.optional(z.literal(true));

const mx = objectOf<MxResult>({
  state: wordOf<MxResult['state']>({
    ok: true,
    mixed: true,
    gateway: true,
    null: true,
    none: true,
    couldNotCheck: true,
  }),
  hosts: z.array(
    objectOf<MxHost>({
      priority: z.number(),
      exchange: text,
      provider: textOrNull,
      hasAddress: flagOrNull,
      addressUnanswered: saidTrue,
    }),
  ),
  leftOut: texts,
  implicit: flag,
  addressUnanswered: saidTrue,
  problems: z.array(
    objectOf<Note<MxProblem>>({
      code: wordOf<MxProblem>({
        mx_null_not_alone: true,
        mx_many: true,
        mx_host_without_address: true,
        mx_host_is_address: true,
        mx_host_is_alias: true,
      }),
      text,
      count,
    }),
  ),
  authentic: flagOrNull,
});

const mtaSts = objectOf<MtaStsReading>({
  state: wordOf<MtaStsReading['state']>({ ok: true, missing: true, invalid: true, couldNotCheck: true }),
  mode: z.nullable(wordOf<NonNullable<MtaStsReading['mode']>>({ enforce: true, testing: true, none: true })),
  worst: z.nullable(wordOf<NonNullable<MtaStsReading['worst']>>({ error: true, warning: true, info: true })),
});

const sending = objectOf<Sending>({
  by: z.nullable(wordOf<NonNullable<Sending['by']>>({ none: true, microsoft365: true, other: true })),
  from: z.nullable(wordOf<NonNullable<Sending['from']>>({ answer: true, dns: true })),
  canAnswer: flag,
  isOpen: flag,
  unsure: z.nullable(wordOf<NonNullable<Sending['unsure']>>({ answer: true, records: true })),
});

const target = objectOf<MailTarget>({
  area: wordOf<MailArea>({
    domain: true,
    spf: true,
    dkim: true,
    dmarc: true,
    mx: true,
    mtaSts: true,
    tlsRpt: true,
    bimi: true,
    dnssec: true,
    dane: true,
  }),
  name: text,
  type: wordOf<MailTarget['type']>({ TXT: true, MX: true, CNAME: true, FILE: true }),
  current: texts,
  value: textOrNull,
  stages: z.array(objectOf<MailStage>({ value: text, when: text })),
  note: textOrNull,
});

/** The mail records of one domain, and what the mail engine read out of them. */
export const domainDnsSchema = objectOf<DomainDns>({
  domain: text,
  txt: txtAnswer,
  dmarc: txtAnswer,
  dkim: z.nullable(z.array(objectOf<{ selector: string; answer: TxtAnswer }>({ selector: text, answer: txtAnswer }))),
  mx: z.nullable(txtAnswer),
  reading: objectOf<MailReading>({
    spf: z.nullable(spf),
    spfBelow: z.optional(spf),
    dmarc: z.nullable(dmarc),
    dkim: z.nullable(z.array(dkim)),
    otherKeys: z.optional(z.array(dkim)),
    mx: z.nullable(mx),
    mtaSts: z.optional(mtaSts),
  }),
  sending,
  targets: z.array(target),
});
marks.add(domainDnsSchema, { as: 'records' });
