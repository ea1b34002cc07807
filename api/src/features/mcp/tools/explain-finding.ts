import { type FindingDetails, getFinding } from '@tenantry/contract/findings';
import type { McpObject } from '../../../ports/mcp.ts';
import { firstOf } from '../bounds.ts';
import { articleUri } from '../help-resources.ts';
import { aRecord } from '../inputs.ts';
import { defineTool, type ToolParts } from '../tool.ts';

const most = { evidence: 20, affected: 25, history: 10 } as const;

/** How to mend it; null where no article is about it. */
async function articleOf({ remedy }: FindingDetails, { articles }: ToolParts): Promise<McpObject | null> {
  const text = remedy && (await articles.read(remedy.id));
  if (!remedy || text === null) return null;
  return { id: remedy.id, uri: articleUri(remedy.id), text };
}

function leftOutOf(more: { evidence: number; affected: number; history: number }): McpObject | null {
  if (Object.values(more).every((count) => count === 0)) return null;
  return { ...more, say: 'The page of the finding in Tenantry has all of it.' };
}

function viewOf(finding: FindingDetails, article: McpObject | null): McpObject {
  const evidence = firstOf(finding.evidence, most.evidence);
  const affected = firstOf(finding.affected, most.affected);
  const history = firstOf(finding.history, most.history);
  const { recheck: _page, closedBy, isCounted: _row, change: _scan, notCovered: _panel, ...rest } = finding;
  return {
    finding: {
      ...rest,
      closedByFreeSwitch: closedBy,
      evidence: evidence.items,
      affected: affected.items,
      history: history.items,
    },
    article,
    leftOut: leftOutOf({ evidence: evidence.more, affected: affected.more, history: history.more }),
  };
}

export const explainFindingTool = defineTool({
  name: 'explain_finding',
  title: 'Explain a finding',
  description:
    'One finding in full: what was seen and where (evidence), who or what is affected, what can happen, how it is mended with the help article of its remedy, what was asked for and done about it, and what became of it.',
  endpoints: [getFinding],
  input: { findingId: aRecord },
  about: { findingId: 'The id of a finding, as find_findings gives it' },
  run: async ({ findingId }, parts) => {
    const answer = await parts.calls(getFinding, { params: { findingId } });
    if (!answer.ok) return answer;
    return { ok: true, data: viewOf(answer.value, await articleOf(answer.value, parts)) };
  },
});
