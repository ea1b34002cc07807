import { verdictLabels } from '@tenantry/contract/labels';
import { truncate } from '@tenantry/contract/text';
import type { Verdict } from '@tenantry/contract/verdicts';
import { isUnknown } from '../../../audit/findings/is-finding.ts';
import { scoreToTell } from '../../../audit/findings/score.ts';
import type { AuditFile, AuditFinding, AuditResult } from '../audit-result.ts';
import { countedChecks, openFigures } from '../open-findings.ts';
import { repositoryAddress } from './article-text.ts';
import { acceptanceText, affectedLines, evidenceLines, oneLine } from './plain-texts.ts';
import { levelOf, ruleIndexOf, sarifRules } from './sarif-rules.ts';

const schemaAddress = 'https://json.schemastore.org/sarif-2.1.0.json';
const maxMessage = 4_000;

/** SARIF's message texts: a brace opens a placeholder and a bracket a link (3.11.5, 3.11.6), unless they are escaped. */
const plainText = (text: string): string =>
  text.replace(/[{}]/g, (brace) => brace + brace).replace(/[\\[\]]/g, (mark) => `\\${mark}`);

/** A tenant's words as Markdown that shows them and does nothing: neither markup nor HTML nor a mention. */
const markdownText = (text: string): string =>
  plainText(text)
    .replace(/[`*_~#|!]/g, (mark) => `\\${mark}`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('@', '&#64;');

const cut = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : `${truncate(text, maxLength - 2).replace(/[\\{}&][^ ]*$/, '')} …`;

function markdownOf({ verdict, title, because }: AuditFinding): string {
  const list = (heading: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`**${heading}**\n\n${lines.map((line) => `- ${markdownText(line)}`).join('\n')}`];
  const affected = affectedLines(verdict);
  const parts = [
    `**${markdownText(oneLine(title))}**`,
    markdownText(oneLine(verdict.message)),
    ...(because === null ? [] : [`New: ${markdownText(oneLine(because))}`]),
    ...list('What was seen', evidenceLines(verdict)),
    ...(affected === null ? [] : list(`Affected: ${affected.total}`, affected.names)),
    `**What to do:** ${markdownText(oneLine(verdict.recommendation))}`,
  ];
  // Whole parts only: half an escape would be markup again.
  let text = '';
  for (const part of parts) {
    if (text.length + part.length + 2 > maxMessage) break;
    text = text === '' ? part : `${text}\n\n${part}`;
  }
  return text;
}

function messageOf(finding: AuditFinding, tenant: string) {
  const { verdict, title } = finding;
  // GitHub makes the title of an alert of the first sentence.
  const sentence = `${oneLine(title)}: ${tenant}. ${oneLine(verdict.message)}`;
  return { text: cut(plainText(sentence), maxMessage), markdown: markdownOf(finding) };
}

function baselineStateOf({ standing, because }: AuditFinding, baseline: AuditResult['baseline']) {
  if (baseline === null) return {};
  if (standing === 'new') return { baselineState: because === null ? 'new' : 'updated' };
  return { baselineState: 'unchanged' };
}

/** GitHub itself shows an accepted risk as open until somebody dismisses it; viewers of SARIF show it as suppressed. */
function suppressionsOf({ acceptance }: AuditFinding) {
  if (acceptance === null) return { suppressions: [] };
  return { suppressions: [{ kind: 'external', status: 'accepted', justification: acceptanceText(acceptance) }] };
}

const pathPart = (text: string): string =>
  oneLine(text)
    .toLowerCase()
    .replace(/[^a-z0-9.-]+/g, '-')
    .replace(/^[.-]+|[.-]+$/g, '');

/**
 * A tenant has no file, and GitHub shows no alert without one: a path in its place that tells organization and area in a list of
 * alerts, and stays the same as long as its domain does. GitHub says of it that it is not in the repository, which is true.
 */
const placeOf = ({ domain, id }: AuditResult['tenant'], { category }: Verdict): string =>
  `${pathPart(domain) || pathPart(id)}/${category}`;

function resultOf(finding: AuditFinding, { tenant, baseline }: AuditResult, counted: ReadonlySet<string>) {
  const { verdict, fingerprint, conditionFingerprint } = finding;
  // Each check is an alert on GitHub, and of those that need the same license one is counted.
  const isCounted = counted.has(verdict.checkId);
  const name = oneLine(tenant.name);
  return {
    ruleId: verdict.checkId,
    ruleIndex: ruleIndexOf(verdict.checkId),
    kind: 'fail',
    // By the gravity that the finding is counted with: a critical one is an error, whether it fails or is met in part.
    level: levelOf(verdict.severity),
    message: messageOf(finding, name),
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: placeOf(tenant, verdict) },
          region: { startLine: 1, startColumn: 1, endLine: 1, endColumn: 1 },
        },
        logicalLocations: [{ name, fullyQualifiedName: oneLine(tenant.domain) || tenant.id, kind: 'namespace' }],
      },
    ],
    partialFingerprints: { primaryLocationLineHash: fingerprint, 'tenantryCondition/v1': conditionFingerprint },
    ...baselineStateOf(finding, baseline),
    ...suppressionsOf(finding),
    properties: { status: verdict.status, affectedCount: verdict.affectedCount, standing: finding.standing, isCounted },
  };
}

/** A check without an answer is no result, since GitHub would show it as an alert: the run says what it could not do. */
function notificationOf({ checkId, status, title, message, recommendation }: Verdict) {
  const text = `${verdictLabels[status]}: ${title}. ${message} ${recommendation}`;
  return {
    associatedRule: { id: checkId, index: ruleIndexOf(checkId) },
    level: status === 'couldNotCheck' ? 'warning' : 'note',
    message: { text: cut(plainText(oneLine(text)), maxMessage) },
  };
}

/**
 * The findings as a log of SARIF 2.1.0, as GitHub code scanning reads it. What passes is no result, and neither is what the
 * baseline had and is mended: GitHub takes every result for an open alert, and closes those that are no longer there.
 */
export function sarifFile(result: AuditResult): AuditFile {
  const { tenant, tool, outcome, findings, baseline, takenAt } = result;
  const { status, coverage } = outcome;
  const counted = countedChecks(result);
  const home = repositoryAddress(tool, 'README.md');
  const driver = {
    name: 'Tenantry',
    version: tool.version,
    semanticVersion: tool.version,
    ...(home !== null && { informationUri: home }),
    rules: sarifRules(tool),
  };
  const run = {
    tool: { driver },
    // GitHub takes what stands before the last slash for the category, and a later run closes the alerts of its own category only.
    automationDetails: { id: `tenantry/${pathPart(tenant.id)}/${takenAt}` },
    invocations: [
      {
        executionSuccessful: true,
        endTimeUtc: takenAt,
        toolExecutionNotifications: outcome.verdicts.filter(isUnknown).map(notificationOf),
      },
    ],
    columnKind: 'utf16CodeUnits',
    results: findings.map((finding) => resultOf(finding, result, counted)),
    properties: {
      tenant: {
        id: tenant.id,
        name: oneLine(tenant.name),
        domain: oneLine(tenant.domain),
        isSimulated: tenant.isSimulated,
      },
      isRedacted: result.isRedacted,
      score: scoreToTell(outcome.score, coverage),
      status,
      coverage,
      findings: openFigures(result),
      ...(baseline !== null && {
        baseline: {
          takenAt: baseline.takenAt,
          resolved: baseline.resolved.map(({ checkId, title }) => ({ checkId, title: oneLine(title) })),
        },
      }),
    },
  };
  const log = { $schema: schemaAddress, version: '2.1.0', runs: [run] };
  return { name: 'results.sarif', content: `${JSON.stringify(log, null, 2)}\n` };
}
