import { createSimulatedCloud, type SimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { createMicrosoft365, noLiveTenants } from '../../../adapters/graph/microsoft365-connector.ts';
import { simulatedMailInProcess } from '../../../adapters/graph/simulated-dns.ts';
import { simulatorInProcess } from '../../../adapters/graph/upstream.ts';
import { collectFacts } from '../../../audit/collect/collect-facts.ts';
import { type Facts, factOf } from '../../../audit/facts/facts.ts';
import { textAt } from '../../../audit/facts/json-reader.ts';
import { evaluateFacts } from '../../../audit/findings/evaluate.ts';
import { findingTitle } from '../../../audit/findings/finding-titles.ts';
import { nothingDeclared } from '../../../audit/snapshot/snapshot-declarations.ts';
import { simulatedDns, simulatedGraph } from '../../../audit/testing/simulated-graph.ts';
import { testNow } from '../../../audit/testing/verdict-for.ts';
import type { AuditFinding, AuditResult } from '../audit-result.ts';
import { noBaseline } from '../baseline.ts';
import { heldFindings } from '../hold-findings.ts';
import { readConfiguration } from '../tenant-configuration.ts';

/** The demonstration tenants of the simulator, by what is to be seen in them. */
export type DemoTenant = 'weak' | 'good' | 'critical' | 'mixed';
const order: readonly DemoTenant[] = ['weak', 'good', 'critical', 'mixed'];

function snapshotsOf(cloud: SimulatedCloud, id: string) {
  const mail = simulatedMailInProcess(cloud.dns);
  const microsoft365 = createMicrosoft365({ upstream: simulatorInProcess(cloud), mail }, noLiveTenants(mail));
  return microsoft365.configurationSnapshots({ entraTenantId: id, isSimulated: true });
}

/** An audit of a demonstration tenant with its configuration, and without a baseline. */
export async function auditOf(demo: DemoTenant, now: Date = testNow): Promise<AuditResult> {
  const cloud = createSimulatedCloud({ now: () => now });
  const found = cloud.tenants[order.indexOf(demo)];
  if (!found) throw new Error(`there is no tenant ${demo}`);
  const { id, domain } = found;
  const graph = await simulatedGraph(cloud, id);
  const facts: Facts = await collectFacts({
    graph,
    account: async () => graph,
    dns: simulatedDns(cloud),
    configuration: readConfiguration(
      graph,
      () => snapshotsOf(cloud, id),
      () => undefined,
    ),
    now,
    done: {},
    onDataset: async () => undefined,
  });
  const outcome = evaluateFacts(facts, { now });
  const name = textAt(factOf(facts, 'organization')?.[0], 'displayName') ?? domain;
  return {
    tenant: { id, name, domain, isSimulated: true },
    cloud: 'commercial',
    takenAt: now.toISOString(),
    tool: { version: '0.1.0', commit: null },
    isRedacted: false,
    signedInAs: 'account',
    facts,
    declarations: nothingDeclared,
    outcome,
    findings: heldFindings(outcome, id, noBaseline, now),
    baseline: null,
  };
}

/** The same audit held against a baseline: the first finding is accepted, the second grew, the third is new, the others are known. */
export function againstBaseline(result: AuditResult): AuditResult {
  const standings: readonly Partial<AuditFinding>[] = [
    {
      standing: 'accepted',
      acceptance: { reason: 'Replaced in spring', acceptedBy: 'Ada Lovelace', until: '2027-03-01T00:00:00.000Z' },
    },
    { standing: 'new', because: 'It concerns 4, where 2 were accepted.' },
    { standing: 'new' },
  ];
  return {
    ...result,
    findings: result.findings.map((finding, index) => ({ ...finding, standing: 'known', ...standings[index] })),
    baseline: {
      file: 'baseline.json',
      takenAt: '2026-10-01T08:00:00.000Z',
      resolved: result.outcome.verdicts
        .filter(({ status }) => status === 'pass')
        .slice(0, 2)
        .map(({ checkId, title }) => ({ checkId, title: findingTitle(checkId, title) })),
    },
  };
}

/** What somebody who may name things in a tenant may try: markup, markdown, XML, formulas, control and direction characters. */
export const hostileName =
  '=cmd|\'/c calc\'!A1 <script>alert(1)</script><img src=x onerror=alert(2)> ]]> &amp; "quoted" \u0000\u0008\u001b\u202e\ud800\ufffe [link](https://evil.example) `code` | **bold** {0}\n# heading';

/** The same audit in which every name and text that a tenant gives is hostile. */
export function withHostileNames(result: AuditResult): AuditResult {
  const findings = result.findings.map((finding): AuditFinding => {
    const { verdict } = finding;
    return {
      ...finding,
      verdict: {
        ...verdict,
        message: `${verdict.message} ${hostileName}`,
        recommendation: `${verdict.recommendation} ${hostileName}`,
        evidence: [...verdict.evidence, { dataset: 'users', observed: hostileName, objectId: hostileName }],
        affected: [{ type: 'user', id: hostileName, name: hostileName }, ...verdict.affected],
        affectedCount: verdict.affectedCount + 1,
      },
      standing: 'accepted',
      acceptance: { reason: hostileName, acceptedBy: hostileName, until: null },
    };
  });
  // Of every other one nothing was accepted, so that both lists have hostile names.
  const mixed = findings.map(
    (finding, index): AuditFinding =>
      index % 2 === 0 ? finding : { ...finding, standing: 'new', because: hostileName, acceptance: null },
  );
  const byCheck = new Map(findings.map(({ verdict }) => [verdict.checkId, verdict]));
  return {
    ...result,
    tenant: { ...result.tenant, name: hostileName, domain: hostileName },
    outcome: {
      ...result.outcome,
      verdicts: result.outcome.verdicts.map(
        (verdict) => byCheck.get(verdict.checkId) ?? { ...verdict, message: hostileName },
      ),
    },
    findings: mixed,
    baseline: { file: hostileName, takenAt: null, resolved: [{ checkId: 'gone.check', title: hostileName }] },
  };
}
