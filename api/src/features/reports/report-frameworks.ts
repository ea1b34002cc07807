import type { Verdict } from '@tenantry/contract/verdicts';
import { frameworkResults } from '../../audit/findings/frameworks/framework-results.ts';
import { frameworks } from '../../audit/findings/frameworks/frameworks.ts';
import type { ReportFramework } from './report-model.ts';

/** What the verdicts of an audit say of every framework, as the report prints it. */
export function reportFrameworks(verdicts: readonly Verdict[]): ReportFramework[] {
  return frameworks.map((framework) => {
    const { counts, coverage, controls } = frameworkResults(framework, verdicts);
    const { name, publisher, mapping } = framework;
    return {
      name,
      publisher,
      mapping,
      counts,
      coverage,
      controls: controls
        .filter(({ status }) => status !== 'notAssessed')
        .map(({ control, status, checks }) => ({
          id: control.id,
          title: control.title,
          level: control.level,
          status,
          checks: checks.map(({ checkId, verdict }) => ({ checkId, status: verdict?.status ?? null })),
        })),
      notAssessed: controls.filter(({ status }) => status === 'notAssessed').map(({ control }) => control.id),
    };
  });
}
