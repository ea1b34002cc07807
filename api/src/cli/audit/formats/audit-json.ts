import { datasetLabel } from '@tenantry/contract/dataset-labels';
import { type DatasetName, datasets, permissionText } from '../../../audit/facts/datasets.ts';
import { type Facts, failureOfDataset } from '../../../audit/facts/facts.ts';
import { declarationsJson } from '../../../audit/snapshot/snapshot-facts.ts';
import { incidentsOf } from '../../../domain/incidents/incidents.ts';
import type { AuditFile, AuditFinding, AuditResult } from '../audit-result.ts';
import { countedChecks, openFigures } from '../open-findings.ts';

/** What became of each dataset: what was not read, and why, stands beside what was concluded. */
function datasetRows(facts: Facts): object[] {
  return (Object.keys(datasets) as DatasetName[]).map((name) => {
    const result = facts[name];
    const failure = failureOfDataset(result);
    const state = result === undefined ? 'notCollected' : (failure?.reason ?? 'ok');
    const { license } = datasets[name];
    const why = failure && { status: failure.status, code: failure.code, message: failure.message };
    return { name, label: datasetLabel(name), state, permission: permissionText(name), license, ...why };
  });
}

function findingRow({ verdict, ...held }: AuditFinding): object {
  const { title, fingerprint, conditionFingerprint, condition, standing, because, acceptance } = held;
  const { checkId, status, severity, category, message, recommendation, references, evidence } = verdict;
  const { affected, affectedCount } = verdict;
  return {
    checkId,
    title,
    severity,
    category,
    status,
    standing,
    because,
    acceptance,
    message,
    recommendation,
    references,
    evidence,
    affected,
    affectedCount,
    fingerprint,
    conditionFingerprint,
    condition,
  };
}

/** The whole audit as JSON: what programs read, and what a later audit takes as its baseline (docs/own-tenant.md). */
export function auditJson(result: AuditResult): AuditFile {
  const { tenant, cloud, takenAt, tool, isRedacted, signedInAs, facts, declarations, outcome, findings, baseline } =
    result;
  const { verdicts, ...figures } = outcome;
  const { critical: criticalIssues, ...openFindings } = openFigures(result);
  const counted = countedChecks(result);
  const content = {
    tenantry: { audit: 1, takenAt, tool: `Tenantry ${tool.version}`, commit: tool.commit, isRedacted, cloud },
    tenant,
    signedInAs,
    ...figures,
    criticalIssues,
    openFindings,
    incidents: incidentsOf(facts),
    findings: findings.map((finding) => ({ ...findingRow(finding), isCounted: counted.has(finding.verdict.checkId) })),
    baseline,
    verdicts,
    datasets: datasetRows(facts),
    ...declarationsJson(declarations),
  };
  return { name: 'audit.json', content: `${JSON.stringify(content, null, 2)}\n` };
}
