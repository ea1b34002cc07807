import type { Evidence, VerdictStatus } from '@tenantry/contract/verdicts';
import { shownText } from '../../../mailflow/bounded-text.ts';
import { named } from '../../facts/sentence-parts.ts';
import { type CheckVerdict, evidenceFrom, verdict } from '../shared/check.ts';

/** What one domain shows. `text` completes "example.com: …". */
export type DomainFinding = {
  domain: string;
  status: Extract<VerdictStatus, 'pass' | 'warning' | 'fail' | 'couldNotCheck' | 'notApplicable'>;
  text: string;
  observed: string;
  /** What a pass does not cover, for example names that were not followed. */
  caveat?: string | undefined;
  /** What it has to publish. */
  advice?: readonly string[];
  /** What to do about it, where that is another thing than what the check asks for in general. */
  mend?: string | undefined;
};

/** A verdict is a part of a record of limited size; the domains beyond this are told by number. */
const evidenceCap = 100;

/** Texts may quote records, which their owners may fill with up to 64 KB. */
const textCap = 300;

const order: readonly DomainFinding['status'][] = ['fail', 'warning', 'couldNotCheck', 'pass', 'notApplicable'];

export type PerDomainTexts = {
  good: string;
  lack: string;
  /** What to do in general; the records of the domains are added. */
  recommendation?: string;
};

/**
 * One verdict over all domains: the worst finding counts, and an unknown one is never covered up by a pass.
 * @param leftOut domains of the tenant of which nothing was asked
 */
export function perDomain(
  findings: readonly DomainFinding[],
  texts: PerDomainTexts,
  leftOut: readonly string[],
): CheckVerdict {
  const evidence = evidenceOf(findings, leftOut);
  const of = (status: DomainFinding['status']): DomainFinding[] =>
    findings.filter((finding) => finding.status === status);
  const say = (list: readonly DomainFinding[]): string =>
    named(
      list.map(({ domain, text }) => `${domain} (${bounded(text)})`),
      4,
    );
  const total = findings.length + leftOut.length;
  const worst = of('fail').length > 0 ? 'fail' : of('warning').length > 0 ? 'warning' : null;
  if (worst !== null) {
    const list = [...of('fail'), ...of('warning')];
    const affected = list.map(({ domain }) => ({ type: 'domain' as const, id: domain, name: domain }));
    const message = `In ${list.length} of ${total} domains ${texts.lack}: ${say(list)}.`;
    const unknown = of('couldNotCheck');
    const rest = unknown.length > 0 ? ` Could not be checked: ${say(unknown)}.` : '';
    const population = { of: total - of('notApplicable').length, untold: unknown.length + leftOut.length };
    const said = { ...verdict(worst, `${message}${rest}`, evidence, affected), population };
    const recommendation = recommendationOf(list, texts.recommendation);
    return recommendation === null ? said : { ...said, recommendation };
  }
  if (of('couldNotCheck').length > 0)
    return verdict('couldNotCheck', `Not every domain could be checked: ${say(of('couldNotCheck'))}.`, evidence);
  if (leftOut.length > 0)
    return verdict('couldNotCheck', `Not every domain was checked: ${notAsked(leftOut)}.`, evidence);
  if (findings.length === 0) return verdict('couldNotCheck', 'No mail domain is known.', evidence);
  if (of('pass').length === 0)
    return verdict('notApplicable', `There is no domain to which this applies: ${say(findings)}.`, evidence);
  const caveats = [...new Set(of('pass').flatMap(({ caveat }) => caveat ?? []))].slice(0, 4).map(bounded);
  const apart = of('notApplicable').length > 0 ? ` Does not apply to ${say(of('notApplicable'))}.` : '';
  return verdict('pass', `${texts.good}${caveats.length > 0 ? ` (${caveats.join('; ')})` : ''}.${apart}`, evidence);
}

/** Of so many records the values are told; the mail page has all. */
const shownRecords = 6;

function recommendationOf(list: readonly DomainFinding[], general: string | undefined): string | null {
  const records = [...new Set(list.flatMap(({ advice = [] }) => advice))];
  if (general === undefined) return null;
  const mends = [...new Set(list.map(({ mend }) => mend ?? general))];
  if (records.length === 0 && mends.every((mend) => mend === general)) return null;
  const more = records.length - shownRecords;
  const rest = more > 0 ? ` ${more} more: see Mail Flow.` : '';
  return `${[...mends, ...records.slice(0, shownRecords).map((record) => `${record}.`)].join(' ')}${rest}`;
}

const bounded = (text: string): string => shownText(text, textCap);

function notAsked(leftOut: readonly string[]): string {
  const count = leftOut.length === 1 ? '1 domain was' : `${leftOut.length} domains were`;
  return `${count} not checked (${named(leftOut, 4)})`;
}

/** Of one domain, and of all together before they are shortened; an audit has room for 2 MB. */
const observedCap = 600;
const allObservedCap = 30_000;
const shortObservedCap = 120;

/** The worst first. */
function evidenceOf(findings: readonly DomainFinding[], leftOut: readonly string[]): Evidence[] {
  const sorted = [...findings].sort((a, b) => order.indexOf(a.status) - order.indexOf(b.status));
  let left = allObservedCap;
  const evidence = sorted.slice(0, evidenceCap).map(({ domain, observed }) => {
    const shown = shownText(`${domain}: ${observed}`, Math.max(shortObservedCap, Math.min(observedCap, left)));
    left -= shown.length;
    return evidenceFrom('dns', shown, domain);
  });
  const untold = sorted.length - evidence.length;
  if (untold > 0) evidence.push(evidenceFrom('dns', `${untold} more domains were checked`));
  if (leftOut.length > 0) evidence.push(evidenceFrom('dns', notAsked(leftOut)));
  return evidence;
}
