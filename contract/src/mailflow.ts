import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { TenantId } from './ids.ts';
import { Instant } from './lists.ts';
import { line } from './text.ts';

export const MailArea = z.enum(['domain', 'spf', 'dkim', 'dmarc', 'mx', 'mtaSts', 'tlsRpt', 'bimi', 'dnssec', 'dane']);
export type MailArea = z.infer<typeof MailArea>;

/** Who sends mail in a domain's name: nobody, Microsoft 365, or other services. */
export const MailUse = z.enum(['none', 'microsoft365', 'other']);
export type MailUse = z.infer<typeof MailUse>;

/**
 * What to publish: a DNS record, `value` whole and without quotation marks, of several at one name line by line, or a file,
 * its address as `name`.
 */
export const MailRecord = z.object({
  name: z.string(),
  type: z.enum(['TXT', 'MX', 'CNAME', 'FILE']),
  value: z.string(),
});
export type MailRecord = z.infer<typeof MailRecord>;

/** What has to stand at one name: there is one target for each name and type, and every issue names that value. */
export const MailTarget = z.object({
  area: MailArea,
  name: z.string(),
  type: MailRecord.shape.type,
  /** What stands there now, where the check keeps it. */
  current: z.array(z.string()),
  /** Null: not known from here; `note` says where it is read or what has to be chosen. */
  value: z.nullable(z.string()),
  /** The way to it in order, the last step the value itself; empty: publish it now. */
  stages: z.array(z.object({ value: z.string(), when: z.string() })),
  note: z.nullable(z.string()),
});
export type MailTarget = z.infer<typeof MailTarget>;

/** Whether a domain without MX host sends mail. */
export const MailSending = z.object({
  /** Null: not known, or told by its MX records. */
  by: z.nullable(MailUse),
  from: z.nullable(z.enum(['answer', 'dns'])),
  /** It has no MX host, so that the question makes sense. */
  canAnswer: z.boolean(),
  /** What to publish depends on an answer that nobody has given. */
  isOpen: z.boolean(),
});
export type MailSending = z.infer<typeof MailSending>;

export const MailIssue = z.object({
  code: z.string(),
  area: MailArea,
  /** error: mail is lost or can be forged; warning: weak, or could not be checked; info: worth knowing. */
  severity: z.enum(['error', 'warning', 'info']),
  /** How often it was seen: each code stands once. */
  count: z.number(),
  message: z.string(),
  recommendation: z.string(),
  /** The targets that mend it, where their values are known. */
  publish: z.array(MailRecord),
});
export type MailIssue = z.infer<typeof MailIssue>;

/**
 * One term of an SPF record that costs a lookup, with what it costs and what it leads to. The rows of the whole tree
 * come in the order of evaluation; `depth` 0 is the domain's own record.
 */
export const SpfTreeRow = z.object({
  depth: z.number(),
  /** Whose record the term stands in. */
  domain: z.string(),
  term: z.string(),
  /** The name asked for; null where it depends on who sends, so that it is counted but not followed. */
  target: z.nullable(z.string()),
  lookups: z.number(),
  voids: z.number(),
  note: z.nullable(z.string()),
  /** The record that an include or redirect leads to; null where there is none or the term leads to no record. */
  record: z.nullable(z.string()),
  /** What is wrong in that record, as a code. */
  problem: z.nullable(z.string()),
});
export type SpfTreeRow = z.infer<typeof SpfTreeRow>;

export const SpfDetails = z.object({
  /** temperror: could not be found out. */
  class: z.enum(['none', 'permerror', 'temperror', 'valid']),
  reason: z.string(),
  message: z.string(),
  record: z.nullable(z.string()),
  records: z.array(z.string()),
  lookups: z.number(),
  lookupLimit: z.number(),
  voids: z.number(),
  voidLimit: z.number(),
  all: z.nullable(z.enum(['+', '-', '~', '?'])),
  tree: z.array(SpfTreeRow),
  warnings: z.array(z.object({ code: z.string(), text: z.string() })),
});
export type SpfDetails = z.infer<typeof SpfDetails>;

export const DmarcPolicy = z.enum(['none', 'quarantine', 'reject']);
export type DmarcPolicy = z.infer<typeof DmarcPolicy>;

export const DmarcDetails = z.object({
  /** null: could not be found out, `unknown` says why. */
  found: z.nullable(z.boolean()),
  /** The domain below whose _dmarc name the record stands that applies. */
  location: z.nullable(z.string()),
  valid: z.nullable(z.boolean()),
  record: z.nullable(z.string()),
  p: z.nullable(DmarcPolicy),
  sp: z.nullable(DmarcPolicy),
  np: z.nullable(DmarcPolicy),
  /** What the record asks for this domain, and what is left of it in test mode (t=y). */
  policy: z.nullable(DmarcPolicy),
  applied: z.nullable(DmarcPolicy),
  adkim: z.nullable(z.enum(['r', 's'])),
  aspf: z.nullable(z.enum(['r', 's'])),
  orgDomain: z.nullable(z.string()),
  queries: z.array(z.string()),
  rua: z.array(z.string()),
  ruf: z.array(z.string()),
  notes: z.array(z.object({ code: z.string(), text: z.string() })),
  unknown: z.nullable(z.string()),
});
export type DmarcDetails = z.infer<typeof DmarcDetails>;

export const DkimSelector = z.object({
  selector: z.string(),
  provider: z.string(),
  state: z.enum(['ok', 'missing', 'cname_without_key', 'revoked', 'invalid', 'multiple', 'wildcard', 'couldNotCheck']),
  cname: z.nullable(z.string()),
  format: z.nullable(z.enum(['legacy_onmicrosoft', 'dkim_mail_microsoft', 'other_cname', 'txt'])),
  record: z.nullable(z.string()),
  keyType: z.string(),
  keyBits: z.nullable(z.number()),
  testing: z.boolean(),
  problems: z.array(z.string()),
});
export type DkimSelector = z.infer<typeof DkimSelector>;

export const DkimDetails = z.object({
  state: z.enum(['ok', 'missing', 'broken', 'unknownSelectors', 'couldNotCheck']),
  selectors: z.array(DkimSelector),
  wildcard: z.boolean(),
  /** Size of the smallest usable RSA key. */
  keyBits: z.nullable(z.number()),
});
export type DkimDetails = z.infer<typeof DkimDetails>;

export const MxDetails = z.object({
  state: z.enum(['ok', 'mixed', 'gateway', 'null', 'none', 'couldNotCheck']),
  hosts: z.array(
    z.object({
      priority: z.number(),
      exchange: z.string(),
      provider: z.nullable(z.string()),
      /** null: could not be found out. */
      hasAddress: z.nullable(z.boolean()),
    }),
  ),
  /** Without MX records senders try the address of the domain itself. */
  implicit: z.boolean(),
  problems: z.array(z.object({ code: z.string(), text: z.string() })),
});
export type MxDetails = z.infer<typeof MxDetails>;

const RecordState = z.enum(['ok', 'missing', 'invalid', 'couldNotCheck']);

export const MtaStsDetails = z.object({
  state: RecordState,
  record: z.nullable(z.string()),
  policy: z.nullable(
    z.object({
      mode: z.nullable(z.enum(['enforce', 'testing', 'none'])),
      maxAgeSeconds: z.nullable(z.number()),
      mx: z.array(z.string()),
      errors: z.array(z.string()),
    }),
  ),
  policyProblem: z.nullable(z.string()),
  /** MX hosts that the policy does not name: senders that enforce it do not deliver to them. */
  unlistedMx: z.array(z.string()),
  problems: z.array(z.string()),
});
export type MtaStsDetails = z.infer<typeof MtaStsDetails>;

export const TlsRptDetails = z.object({
  state: RecordState,
  record: z.nullable(z.string()),
  rua: z.array(z.string()),
  problems: z.array(z.string()),
});
export type TlsRptDetails = z.infer<typeof TlsRptDetails>;

export const BimiDetails = z.object({
  state: z.enum(['ok', 'missing', 'invalid', 'declined', 'couldNotCheck']),
  record: z.nullable(z.string()),
  logo: z.nullable(z.string()),
  certificate: z.nullable(z.string()),
  problems: z.array(z.string()),
});
export type BimiDetails = z.infer<typeof BimiDetails>;

export const DnssecDetails = z.object({
  state: z.enum(['signed', 'notValidated', 'unsigned', 'couldNotCheck']),
  dane: z.array(
    z.object({
      host: z.string(),
      state: z.enum(['ok', 'unvalidated', 'invalid', 'missing', 'couldNotCheck']),
      records: z.array(z.string()),
    }),
  ),
});
export type DnssecDetails = z.infer<typeof DnssecDetails>;

/** Everything that the check saw, by area (docs/mail-flow.md). */
export const MailFlowDetails = z.object({
  /** The mailbox service, from MX and else from SPF; null where it is not known. */
  provider: z.nullable(z.string()),
  /** A filter that mail passes on its way in. */
  gateway: z.nullable(z.string()),
  senders: z.array(z.string()),
  sending: MailSending,
  takesNoMail: z.boolean(),
  /** It sends no mail: its owner said so, or its records do. */
  parked: z.boolean(),
  spf: SpfDetails,
  dmarc: DmarcDetails,
  dkim: DkimDetails,
  mx: MxDetails,
  mtaSts: MtaStsDetails,
  tlsRpt: TlsRptDetails,
  bimi: BimiDetails,
  dnssec: DnssecDetails,
  /** `earned`: 0 to `weight`; null where the area could not be checked or does not apply, and so does not count. */
  scoreParts: z.array(z.object({ area: MailArea, weight: z.number(), earned: z.nullable(z.number()) })),
  targets: z.array(MailTarget),
  issues: z.array(MailIssue),
});
export type MailFlowDetails = z.infer<typeof MailFlowDetails>;

/** What the public DNS says about the mail of one domain. */
export const MailFlowReport = z.object({
  domain: z.string(),
  /** unknown: nothing that matters could be resolved, `unknownBecause` says why; neither good nor bad is concluded. */
  status: z.enum(['pass', 'warn', 'fail', 'unknown']),
  unknownBecause: z.nullable(z.string()),
  security: z.object({
    /** 0 to 100, of what could be checked; null where nothing could. */
    score: z.nullable(z.number()),
    recommendations: z.array(z.string()),
  }),
  mxRecords: z.array(z.object({ priority: z.number(), exchange: z.string() })),
  /** The record as published; null where there is none or it could not be read (`details.spf.class` tells which). */
  spf: z.nullable(z.string()),
  /** What is wrong with it, or worth knowing, in a sentence. */
  spfWarning: z.nullable(z.string()),
  /** null where SPF could not be followed to its end. */
  spfLookupCount: z.nullable(z.number()),
  dmarc: z.nullable(z.string()),
  /** Codes, such as `spf_lookup_limit_exceeded`. */
  warnings: z.array(z.string()),
  /** What was seen, in sentences. */
  issues: z.array(z.string()),
  recommendations: z.array(z.string()),
  checkedAt: Instant,
  details: MailFlowDetails,
});
export type MailFlowReport = z.infer<typeof MailFlowReport>;

/** What somebody said about the mail of a domain, which page, scan and report go by. */
export const MailUseAnswer = z.object({
  domain: z.string(),
  sends: MailUse,
  answeredBy: z.string(),
  answeredAt: Instant,
});
export type MailUseAnswer = z.infer<typeof MailUseAnswer>;

export const getMailFlow = defineEndpoint({
  name: 'mailflow',
  summary: 'What the public DNS says about the mail of a domain; with X-Tenant-Id, as that tenant sees the DNS',
  method: 'GET',
  path: '/api/mailflow',
  access: 'technician',
  token: 'read',
  tenant: { from: 'headerIfPresent' },
  /** A name in any script and case, with or without a final dot. */
  query: z.object({ domain: line({ min: 1, tooShort: 'Name a domain', max: 300 }) }),
  response: z.object({ data: MailFlowReport }),
});

export const getTenantMailFlow = defineEndpoint({
  name: 'tenant-mailflow',
  summary: 'The mail of every verified domain of a tenant; for those in leftOut call again with `domains`',
  method: 'GET',
  path: '/api/tenant/{id}/mailflow',
  access: 'technician',
  token: 'read',
  tenant: { from: 'path', name: 'id' },
  params: z.object({ id: TenantId }),
  /** `domains`: names of this tenant, separated by commas; all where absent. */
  query: z.object({ domains: z.optional(line({ max: 4000 })) }),
  response: z.object({
    tenantId: TenantId,
    checkedAt: Instant,
    /** Where the list of domains comes from; `lastScan` where Microsoft could not be asked now. */
    domainsFrom: z.enum(['microsoft365', 'lastScan']),
    /** Why the list comes from the last scan, and of when it is; null where it was read now. */
    domainsNote: z.nullable(z.string()),
    domains: z.array(MailFlowReport),
    /** What was answered about domains of this tenant. */
    answers: z.array(MailUseAnswer),
    /** Domains that were not checked this time. */
    leftOut: z.array(z.string()),
    leftOutBecause: z.nullable(z.string()),
  }),
});

export const answerMailUse = defineEndpoint({
  name: 'mail-use-answer',
  summary: 'Say whether a domain without MX record sends mail; remembered, and can be answered anew',
  method: 'PUT',
  path: '/api/tenant/{id}/mail-use',
  access: 'technician',
  tenant: { from: 'path', name: 'id' },
  params: z.object({ id: TenantId }),
  /** `domain`: a verified domain of this tenant, none below onmicrosoft.com. */
  body: z.object({ domain: line({ min: 1, tooShort: 'Name a domain', max: 300 }), sends: MailUse }),
  response: z.object({ answers: z.array(MailUseAnswer) }),
});
