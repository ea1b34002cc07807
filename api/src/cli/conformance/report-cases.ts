import { isObject, type JsonObject, objectAt, textAt, textsAt, valueAt } from '../../audit/facts/json-reader.ts';
import { evaluateFacts } from '../../audit/findings/evaluate.ts';
import { factsFromSnapshot } from '../../audit/snapshot/snapshot.ts';
import { checkDomain } from '../../mailflow/check-domain.ts';
import { readZone, zoneResolver } from '../../mailflow/zone-resolver.ts';
import type { CaseResult } from './case-result.ts';

/**
 * What is to be said of the reports that were answered wrong, beside what their own words ask for: `checkId status` of a verdict,
 * `code` of an issue, `-code` of one that must not be told.
 */
const mended: Readonly<Record<string, readonly string[]>> = {
  'zta-1180': ['ca.breakglass pass'],
  'prowler-11062': ['ca.exclusion.gaps warning'],
  'tlspol-95': ['mta_sts_invalid', '-mta_sts_mx_mismatch'],
  'cipp-592': ['spf_provider_unknown', '-spf_provider_missing'],
  'inl-1285-redirect': ['-dmarc_rua_missing', '-dkim_selectors_unknown'],
  'inl-905': ['mx_null_sends'],
  'maester-1078': ['exo.dkim pass'],
};

/** What was said in the lines of an answer: `checkId status` of verdicts, the codes of issues. */
function saidBefore(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const issue = /^(?:error|warning|info) ([a-z0-9_]+):/.exec(line)?.[1];
    if (issue !== undefined) return [issue];
    return /^([a-z0-9.]+ [a-zA-Z]+):/.exec(line)?.[1] ?? [];
  });
}

async function sayNow(item: JsonObject, now: Date): Promise<ReadonlySet<string>> {
  const input = objectAt(item, 'input');
  if (textAt(item, 'command') === 'evaluate') {
    const { facts, exemptions } = factsFromSnapshot(input, now);
    const { verdicts } = evaluateFacts(facts, { now, exemptions });
    return new Set(verdicts.map(({ checkId, status }) => `${checkId} ${status}`));
  }
  const text = textAt(input, 'mtaStsPolicy');
  const fetchPolicy =
    text === null ? undefined : async () => ({ status: 'ok' as const, text, contentType: 'text/plain' });
  const dns = zoneResolver(readZone(valueAt(input, 'zone')));
  const result = await checkDomain(textAt(input, 'domain') ?? '', { dns, fetchPolicy, now });
  return new Set(result.issues.map(({ code }) => code));
}

/**
 * Public bug reports of other tools, of the form `{id, command, input, got, result}`: what was right is still said, what was wrong
 * is mended. Those that are debatable are decided in docs/disagreements.md.
 */
export async function runReportCases(cases: readonly unknown[], now: Date): Promise<CaseResult[]> {
  const results: CaseResult[] = [];
  for (const item of cases.filter(isObject)) {
    const id = textAt(item, 'id') ?? '';
    const wanted = textAt(item, 'result') === 'right' ? saidBefore(textsAt(item, 'got')) : (mended[id] ?? []);
    if (wanted.length === 0) continue;
    const said = await sayNow(item, now);
    const wrong = wanted.filter((one) => (one.startsWith('-') ? said.has(one.slice(1)) : !said.has(one)));
    const reason = wrong.length === 0 ? '' : `not so: ${wrong.join(', ')}`;
    results.push({ id: `report:${id}`, policy: textAt(item, 'kind') ?? '', agreed: wrong.length === 0, reason });
  }
  return results;
}
