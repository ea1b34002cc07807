import type { QuestionnaireId } from '@tenantry/contract/questionnaire-id';

/**
 * What decides a question: every one of these holds, or it does not. One of several checks is enough where they stand together, since
 * they are ways to the same end.
 */
export type Decision = {
  kind: 'checks';
  all: readonly (readonly string[])[];
  /**
   * Checks whose warning means "all but what it says" although it names no object. The warning of any other check that names none is a
   * no.
   */
  partial: ReadonlySet<string>;
  /** What a yes does not say, since Microsoft 365 cannot tell it; null where the question asks for no more. */
  beyond: string | null;
};

/** What Microsoft 365 cannot tell at all. */
type LeftToClient = { kind: 'client'; because: string };

export type Question = {
  /** Stays: the answers of clients are kept under it. */
  id: string;
  /** In our own words, so that a yes is the good answer. */
  text: string;
  /** The publisher's own number, where it has one. */
  reference: string | null;
  by: Decision | LeftToClient;
};

type Section = { id: string; label: string; questions: readonly Question[] };
type QuestionSource = { title: string; url: string };

/** A question set of an insurer or a framework, as data. */
export type QuestionSet = {
  id: QuestionnaireId;
  name: string;
  shortName: string;
  /** The edition of its source that it follows. */
  edition: string;
  /** What it is made from: pages that anybody can read. */
  sources: readonly QuestionSource[];
  /** What it is, and what it is not. */
  note: string;
  sections: readonly Section[];
};

/**
 * A question that checks decide. `checks`: their ids with spaces between, all of which have to hold; `one|other` where either is enough;
 * `id~` where a warning in words is an exception.
 */
export function told(id: string, text: string, checks: string, beyond: string | null = null): Question {
  const all = checks.split(' ').map((part) => part.split('|').map((one) => one.replace(/~$/, '')));
  const partial = new Set(
    checks
      .split(/[ |]/)
      .filter((one) => one.endsWith('~'))
      .map((one) => one.slice(0, -1)),
  );
  return { id, text, reference: null, by: { kind: 'checks', all, partial, beyond } };
}

/** A question that is left to the client, and why. */
export const left = (id: string, text: string, because: string): Question => ({
  id,
  text,
  reference: null,
  by: { kind: 'client', because },
});

/** The same under the publisher's own number. */
export const numbered = (reference: string, question: Question): Question => ({ ...question, reference });

/** Why Microsoft 365 does not tell it, whoever asks. */
export const notTold = {
  backups: 'Backups are made by other products, whose settings and restores Microsoft Graph does not know.',
  devices: 'It is set on computers and phones, whose configuration Tenantry does not read.',
  edr: 'Which product watches the computers, and whether it is on all of them, Microsoft Graph does not tell for sure.',
  network: 'It is set on firewalls and networks, which Microsoft 365 does not know.',
  people: 'It is about people and what they practice, of which no setting tells.',
  procedure: 'It is a procedure, of which no setting tells.',
  otherServices:
    'Which services outside Microsoft 365 are used, and how people sign in there, Microsoft Graph does not tell.',
  updates: 'Which updates a computer has, and since when, Tenantry does not read.',
} as const;
