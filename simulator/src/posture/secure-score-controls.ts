import { identityScoreControls } from './identity-score-controls.ts';
import type { ScoreControl } from './score-control-row.ts';
import { workloadScoreControls } from './workload-score-controls.ts';

export const scoreControls: ScoreControl[] = [...identityScoreControls, ...workloadScoreControls].map(
  ([name, title, category, service, maxScore, userImpact, cost, remediation]) => ({
    name,
    title,
    category,
    service,
    maxScore,
    userImpact,
    cost,
    threats: category === 'Identity' ? ['Account breach'] : ['Data exfiltration', 'Phishing/Whaling'],
    remediation,
  }),
);
