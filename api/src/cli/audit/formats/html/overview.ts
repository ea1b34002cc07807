import { categoryStatusLabels, unknownReasonTexts, verdictLabels } from '@tenantry/contract/labels';
import { isUnknown } from '../../../../audit/findings/is-finding.ts';
import { incidentsOf, leadingIncidents } from '../../../../domain/incidents/incidents.ts';
import { sourceGroups } from '../../../../features/reports/report-data-sources.ts';
import {
  count,
  coverageText,
  dayAndTime,
  notCheckedAfter,
  scoreText,
} from '../../../../features/reports/report-format.ts';
import { isUnanswered, type ReportModel } from '../../../../features/reports/report-model.ts';
import { reportName } from '../../../../features/reports/report-title-page.ts';
import type { AuditResult } from '../../audit-result.ts';
import { bar, resultMark, scoreRing } from './marks.ts';
import { anchor, each, html, type Markup, when } from './markup.ts';

const notice = (title: string, text: string): Markup => html`<p class="notice"><strong>${title}.</strong> ${text}</p>`;

/** Whose audit it is, of when, and what it came to. */
export function heading(result: AuditResult, model: ReportModel): Markup {
  const { tenant, tool, isRedacted, signedInAs } = result;
  const tiles: [string, string, string][] = [
    [
      'Coverage',
      model.coverage.applicable === 0 ? '–' : `${Math.floor(model.coverage.percent)}%`,
      model.coverage.applicable === 0
        ? 'no applicable checks'
        : `${model.coverage.evaluated} of ${model.coverage.applicable} checks`,
    ],
    ['Critical issues', String(model.criticalIssues), 'open findings of critical severity'],
    ['Findings', String(model.findings.length), 'in this report'],
    ['Accepted risks', String(model.acceptedRisks.length), 'still count in the score'],
  ];
  return html`<header class="top">
<p class="product">${reportName}</p>
<h1>${tenant.name}</h1>
<p class="facts"><span>${tenant.domain}</span> <span>Audited ${dayAndTime(model.auditedAt)} UTC</span> <span>Tenantry ${tool.version}${tool.commit === null ? '' : ` (${tool.commit.slice(0, 7)})`}</span> <span>Read as ${signedInAs === 'account' ? 'a signed-in account' : 'an application'}</span></p>
${when(tenant.isSimulated, () => notice('Simulated data', 'This report was made from demonstration data. It says nothing about a real organization.'))}
${when(isRedacted, () => notice('Redacted', 'Names, addresses and ids are replaced, each by the same replacement everywhere.'))}
<div class="summary">
<div class="score">${scoreRing(model.score, model.status)}<p class="state health-${model.status}"><span class="label">State</span> <strong>${model.status}</strong></p></div>
<dl class="tiles">${each(tiles, ([label, figure, note]) => html`<div><dt>${label}</dt><dd><strong>${figure}</strong> <span>${note}</span></dd></div>`)}</dl>
</div>
${when(model.score === null, () => notice('Not enough data for a score', 'Too few checks could be judged. See what could not be checked.'))}
</header>`;
}

/** What may be an attack under way, before everything else; nothing where none was seen. */
export function incidents({ facts }: AuditResult): Markup {
  const leading = leadingIncidents(incidentsOf(facts));
  if (leading.length === 0) return html``;
  const line = ({ title, url }: (typeof leading)[number]) =>
    url === null ? html`<li>${title}</li>` : html`<li><a href="${url}" rel="noreferrer">${title}</a></li>`;
  return html`<section aria-labelledby="incidents"><h2 id="incidents">Look at this first</h2>
<p>${count(leading.length, 'possible attack', 'possible attacks')}, as Microsoft reported when the audit was taken.</p>
<ul>${each(leading, line)}</ul></section>`;
}

/** The six areas with their scores. */
export function categories({ categories }: ReportModel): Markup {
  return html`<section aria-labelledby="categories"><h2 id="categories">Score by category</h2>
<ul class="categories">${each(categories, ({ label, status, score, coverage }) => html`<li><span class="name">${label}</span> ${bar(score === null ? 0 : score / 100, status)} <strong>${scoreText(score)}</strong> <span class="quiet">${categoryStatusLabels[status]}, ${coverageText(coverage)}</span></li>`)}</ul></section>`;
}

/** What the audit could not read, what would change that, and the checks that have no answer for it. */
export function coverage(model: ReportModel): Markup {
  const unknown = model.categories.flatMap(({ verdicts }) => verdicts).filter(isUnknown);
  const sources = sourceGroups(model);
  const groups = [...Map.groupBy(unknown, ({ status, message }) => `${status} ${message}`).values()];
  if (unknown.length === 0 && sources.length === 0) {
    return html`<section aria-labelledby="coverage"><h2 id="coverage">What could not be checked</h2><p>Every applicable check gave an answer: ${coverageText(model.coverage)}.</p></section>`;
  }
  const reasons = [...Map.groupBy(unknown, ({ status }) => status)].flatMap(([status, some]) =>
    isUnanswered(status)
      ? [
          html`<li>${verdictLabels[status]}: ${count(some.length, 'check', 'checks')} (${unknownReasonTexts[status]})</li>`,
        ]
      : [],
  );
  return html`<section aria-labelledby="coverage"><h2 id="coverage">What could not be checked</h2>
<p>The audit judged ${coverageText(model.coverage)}.${notCheckedAfter(model.coverage)} The checks below gave no answer: they do not count in the score, and none of them has passed.</p>
<ul>${reasons}</ul>
${when(
  sources.length > 0,
  () =>
    html`<table><caption>Data that was not read</caption><thead><tr><th scope="col">Data</th><th scope="col">Reason</th></tr></thead><tbody>${each(
      sources,
      ({ labels, remedy, grantUrl, state }) =>
        html`<tr><td><strong>${labels}</strong><br>${remedy}${grantUrl === null ? null : html` <a href="${grantUrl}" rel="noreferrer">Grant the permission</a>`}</td><td>${resultMark(state)}</td></tr>`,
    )}</tbody></table>`,
)}
${when(groups.length > 0, () => html`<details><summary>${count(unknown.length, 'check', 'checks')} without an answer</summary><ul class="plain">${each(groups, (some) => html`<li><p>${some[0]?.message ?? ''} ${some[0]?.recommendation ?? ''}</p><ul>${each(some, ({ checkId, title }) => html`<li><a href="#${anchor('check', checkId)}">${title}</a></li>`)}</ul></li>`)}</ul></details>`)}
</section>`;
}
