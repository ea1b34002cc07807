import type { CategoryResult } from '@tenantry/contract/audits';
import { Category, type Verdict } from '@tenantry/contract/verdicts';
import { categoryResult } from '../audit/score.ts';

export const categoryLabels: Record<Category, string> = {
  mfa: 'Multi-factor authentication',
  'conditional-access': 'Conditional Access',
  'secure-score': 'Secure Score and configuration',
  'mail-flow': 'Mail flow',
  'external-sharing': 'External sharing',
  'login-anomalies': 'Sign-in risk',
};

const words = { OK: 'pass', Warning: 'warning', Critical: 'fail' } as const;

function messageOf(verdicts: readonly Verdict[]): string {
  const count = (...statuses: Verdict['status'][]) => verdicts.filter((one) => statuses.includes(one.status)).length;
  const [failed, warned, passed] = [count('fail'), count('warning'), count('pass')];
  const unknown = count('notLicensed', 'notPermitted', 'couldNotCheck');
  const judged = failed + warned + passed;
  const parts = [
    judged === 0 ? 'Nothing could be checked' : `${passed} of ${judged} checks passed`,
    failed > 0 ? `${failed} failed` : '',
    warned > 0 ? `${warned} with a warning` : '',
    unknown > 0 && judged > 0 ? `${unknown} could not be checked` : '',
  ];
  return `${parts.filter((part) => part !== '').join(', ')}.`;
}

/** The six categories of an audit, in their order, each with its verdicts. */
export function categoryResults(verdicts: readonly Verdict[]): CategoryResult[] {
  return Category.options.map((category) => {
    const own = verdicts.filter((verdict) => verdict.category === category);
    const { score, status, coverage } = categoryResult(category, verdicts);
    return {
      category,
      label: categoryLabels[category],
      status: status === null ? 'unknown' : words[status],
      score,
      coverage,
      message: messageOf(own),
      verdicts: own,
    };
  });
}
