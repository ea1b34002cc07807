import { isSpfRecord, parseSpfRecord } from './spf-record.ts';
import type { SpfAll } from './spf-result.ts';

const allForm = /^[+\-?~]?all$/i;
const modifierForm = /^(?:redirect|exp)=/i;

type Edit = { remove?: (term: string) => boolean; add?: readonly string[]; all?: SpfAll };

function termsOf(record: string): string[] {
  return isSpfRecord(record)
    ? record
        .split(' ')
        .slice(1)
        .filter((term) => term !== '')
    : [];
}

function compose(terms: readonly string[], all: string | null): string {
  // A map keeps this linear: whoever publishes the record decides how many terms it has.
  const first = new Map<string, string>();
  for (const term of terms) first.set(term.toLowerCase(), first.get(term.toLowerCase()) ?? term);
  const unique = [...first.values()];
  const mechanisms = unique.filter((term) => !modifierForm.test(term));
  // Without "all" a redirect decides about other senders; beside one it has no effect.
  const modifiers = unique.filter((term) => modifierForm.test(term) && (all === null || !/^redirect=/i.test(term)));
  return ['v=spf1', ...mechanisms, ...modifiers, ...(all === null ? [] : [all])].join(' ');
}

/** The record with terms taken out, others added, and its end replaced. What follows `all` is dropped. */
export function editSpf(record: string, { remove, add, all }: Edit): string {
  const terms = termsOf(record).filter((term) => remove?.(term) !== true);
  const end = terms.find((term) => allForm.test(term)) ?? null;
  const kept = terms.filter((term) => !allForm.test(term));
  return compose([...(add ?? []), ...kept], all === undefined ? end : `${all}all`);
}

const strictness = ['-', '~', '?', '+'];

function soundTerms(record: string): string[] {
  const broken = new Set(parseSpfRecord(record).errors.map(({ term }) => term));
  return termsOf(record).filter((term) => !broken.has(term));
}

/** One record with the terms of all, each once, those that are broken left out, and the strictest end among them. */
export function mergeSpf(records: readonly string[]): string {
  const terms = records.flatMap(soundTerms);
  const ends = terms.filter((term) => allForm.test(term)).map((term) => (/^[a]/i.test(term) ? '+' : term.charAt(0)));
  const end = strictness.find((qualifier) => ends.includes(qualifier));
  return compose(
    terms.filter((term) => !allForm.test(term)),
    end === undefined ? null : `${end}all`,
  );
}
