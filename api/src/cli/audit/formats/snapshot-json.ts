import { snapshotOf } from '../../../audit/snapshot/snapshot-facts.ts';
import type { AuditFile, AuditResult } from '../audit-result.ts';

/** What the verdicts were made of, for `npm run evaluate` (docs/snapshot.md): a large directory is as small as a small one. */
export function snapshotJson({
  tenant,
  cloud,
  takenAt,
  tool,
  isRedacted,
  facts,
  declarations,
}: AuditResult): AuditFile {
  const marks = { commit: tool.commit, isRedacted, cloud };
  const head = { takenAt, tool: `Tenantry ${tool.version}`, marks, tenant };
  return { name: 'snapshot.json', content: `${JSON.stringify(snapshotOf(head, facts, declarations), null, 2)}\n` };
}
