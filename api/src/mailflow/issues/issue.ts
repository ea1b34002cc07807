import { groupBy } from '@tenantry/contract/group-by';
import { firstFew } from '../bounded-text.ts';
import type { MailArea, MailFacts, MailIssue, MailRecord, MailTarget } from '../mail-flow-result.ts';

type Texts = { message: string; recommendation: string; publish?: MailRecord[]; count?: number };

/** Makes the issues of one area. */
export function issuesOf(area: MailArea): {
  error: (code: string, texts: Texts) => MailIssue;
  warning: (code: string, texts: Texts) => MailIssue;
  info: (code: string, texts: Texts) => MailIssue;
} {
  const make =
    (severity: MailIssue['severity']) =>
    (code: string, { message, recommendation, publish = [], count = 1 }: Texts): MailIssue => ({
      code,
      area,
      severity,
      count,
      message,
      recommendation,
      publish,
    });
  return { error: make('error'), warning: make('warning'), info: make('info') };
}

const order = ['error', 'warning', 'info'];

/** The worst first, and of each code one: several hosts or keys with the same fault are told together. */
export function inOrder(issues: readonly MailIssue[]): MailIssue[] {
  const sorted = [...issues].sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
  return [...groupBy(sorted, ({ code }) => code).values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined || same.length === 1) return same;
    return {
      ...first,
      count: same.reduce((sum, { count }) => sum + count, 0),
      message: oneText(same.map(({ message }) => message)),
      recommendation: oneText(same.map(({ recommendation }) => recommendation)),
      publish: distinctRecords(same.flatMap(({ publish }) => publish)),
    };
  });
}

function oneText(texts: readonly string[]): string {
  return firstFew([...new Set(texts)]).join(' ');
}

function distinctRecords(records: readonly MailRecord[]): MailRecord[] {
  return [...new Map(records.map((record) => [keyOf(record), record])).values()];
}

const keyOf = ({ name, type }: Pick<MailRecord, 'name' | 'type'>): string => `${type} ${name}`;

/** What is judged: what was found, and what is to be published. */
export type JudgedFacts = MailFacts & { targets: readonly MailTarget[] };

type Place = Pick<MailRecord, 'name' | 'type'>;

/** The targets at these names as issues name them; nothing where a value is not known. */
export function publishAt({ targets }: Pick<JudgedFacts, 'targets'>, ...places: readonly Place[]): MailRecord[] {
  const wanted = new Set(places.map(keyOf));
  return targets.flatMap(({ name, type, value }) =>
    value !== null && wanted.has(keyOf({ name, type })) ? [{ name, type, value }] : [],
  );
}

/** What to say where a target is there without a value: where it is read, or what has to be chosen. */
export function notesAt({ targets }: Pick<JudgedFacts, 'targets'>, ...places: readonly Place[]): string {
  const wanted = new Set(places.map(keyOf));
  const notes = targets.flatMap(({ note, ...at }) => (note !== null && wanted.has(keyOf(at)) ? [note] : []));
  return [...new Set(notes)].join(' ');
}

/** One text for each issue; a record stands in the first that it mends, with the steps to it. */
export function recommendationsOf(issues: readonly MailIssue[], targets: readonly MailTarget[]): string[] {
  const told = new Set<string>();
  return issues.map(({ recommendation, publish }) => {
    const records = publish.filter((record) => !told.has(keyOf(record)));
    for (const record of records) told.add(keyOf(record));
    return [recommendation, ...records.flatMap((record) => linesOf(record, targets))].join('\n');
  });
}

function linesOf({ name, type, value }: MailRecord, targets: readonly MailTarget[]): string[] {
  const stages = targets.find((entry) => keyOf(entry) === keyOf({ name, type }))?.stages ?? [];
  const steps = stages.map((stage, at) => `Step ${at + 1}. ${stage.when}: ${stage.value}`);
  return [`${name} ${type} ${value}`, ...steps];
}

export const tryAgain = 'Run the check again. If it fails again, check the name servers of the domain.';
