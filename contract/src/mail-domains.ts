import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { groupFilter } from './group-filter.ts';
import { TenantId, TenantRecordId } from './ids.ts';
import { Instant, listOf, listQuery, SearchText } from './lists.ts';

/**
 * How a record of a mail domain stands. `bad`: there, and without effect; `notNeeded`: the domain does not send or take mail, or
 * Microsoft publishes it.
 */
export const MailRecordState = z.enum(['good', 'weak', 'bad', 'missing', 'unknown', 'notNeeded']);
export type MailRecordState = z.infer<typeof MailRecordState>;

/** The records of a domain that a list of all of them shows. */
export const MailRecordKind = z.enum(['spf', 'dkim', 'dmarc', 'mx', 'mta-sts']);
export type MailRecordKind = z.infer<typeof MailRecordKind>;

/** What DMARC asks receivers to do. `missing`: there is no record that receivers obey; `unknown`: it could not be read. */
export const MailDomainPolicy = z.enum(['missing', 'none', 'quarantine', 'reject', 'unknown']);
export type MailDomainPolicy = z.infer<typeof MailDomainPolicy>;

/** `text` says what was seen, or why it is not known; '' where the state says all. */
const Standing = z.object({ state: MailRecordState, text: z.string() });

/** A mail domain as the last scan that could read its DNS saw it. */
export const MailDomain = z.object({
  id: TenantRecordId,
  tenantId: TenantId,
  tenantName: z.string(),
  isSimulated: z.boolean(),
  domain: z.string(),
  spf: z.extend(Standing, {
    /** What becomes of other senders: `-`, `~`, `?` or `+`; null where the record does not say, or there is none. */
    all: z.nullable(z.enum(['-', '~', '?', '+'])),
  }),
  dkim: Standing,
  dmarc: z.extend(Standing, {
    policy: MailDomainPolicy,
    /** `pct=`; null where the record does not say. */
    percent: z.nullable(z.number()),
  }),
  mx: Standing,
  mtaSts: Standing,
  scanLogId: TenantRecordId,
  /** When that scan asked. */
  seenAt: Instant,
});
export type MailDomain = z.infer<typeof MailDomain>;

export const MailDomainTotals = z.object({
  domains: z.number(),
  /** Of those whose DMARC record was read. */
  withoutDmarc: z.number(),
  /** Those whose DMARC record was not read. */
  unread: z.number(),
});
export type MailDomainTotals = z.infer<typeof MailDomainTotals>;

export const listMailDomains = defineEndpoint({
  name: 'mail-domains',
  summary: 'The mail domains of the tenants in scope with their records, the worst first',
  method: 'GET',
  path: '/api/admin/mail-domains',
  access: 'technician',
  token: 'read',
  group: 'query',
  query: z.object({
    ...listQuery,
    /** A part of the domain, or of the name of its tenant. */
    search: z.optional(SearchText),
    tenantId: z.optional(TenantId),
    ...groupFilter,
    /** Whose record of this kind is missing, without effect or weak. */
    lacks: z.optional(MailRecordKind),
    policy: z.optional(MailDomainPolicy),
  }),
  response: z.extend(listOf(MailDomain), {
    /** Over the scope, whatever the filters. */
    summary: MailDomainTotals,
  }),
});
