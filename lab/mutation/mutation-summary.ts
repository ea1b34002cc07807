import { dirname } from 'node:path';

/** What is read of Stryker's report (mutation-testing-report-schema). */
export type MutationReport = {
  files: Record<string, { mutants: readonly { status: string; mutatorName: string; static?: boolean }[] }>;
};

type Counts = { mutants: number; detected: number; undetected: number; errors: number };

const detected = new Set(['Killed', 'Timeout']);
const undetected = new Set(['Survived', 'NoCoverage']);

function countsOf(mutants: readonly { status: string }[]): Counts {
  const found = mutants.filter(({ status }) => detected.has(status)).length;
  const missed = mutants.filter(({ status }) => undetected.has(status)).length;
  return {
    mutants: mutants.length,
    detected: found,
    undetected: missed,
    errors: mutants.length - found - missed,
  };
}

/** Detected out of those that could be: a mutant that does not even load counts neither way, as in Stryker. */
const score = ({ detected: found, undetected: missed }: Counts): string =>
  found + missed === 0 ? '–' : `${((100 * found) / (found + missed)).toFixed(2)} %`;

function row(name: string, mutants: readonly { status: string }[]): string {
  const counts = countsOf(mutants);
  return `| ${name} | ${counts.mutants} | ${counts.detected} | ${counts.undetected} | ${counts.errors} | ${score(counts)} |`;
}

/** The report as tables in Markdown: by folder, and what kinds of mutants nobody noticed. */
export function mutationSummary({ files }: MutationReport): string {
  const folders = Map.groupBy(Object.entries(files), ([path]) => dirname(path));
  const byFolder = [...folders]
    .sort(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([folder, own]) =>
      row(
        `\`${folder}\``,
        own.flatMap(([, { mutants }]) => mutants),
      ),
    );
  const all = Object.values(files).flatMap(({ mutants }) => mutants);
  const missed = Map.groupBy(
    all.filter(({ status }) => undetected.has(status)),
    ({ mutatorName }) => mutatorName,
  );
  const byKind = [...missed]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([kind, mutants]) => `| ${kind} | ${mutants.length} |`);
  return [
    '| folder | mutants | detected | not detected | did not load | score |\n|---|---:|---:|---:|---:|---:|',
    ...byFolder,
    row('all', all),
    '\n| kind of the undetected | mutants |\n|---|---:|',
    ...byKind,
  ].join('\n');
}
