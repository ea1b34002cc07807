import type { CaseResult } from './case-result.ts';

export type FileResult = { file: string; results: readonly CaseResult[] };

const figure = (results: readonly CaseResult[]): string => {
  const agreed = results.filter((result) => result.agreed).length;
  const percent = results.length === 0 ? '' : ` (${Math.floor((1000 * agreed) / results.length) / 10}%)`;
  return `${agreed}/${results.length}${percent}`;
};

function policyLines(results: readonly CaseResult[]): string[] {
  const policies = [...new Set(results.map(({ policy }) => policy))].sort();
  return policies.map((policy) => `  ${policy} ${figure(results.filter((result) => result.policy === policy))}`);
}

/**
 * What a run prints, and whether it may stand: every disagreement has to be explained on the page, by the id of its case.
 * A listed case that agrees by now is named, so that the list can shrink.
 * @param notRun files of cases that were left out, which the report says
 */
export function conformanceReport(
  files: readonly FileResult[],
  listed: ReadonlySet<string>,
  notRun: readonly string[] = [],
): { text: string; accepted: boolean } {
  const all = files.flatMap(({ results }) => results);
  const open = all.filter((result) => !result.agreed);
  const unlisted = open.filter(({ id }) => !listed.has(id));
  const settled = all.filter((result) => result.agreed && listed.has(result.id));
  const lines = files.flatMap(({ file, results }) => [`${file} ${figure(results)}`, ...policyLines(results)]);
  lines.push('', `Disagreements: ${open.length}, of which ${unlisted.length} are not in docs/disagreements.md`);
  for (const { id, reason } of open) lines.push(`${listed.has(id) ? 'listed  ' : 'UNLISTED'} ${id}: ${reason}`);
  for (const { id } of settled) lines.push(`settled  ${id} agrees by now: take it off docs/disagreements.md`);
  for (const file of notRun) lines.push(`not run  ${file}`);
  return { text: `${lines.join('\n')}\n`, accepted: unlisted.length === 0 };
}
