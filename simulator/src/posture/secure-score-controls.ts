import { identityScoreControls } from './identity-score-controls.ts';
import { workloadScoreControls } from './workload-score-controls.ts';

export const scoreControls = [...identityScoreControls, ...workloadScoreControls];
