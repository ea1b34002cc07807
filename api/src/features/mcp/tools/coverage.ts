import { type Audit, type CategoryResult, getLatestAudit } from '@tenantry/contract/audits';
import type { VerdictStatus } from '@tenantry/contract/verdicts';
import type { McpObject } from '../../../ports/mcp.ts';
import { rowsWithin, type Slice } from '../bounds.ts';
import { aboutSliced, aboutTenant, aTenant, sliced } from '../inputs.ts';
import { defineTool } from '../tool.ts';

const unanswered: readonly VerdictStatus[] = ['couldNotCheck', 'notPermitted', 'notLicensed', 'notOffered'];

type Unchecked = { area: CategoryResult['category'] } & CategoryResult['verdicts'][number];

const uncheckedOf = ({ categories }: Audit): Unchecked[] =>
  Object.values(categories ?? {}).flatMap(({ category, verdicts }) =>
    verdicts.filter(({ status }) => unanswered.includes(status)).map((verdict) => ({ ...verdict, area: category })),
  );

function viewOf(audit: Audit, slice: Slice): McpObject {
  const { tenantId, tenantName, auditTimestamp, isSimulated, isSample, coverage, sources, reason, trouble } = audit;
  const { overallScore, overallStatus, overallStatusUnknownBecause } = audit;
  const unread = audit.datasets.filter(({ state }) => state !== 'ok' && state !== 'notCollected');
  const beside = {
    tenantId,
    tenantName,
    auditedAt: auditTimestamp,
    isSimulated,
    isSample,
    reason,
    trouble,
    score: overallScore,
    status: overallStatus,
    statusUnknownBecause: overallStatusUnknownBecause,
    coverage,
    sources,
    areas: Object.values(audit.categories ?? {}).map(({ category, status, score, coverage: ofArea }) => ({
      category,
      status,
      score,
      coverage: ofArea,
    })),
    unreadSources: unread.map(({ grantUrl: _page, ...source }) => source),
  };
  const unchecked = uncheckedOf(audit);
  const rowOf = ({ area, checkId, title, severity, status, message, needsLicense, needsFeature }: Unchecked) => ({
    checkId,
    title,
    area,
    severity,
    status,
    message,
    ...(needsLicense === undefined ? {} : { needsLicense }),
    ...(needsFeature === undefined ? {} : { needsFeature }),
  });
  return {
    ...beside,
    uncheckedTotal: unchecked.length,
    ...rowsWithin('coverage', unchecked, slice, rowOf, beside),
  };
}

export const coverageTool = defineTool({
  name: 'coverage',
  title: 'What could be checked',
  description:
    'How much of a tenant its latest audit could judge, and what it could not: coverage and score by area, data sources that were not read with the permission or license that is missing, and each check without an answer with its reason. A check without an answer is neither good nor bad.',
  endpoints: [getLatestAudit],
  input: { tenantId: aTenant, ...sliced },
  about: { tenantId: aboutTenant, ...aboutSliced },
  run: async ({ tenantId, ...slice }, { calls }) => {
    const answer = await calls(getLatestAudit, { tenantId });
    return answer.ok ? { ok: true, data: viewOf(answer.value, slice) } : answer;
  },
});
