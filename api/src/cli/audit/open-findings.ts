import { type FindingFigures, findingFigures } from '../../audit/findings/finding-figures.ts';
import { countedOnce } from '../../audit/findings/license-group.ts';
import type { AuditFinding, AuditResult } from './audit-result.ts';

type Held = Pick<AuditResult, 'findings'>;

/** Those that somebody has to do something about: an accepted risk asks for nobody. In the order of urgency. */
const openFindings = ({ findings }: Held): AuditFinding[] => findings.filter(({ standing }) => standing !== 'accepted');

const verdictsOf = (findings: readonly AuditFinding[]) => findings.map(({ verdict }) => verdict);

/** What the audit comes to, wherever it is told. */
export const openFigures = (result: Held): FindingFigures => findingFigures(verdictsOf(openFindings(result)));

/** The checks whose findings count: of those that need the same license one stands for all; an accepted risk counts by itself. */
export function countedChecks(result: Held): Set<string> {
  const accepted = result.findings.filter(({ standing }) => standing === 'accepted');
  const counted = [...countedOnce(verdictsOf(openFindings(result))), ...verdictsOf(accepted)];
  return new Set(counted.map(({ checkId }) => checkId));
}
