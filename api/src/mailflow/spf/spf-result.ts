import type { Unknown } from '../../ports/dns.ts';
import type { Note } from '../notes.ts';

/** RFC 7208, 4.6.4. */
export const lookupLimit = 10;
export const voidLimit = 2;
export const mxNameLimit = 10;

export type SpfProblem =
  | 'no_record'
  | 'invalid_domain'
  | 'syntax'
  | 'multiple_records'
  | 'include_none'
  | 'include_permerror'
  | 'redirect_none'
  | 'redirect_permerror'
  | 'too_many_lookups'
  | 'too_many_void_lookups'
  | 'too_many_mx';

/** One term that costs a lookup, with what it costs by itself and by what it leads to. */
export type SpfTerm = {
  /** As written; of those that are counted together, how many they are. */
  term: string;
  /** The name asked for; null where it depends on who sends, so that it is counted but not followed. */
  target: string | null;
  lookups: number;
  voids: number;
  note: string | null;
  child: SpfNode | null;
};

export type SpfNode = {
  domain: string;
  record: string | null;
  lookups: number;
  voids: number;
  problem: SpfProblem | null;
  terms: SpfTerm[];
};

export type SpfAll = '+' | '-' | '~' | '?';

export type SpfWarningCode =
  | 'spf_all_missing'
  | 'spf_all_pass'
  | 'spf_all_neutral'
  | 'spf_answer_large'
  | 'spf_duplicate_include'
  | 'spf_include_loop'
  | 'spf_ptr'
  | 'spf_record_large'
  | 'spf_string_too_long'
  | 'spf_terms_after_all'
  | 'spf_redirect_ignored'
  | 'spf_unknown_modifier'
  | 'spf_void_lookups'
  | 'spf_lookups_near_limit'
  | 'spf_walk_cut'
  | 'spf_networks_open'
  | 'spf_networks_wide'
  | 'spf_unbounded'
  | 'spf_equals_sign'
  | 'spf_beside_alias';
export type SpfWarning = Note<SpfWarningCode>;

/** A term and what it lets pass that no earlier one took: addresses of IPv4, networks (/48) of IPv6. */
export type WideTerm = { term: string; domain: string; provider: string | null; ip4: number; ip6: number };

/** Whom a record lets pass (spf-reach.ts): addresses of IPv4, networks (/48) of IPv6. */
export type SpfReach = {
  ip4: number;
  ip6: number;
  /** What neither the record of a known provider nor a special purpose (RFC 6890) explains. */
  unexplained: { ip4: number; ip6: number };
  /** Those that give the most, widest first. */
  terms: WideTerm[];
  /**
   * `sender`: it depends on who sends; `listed`: likewise, and strangers are not let in; `ptr`: on whose reverse names lead
   * there; `unread`: on what was not read.
   */
  unbounded: { term: string; domain: string; why: 'sender' | 'listed' | 'ptr' | 'unread' }[];
};

export type SpfResult = {
  class: 'none' | 'permerror' | 'temperror' | 'valid';
  reason: 'ok' | SpfProblem | `dns_${Unknown}`;
  message: string;
  record: string | null;
  /** All TXT records that are SPF records; more than one is an error. */
  records: string[];
  /** Terms that need the DNS, over the whole tree, whoever sends: what a client costs that no earlier term matches. */
  lookups: number;
  voids: number;
  /** The record ends for all other senders with: its own `all`, or that of the record it redirects to. */
  all: SpfAll | null;
  /** Absent where no record was read, and in facts that an earlier version stored. */
  reach?: SpfReach;
  tree: SpfNode | null;
  warnings: SpfWarning[];
};
