import { findingStatusLabels } from '@tenantry/contract/labels';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AuditOutcome } from '../../audit/findings/evaluate.ts';
import { isFinding, isUnknown } from '../../audit/findings/is-finding.ts';
import { nothingDeclared } from '../../audit/snapshot/snapshot-declarations.ts';
import { madeOutcomes } from '../../audit/testing/made-outcomes.ts';
import { testNow } from '../../audit/testing/verdict-for.ts';
import { parseAuditArguments } from './audit-arguments.ts';
import type { AuditResult } from './audit-result.ts';
import { noBaseline } from './baseline.ts';
import { auditJson } from './formats/audit-json.ts';
import { csvFile } from './formats/findings-csv.ts';
import { junitFile } from './formats/junit.ts';
import { htmlFile } from './formats/report-html.ts';
import { reportOfAudit } from './formats/report-of-audit.ts';
import { sarifFile } from './formats/sarif.ts';
import { heldFindings } from './hold-findings.ts';
import { openFigures } from './open-findings.ts';
import { summaryOf } from './summary.ts';

const tenant = { id: '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01', name: 'Made', domain: 'made.example', isSimulated: false };

/** An audit of a made tenant of which some risks were accepted. */
function resultOf(outcome: AuditOutcome, accepted: readonly number[]): AuditResult {
  const found = outcome.verdicts.filter(isFinding);
  const checkIds = new Set(accepted.flatMap((index) => found[index % found.length]?.checkId ?? []));
  const acceptedRisks = [...checkIds].map((checkId) => ({
    ...{ checkId, reason: 'It is known.', acceptedBy: null, until: null, condition: null },
  }));
  const declarations = { ...nothingDeclared, acceptedRisks };
  return {
    tenant,
    cloud: 'commercial',
    takenAt: testNow.toISOString(),
    tool: { version: '0.1.0', commit: null },
    isRedacted: false,
    signedInAs: 'application',
    facts: {},
    declarations,
    outcome,
    findings: heldFindings(outcome, tenant.id, { ...noBaseline, declarations }, testNow),
    baseline: null,
  };
}

const results = fc.tuple(madeOutcomes, fc.array(fc.nat(300), { maxLength: 8 })).map((made) => resultOf(...made));
const asked = parseAuditArguments(['--tenant', tenant.domain]);
if (asked === 'help') throw new Error('These arguments ask for help');
const textOf = ({ content }: { content: string | Uint8Array }) =>
  typeof content === 'string' ? content : Buffer.from(content).toString('utf8');
const parsed = (file: { content: string | Uint8Array }) => JSON.parse(textOf(file));

test('terminal, JSON, SARIF, CSV, HTML and report of an audit tell the same of what is open, in the same order', () => {
  fc.assert(
    fc.property(results, (result) => {
      const { open, critical, bySeverity } = openFigures(result);
      const accepted = result.findings.filter(({ standing }) => standing === 'accepted').length;
      const report = reportOfAudit(result);
      expect([report.findings.length, report.criticalIssues, report.acceptedRisks.length]).toEqual([
        ...[open, critical, accepted],
      ]);

      const json = parsed(auditJson(result));
      expect([json.openFindings.open, json.criticalIssues]).toEqual([open, critical]);
      type Row = { checkId: string; standing: string; isCounted: boolean; severity: string };
      const rows = (json.findings as Row[]).filter(({ standing, isCounted }) => standing !== 'accepted' && isCounted);
      expect(rows.map(({ checkId }) => checkId)).toEqual(report.findings.map(({ checkId }) => checkId));
      for (const [severity, count] of Object.entries(bySeverity)) {
        expect(rows.filter((row) => row.severity === severity)).toHaveLength(count);
      }

      const [run] = parsed(sarifFile(result)).runs;
      type Alert = { ruleId: string; suppressions: unknown[]; properties: { isCounted: boolean } };
      const alerts = (run.results as Alert[]).filter(
        (one) => one.suppressions.length === 0 && one.properties.isCounted,
      );
      expect(alerts.map(({ ruleId }) => ruleId)).toEqual(rows.map(({ checkId }) => checkId));
      expect(run.properties.findings).toMatchObject({ open, critical });

      const csv = textOf(csvFile(result)).split('\r\n');
      expect(
        csv.filter((line) => line.includes(`"${findingStatusLabels.unresolved}",`) && line.includes(',"Yes",')),
      ).toHaveLength(open);
      expect(csv.filter((line) => line.includes(`"${findingStatusLabels.accepted}",`))).toHaveLength(accepted);

      const html = textOf(htmlFile(result));
      expect(html).toContain(`<dt>Critical issues</dt><dd><strong>${critical}</strong>`);
      expect(html).toContain(`<dt>Findings</dt><dd><strong>${open}</strong>`);

      const said = summaryOf(result, [], asked);
      expect(said).toContain(open === 0 ? 'No open findings' : `Findings: ${open} open (`);
      if (critical > 0) expect(said).toContain(`${critical} critical`);
      const first = report.findings[0];
      if (first) expect(said).toContain(`${first.severity}: ${first.title}`);
    }),
    { numRuns: 25 },
  );
});

test('coverage, checks without an answer and skipped tests of an audit are the same checks', () => {
  fc.assert(
    fc.property(results, (result) => {
      const { verdicts, coverage, status, categories } = result.outcome;
      const unknown = verdicts.filter(isUnknown).length;
      expect(coverage.applicable - coverage.evaluated).toBe(unknown);
      const sum = (pick: (one: (typeof categories)[number]) => number) =>
        categories.reduce((all, one) => all + pick(one), 0);
      expect(sum((one) => one.coverage.applicable)).toBe(coverage.applicable);
      expect(sum((one) => one.coverage.evaluated)).toBe(coverage.evaluated);
      if (coverage.percent < 60) expect(status).not.toBe('OK');
      const [run] = parsed(sarifFile(result)).runs;
      expect(run.invocations[0].toolExecutionNotifications).toHaveLength(unknown);
      expect(run.properties.coverage).toEqual(coverage);
      const notApplicable = verdicts.filter((one) => one.status === 'notApplicable').length;
      const accepted = result.findings.filter(({ standing }) => standing === 'accepted').length;
      const skipped = textOf(junitFile(result)).match(/<skipped /g)?.length ?? 0;
      expect(skipped).toBe(unknown + notApplicable + accepted);
      if (unknown > 0) expect(textOf(htmlFile(result))).toContain(`${unknown} ${unknown === 1 ? 'check' : 'checks'}`);
    }),
    { numRuns: 25 },
  );
});
