import type { Unknown } from '../../ports/dns.ts';
import { quoted } from '../bounded-text.ts';
import { createNotes, type Notes } from '../notes.ts';
import type { SpfMechanism } from './spf-record.ts';
import {
  lookupLimit,
  type SpfAll,
  type SpfProblem,
  type SpfTerm,
  type SpfWarningCode,
  voidLimit,
} from './spf-result.ts';

/** Terms are followed this far beyond the limit, so that the cost of a broken tree can still be shown. */
export const followedTerms = 50;
/** Most questions about the addresses of MX hosts, which are asked for where their networks are large. */
export const hostQuestions = 20;
/** Most questions that one walk asks: the record, two (A, AAAA) for each term that is followed, and those about MX hosts. */
export const spfQuestionBudget = 1 + 2 * followedTerms + hostQuestions;

export type SpfWalk = {
  initial: string;
  /** The TXT records of `initial`, by their strings. */
  ownTexts: readonly (readonly string[])[];
  lookups: number;
  voids: number;
  /** `domain`: whose record holds the fault. */
  problems: { problem: SpfProblem; domain: string; text: string }[];
  unknown: { status: Unknown; name: string }[];
  warnings: Notes<SpfWarningCode>;
  included: Set<string>;
  /** Asked so far about the addresses of MX hosts. */
  hostQuestions: number;
  all: SpfAll | null;
};

export function startWalk(initial: string): SpfWalk {
  return {
    initial,
    ownTexts: [],
    lookups: 0,
    voids: 0,
    problems: [],
    unknown: [],
    warnings: createNotes(),
    included: new Set(),
    hostQuestions: 0,
    all: null,
  };
}

export function addProblem(walk: SpfWalk, problem: SpfProblem, domain: string, text: string): void {
  walk.problems.push({ problem, domain, text });
}

export function countLookup(walk: SpfWalk): void {
  walk.lookups++;
  if (walk.lookups === lookupLimit + 1)
    addProblem(walk, 'too_many_lookups', walk.initial, `more than ${lookupLimit} DNS lookups are needed`);
}

export function countVoid(walk: SpfWalk, name: string): void {
  walk.voids++;
  if (walk.voids === voidLimit + 1)
    addProblem(
      walk,
      'too_many_void_lookups',
      name,
      `more than ${voidLimit} names without an answer, ${name} the last of them`,
    );
  else if (walk.voids <= voidLimit) walk.warnings.add('spf_void_lookups', `${name} has no answer`);
}

/** Beyond what is followed, terms are counted together: their number is up to whoever publishes the record. */
export function countRest(walk: SpfWalk, rest: readonly SpfMechanism[]): SpfTerm {
  walk.lookups += rest.length;
  for (const { text } of rest) warnOfCut(walk, text);
  const [only] = rest;
  const term = rest.length === 1 && only !== undefined ? only.text : `${rest.length} more terms`;
  return { term, target: null, lookups: rest.length, voids: 0, note: notFollowed, child: null };
}

export const notFollowed = 'not followed';

export function warnOfCut(walk: SpfWalk, term: string): void {
  walk.warnings.add('spf_walk_cut', `not followed beyond ${followedTerms} lookups: ${quoted(term)}`);
}
