import {
  categoryStatusLabels,
  controlStatusesByUrgency,
  controlStatusLabels,
  notInAuditLabel,
} from '@tenantry/contract/labels';
import type { VerdictStatus } from '@tenantry/contract/verdicts';
import { count, coverageText } from '../../../../features/reports/report-format.ts';
import type { ReportControl, ReportFramework, ReportModel } from '../../../../features/reports/report-model.ts';
import { resultMark } from './marks.ts';
import { anchor, each, html, type Markup } from './markup.ts';

/** On paper the finding above has said it: there nobody jumps from one to the other. */
const isRepeated = (status: VerdictStatus): boolean => status === 'fail' || status === 'warning';

/** Every check with its result, by category: what needs attention first. */
export function checks({ categories }: ReportModel): Markup {
  return html`<section aria-labelledby="checks"><h2 id="checks">Every check</h2>
${each(
  categories,
  ({
    label,
    status: state,
    coverage,
    verdicts,
  }) => html`<details><summary><strong>${label}</strong> <span class="quiet">${categoryStatusLabels[state]}, ${coverageText(coverage)}</span></summary>
<table><caption class="hidden">${label}</caption><thead><tr><th scope="col">Check</th><th scope="col">Result</th></tr></thead><tbody>${each(
    verdicts,
    ({ checkId, title, message: said, status }) =>
      html`<tr id="${anchor('check', checkId)}"><td><strong>${title}</strong> <code>${checkId}</code><span class="message${isRepeated(status) ? ' repeated' : ''}"><br>${said}</span></td><td>${resultMark(status)}</td></tr>`,
  )}</tbody></table></details>`,
)}</section>`;
}

const control = ({ id, title, level, status, checks: some }: ReportControl): Markup =>
  html`<tr><td><strong>${id}</strong>${level === null ? null : html`<br><span class="quiet">${level}</span>`}</td><td>${title}<br><span class="quiet">${each(
    some,
    ({ checkId, status: result }, index) =>
      html`${index === 0 ? '' : ', '}${result === null ? `${checkId} (${notInAuditLabel})` : html`<a href="#${anchor('check', checkId)}">${checkId}</a>`}`,
  )}</span></td><td class="control is-control-${status}">${controlStatusLabels[status]}</td></tr>`;

function framework({ name, publisher, mapping, counts, coverage, controls, notAssessed }: ReportFramework): Markup {
  const told = controlStatusesByUrgency
    .filter((status) => counts[status] > 0)
    .map((status) => `${controlStatusLabels[status]}: ${counts[status]}`);
  const { total, assessed, judged } = coverage;
  return html`<details><summary><strong>${name}</strong> <span class="quiet">${told.join(' · ')}</span></summary>
<p>${assessed} of ${count(total, 'control', 'controls')} assessed (${Math.floor((assessed / total) * 100)}%), ${judged} judged in this audit. Published by: ${publisher}. ${mapping.note}</p>
<table><caption class="hidden">${name}</caption><thead><tr><th scope="col">Control</th><th scope="col">Requirement and checks</th><th scope="col">Status</th></tr></thead><tbody>${each(controls, control)}</tbody></table>
${notAssessed.length === 0 ? null : html`<p class="quiet"><strong>Not assessed by Tenantry (${notAssessed.length}):</strong> ${notAssessed.join(', ')}</p>`}</details>`;
}

/** What the audit says of each framework's controls. */
export const frameworks = ({ frameworks: some }: ReportModel): Markup =>
  html`<section aria-labelledby="frameworks"><h2 id="frameworks">Compliance</h2>${each(some, framework)}</section>`;
