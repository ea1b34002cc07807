import { categoryLabels, severityLabels } from '@tenantry/contract/labels';
import { truncate } from '@tenantry/contract/text';
import type { Severity } from '@tenantry/contract/verdicts';
import { catalog } from '../../../audit/checks/catalog.ts';
import { type Check, referencesOf } from '../../../audit/checks/shared/check.ts';
import { remedyOfCheck } from '../../../audit/findings/remedies/remedies.ts';
import type { AuditResult } from '../audit-result.ts';
import { articleAddress, articleText } from './article-text.ts';

/** What SARIF calls a problem's level. */
export type SarifLevel = 'error' | 'warning' | 'note';

// GitHub, "SARIF support for code scanning", reportingDescriptor: longer texts are cut, and of the tags ten are shown.
const maxName = 255;
const maxDescription = 1024;
const tagsShown = 10;

/** In the middle of the range that GitHub calls by the same word; informational checks are no security problem. */
const securitySeverity: Record<Exclude<Severity, 'info'>, string> = {
  critical: '9.5',
  high: '8.0',
  medium: '5.5',
  low: '2.0',
};

const levelOfSeverity: Record<Severity, SarifLevel> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
  info: 'note',
};
const problemSeverity: Record<SarifLevel, string> = { error: 'error', warning: 'warning', note: 'recommendation' };

/** The level of a check's problem, as far as the check alone tells it. */
export const levelOf = (severity: Severity): SarifLevel => levelOfSeverity[severity];

/** An article links to others by their ids, which nobody outside of the product can follow. */
const withoutInnerLinks = (markdown: string): string => markdown.replace(/\[([^\]]+)\]\(article:[^)]+\)/g, '$1');

function helpOf(check: Check): { text: string; markdown: string } {
  const { impact, recommendation } = check;
  const references = referencesOf(check);
  const frameworks = references.length === 0 ? '' : `Frameworks: ${references.join(', ')}.`;
  const remedy = remedyOfCheck(check.id);
  // One heading above the article's own title.
  const article = remedy === null ? '' : withoutInnerLinks(articleText(remedy.id)).replace(/^# /, '## ');
  const parts = [impact, recommendation, frameworks].filter((part) => part !== '');
  return {
    text: parts.join('\n\n'),
    markdown: [impact, `**What to do:** ${recommendation}`, frameworks, article].filter(Boolean).join('\n\n'),
  };
}

function tagsOf(check: Check): string[] {
  const own = [
    ...(check.severity === 'info' ? [] : ['security']),
    check.category,
    severityLabels[check.severity].toLowerCase(),
  ];
  return [...new Set([...own, ...referencesOf(check)])].slice(0, tagsShown);
}

function ruleOf(check: Check, tool: AuditResult['tool']) {
  const { id, title, category, severity, impact, recommendation } = check;
  const level = levelOf(severity);
  const helpUri = articleAddress(tool, id);
  return {
    id,
    name: truncate(title, maxName, '…'),
    shortDescription: { text: truncate(title, maxDescription, '…') },
    fullDescription: { text: truncate(`${impact} ${recommendation}`, maxDescription, '…') },
    help: helpOf(check),
    ...(helpUri !== null && { helpUri }),
    defaultConfiguration: { level },
    properties: {
      tags: tagsOf(check),
      // A verdict is made of settings that were read, and is withheld where some could not be.
      precision: 'very-high',
      'problem.severity': problemSeverity[level],
      ...(severity !== 'info' && { 'security-severity': securitySeverity[severity] }),
      category: categoryLabels[category],
    },
  };
}

/** Every check of the catalog as a rule, in its order: the same from audit to audit of one version. */
export const sarifRules = (tool: AuditResult['tool']) => catalog.map((check) => ruleOf(check, tool));

const indices: ReadonlyMap<string, number> = new Map(catalog.map(({ id }, index) => [id, index]));

/** Where the rule of a check stands among all. @throws where the catalog does not have the check */
export function ruleIndexOf(checkId: string): number {
  const index = indices.get(checkId);
  if (index === undefined) throw new Error(`There is no check ${checkId}`);
  return index;
}
