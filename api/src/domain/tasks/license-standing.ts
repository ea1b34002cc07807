import type { Verdict, VerdictStatus } from '@tenantry/contract/verdicts';
import { evidenceFrom } from '../../audit/checks/shared/check.ts';
import { type Facts, factOf, failureOfDataset } from '../../audit/facts/facts.ts';
import { hasLicense } from '../../audit/facts/licenses.ts';
import { countOf } from '../../audit/facts/sentence-parts.ts';
import { isUnknown } from '../../audit/findings/is-finding.ts';
import type { Looked } from '../rechecks/recheck-result.ts';
import type { Standing } from './task-standing.ts';

type Told = { status: VerdictStatus; outcome: Standing['outcome']; message: string };

function unreadText(facts: Facts): string {
  const failure = failureOfDataset(facts.subscribedSkus);
  const code = failure ? ` (${failure.status === 0 ? '' : `${failure.status} `}${failure.code})` : '';
  return `The licenses of this tenant could not be read${code}.`;
}

/** Whether a license is there, or needed no more. Where licenses were not read, nobody can say so. */
function toldOf(license: string, waiting: readonly Looked[], unknown: number, facts: Facts): Told {
  if (factOf(facts, 'subscribedSkus') === undefined)
    return { status: 'couldNotCheck', outcome: 'unknown', message: unreadText(facts) };
  if (hasLicense(facts, license) === true)
    return { status: 'pass', outcome: 'passed', message: `A subscription of this tenant contains ${license}.` };
  if (waiting.length > 0) {
    const message = `${countOf(waiting.length, 'check')} still ${waiting.length === 1 ? 'waits' : 'wait'} for ${license}.`;
    return { status: 'fail', outcome: 'stillFails', message };
  }
  if (unknown > 0) {
    const message = `${countOf(unknown, 'check')} could not be made, so that nobody can say whether ${license} is needed.`;
    return { status: 'couldNotCheck', outcome: 'unknown', message };
  }
  return { status: 'pass', outcome: 'passed', message: `No check waits for ${license} any more.` };
}

/**
 * How a task stands that adds a license: by the licenses of the tenant, and not by what the checks that waited for it say now, which is
 * other work. What was accepted changes nothing about it.
 * @param waiting what waits for the license still
 * @returns `decisive`: what is seen of the license, in the form of a verdict
 */
export function licenseStanding(
  license: string,
  base: Verdict,
  { looked, waiting, facts }: { looked: readonly Looked[]; waiting: readonly Looked[]; facts: Facts },
): { standing: Standing; decisive: Looked } {
  const unknown = looked.filter(({ verdict, finding }) => isUnknown(verdict) && finding !== null);
  const { status, outcome, message } = toldOf(license, waiting, unknown.length, facts);
  const products = factOf(facts, 'subscribedSkus')?.map(({ skuPartNumber }) => String(skuPartNumber)) ?? [];
  const evidence = products.length === 0 ? [] : [evidenceFrom('subscribedSkus', products.join(', '))];
  const { checkId, category, severity, recommendation } = base;
  const verdict: Verdict = {
    ...{ checkId, category, severity, title: license, status, message, evidence },
    recommendation: outcome === 'passed' ? '' : recommendation,
    ...{ affected: [], affectedCount: 0, references: [] },
  };
  const left = outcome === 'stillFails' ? waiting : [];
  const standing = {
    outcome,
    left,
    unknown: outcome === 'unknown' ? unknown : [],
    passing: 0,
    total: 1,
    otherWork: [],
  };
  return { standing, decisive: { verdict, finding: null } };
}
