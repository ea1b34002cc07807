import type { CategoryResult } from '@tenantry/contract/audits';
import { categoryLabels } from '@tenantry/contract/labels';
import { Category, type Verdict } from '@tenantry/contract/verdicts';
import { categoryResult, coverageOf, notChecked } from '../../audit/findings/score.ts';
import { byAttention } from '../../audit/findings/urgency.ts';

/** Below this a category fails, however light each of its failures is. */
const failsBelow = 50;

function statusOf(verdicts: readonly Verdict[], score: number | null): CategoryResult['status'] {
  const judged = verdicts.filter((one) => ['pass', 'warning', 'fail'].includes(one.status));
  if (judged.length === 0) return 'unknown';
  const grave = judged.some((one) => one.status === 'fail' && (one.severity === 'critical' || one.severity === 'high'));
  if (grave || (score !== null && score < failsBelow)) return 'fail';
  return judged.some((one) => one.status !== 'pass' && one.severity !== 'info') ? 'warning' : 'pass';
}

function messageOf(verdicts: readonly Verdict[]): string {
  const count = (...statuses: Verdict['status'][]) => verdicts.filter((one) => statuses.includes(one.status)).length;
  const grouped = verdicts.filter(({ needsLicense }) => needsLicense !== undefined);
  const licenses = [...new Set(grouped.flatMap(({ needsLicense }) => needsLicense ?? []))].join(', ');
  const own = (status: 'fail' | 'warning') => count(status) - grouped.filter((one) => one.status === status).length;
  const [failed, warned, passed] = [own('fail'), own('warning'), count('pass')];
  const unknown = notChecked(coverageOf(verdicts));
  const notOffered = count('notOffered');
  const judged = failed + warned + passed + grouped.length;
  const parts = [
    judged === 0 ? 'Nothing could be checked' : `${passed} of ${judged} checks passed`,
    failed > 0 ? `${failed} failed` : '',
    warned > 0 ? `${warned} with a warning` : '',
    grouped.length > 0 ? `${grouped.length} ${grouped.length === 1 ? 'needs' : 'need'} ${licenses} (one issue)` : '',
    unknown > 0 && judged > 0 ? `${unknown} not checked` : '',
    notOffered > 0 ? `${notOffered} of them not offered in this cloud` : '',
  ];
  return `${parts.filter((part) => part !== '').join(', ')}.`;
}

/** A category as the audit left it. What calls show beside its verdicts is added where they answer. */
export type CategoryOutcome = Omit<CategoryResult, 'verdicts'> & { verdicts: Verdict[] };

/** The six categories of an audit, in their order, each with its verdicts: what needs attention first, the most urgent of it first. */
export function categoryResults(verdicts: readonly Verdict[]): CategoryOutcome[] {
  return Category.options.map((category) => {
    const own = verdicts.filter((verdict) => verdict.category === category);
    const { score, coverage } = categoryResult(category, verdicts);
    return {
      category,
      label: categoryLabels[category],
      status: statusOf(own, score),
      score,
      coverage,
      message: messageOf(own),
      verdicts: own.sort(byAttention),
    };
  });
}
