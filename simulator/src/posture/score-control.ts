import { rowsOf } from '@tenantry/contract/text-table';

const categories = ['Identity', 'Data', 'Device', 'Apps'] as const;
const levels = ['Low', 'Moderate', 'High'] as const;
type Level = (typeof levels)[number];

export interface ScoreControl {
  name: string;
  title: string;
  category: (typeof categories)[number];
  service: string;
  maxScore: number;
  userImpact: Level;
  cost: Level;
  threats: string[];
  remediation: string;
}

/** @throws Error where it is none of them */
function oneOf<T extends string>(allowed: readonly T[], value = ''): T {
  const found = allowed.find((one) => one === value);
  if (found === undefined) throw new Error(`A score control says "${value}" instead of ${allowed.join(', ')}`);
  return found;
}

/**
 * The controls of a text, two lines each: name, title, category, service, maximum score, impact on users and cost, then the
 * remediation.
 */
export function scoreControlsOf(text: string): ScoreControl[] {
  return rowsOf(text, /^(\S.*)\n {2}(.+)$/gm).map(([, row = '', remediation = '']) => {
    const [name = '', title = '', category, service = '', maxScore, userImpact, cost] = row.split(' | ');
    return {
      name,
      title,
      category: oneOf(categories, category),
      service,
      maxScore: Number(maxScore),
      userImpact: oneOf(levels, userImpact),
      cost: oneOf(levels, cost),
      threats: category === 'Identity' ? ['Account breach'] : ['Data exfiltration', 'Phishing/Whaling'],
      remediation,
    };
  });
}
