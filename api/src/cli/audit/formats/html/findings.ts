import { categoryLabels, severityLabels } from '@tenantry/contract/labels';
import { Severity } from '@tenantry/contract/verdicts';
import { findingImpact } from '../../../../audit/findings/finding-titles.ts';
import { remedyOfFinding } from '../../../../audit/findings/remedies/remedies.ts';
import { canBeLookedUp, webAddress } from '../../../../domain/finding/references.ts';
import { count } from '../../../../features/reports/report-format.ts';
import type { ReportFinding, ReportModel } from '../../../../features/reports/report-model.ts';
import type { AuditFinding, AuditResult } from '../../audit-result.ts';
import { acceptanceText, affectedLines, evidenceLines } from '../plain-texts.ts';
import { resultMark, severityMark } from './marks.ts';
import { anchor, each, html, type Markup, type Part, when } from './markup.ts';

/** A page on a screen has room for more than one on paper. */
const evidenceShown = 30;
const affectedShown = 50;

const lines = (some: readonly string[]): Markup => html`<ul>${each(some, (one) => html`<li>${one}</li>`)}</ul>`;

/** A term with what is said of it; nothing where there is nothing to say. */
const fact = (term: string, said: Part, isThere: boolean): Part =>
  when(isThere, () => html`<div><dt>${term}</dt><dd>${said}</dd></div>`);

const referenceMarkup = (reference: string): Markup => {
  const address = webAddress(reference);
  return address === null
    ? html`<li>${reference}</li>`
    : html`<li><a href="${address}" rel="noreferrer">${reference}</a></li>`;
};

/** A finding as it is shown: one that stands for others names them. */
type Shown = Omit<ReportFinding, 'status' | 'firstSeen' | 'lastSeen'> & {
  verdictStatus: AuditFinding['verdict']['status'];
  standing: AuditFinding['standing'];
  because: string | null;
  acceptance: AuditFinding['acceptance'];
  /** The work on this page that closes it; null where a license is what is missing, or the risk is accepted. */
  remedy: { id: string; title: string } | null;
};

function body(finding: Shown): Markup {
  const { checkId, message, because, acceptance, impact, covers, evidence, recommendation, remedy } = finding;
  const affected = affectedLines(finding, affectedShown);
  const references = finding.references.filter(canBeLookedUp);
  return html`<dl class="said">
${fact('What is wrong', message, message !== '')}
${fact('New', because, because !== null)}
${fact('Risk accepted', acceptance && acceptanceText(acceptance), acceptance !== null)}
${fact('Findings', html`<ul>${each(covers, (one) => (one.checkId === checkId ? html`<li>${one.title}</li>` : html`<li id="${anchor('finding', one.checkId)}">${one.title}</li>`))}</ul>`, covers.length > 0)}
${fact('Impact', impact, impact !== null)}
${fact('What was seen', lines(evidenceLines(finding, evidenceShown)), evidence.length > 0)}
${fact('Affected', affected && html`<strong>${affected.total}</strong>${lines(affected.names)}`, affected !== null)}
${fact('What to do', html`<span class="advice">${recommendation}</span>${remedy && html`<br><a href="#${anchor('work', remedy.id)}">How to do it: ${remedy.title}</a>`}`, recommendation !== '')}
${fact('References', html`<ul class="inline">${each(references, referenceMarkup)}</ul>`, references.length > 0)}
</dl>`;
}

const standingTexts: Record<AuditFinding['standing'], string> = {
  new: 'New',
  known: 'Known',
  accepted: 'Risk accepted',
};

function card(finding: Shown, hasBaseline: boolean): Markup {
  const { checkId, category, severity, title, standing, verdictStatus } = finding;
  const affected = affectedLines(finding);
  const facts = [
    categoryLabels[category],
    ...(affected === null ? [] : [affected.total]),
    ...(hasBaseline && standing !== 'accepted' ? [standingTexts[standing]] : []),
  ];
  const head = html`<summary><span class="title">${severityMark(severity)} <strong>${title}</strong></span> <span class="quiet">${resultMark(verdictStatus)} ${facts.join(' · ')}</span></summary>`;
  const id = anchor('finding', checkId);
  // What is critical is read first, and whole.
  return severity === 'critical' && standing !== 'accepted'
    ? html`<details class="card edge-${severity}" id="${id}" open>${head}${body(finding)}</details>`
    : html`<details class="card edge-${severity}" id="${id}">${head}${body(finding)}</details>`;
}

/** The open findings as the report has them, with what stands against the baseline. */
function openFindings({ findings: all }: AuditResult, model: ReportModel): Shown[] {
  const byCheck = new Map(all.map((finding) => [finding.verdict.checkId, finding]));
  return model.findings.flatMap((finding) => {
    const found = byCheck.get(finding.checkId);
    if (!found) return [];
    const { standing, because, acceptance, verdict } = found;
    const remedy = verdict.needsLicense === undefined && acceptance === null ? remedyOfFinding(verdict) : null;
    return [{ ...finding, standing, because, acceptance, verdictStatus: verdict.status, remedy }];
  });
}

/** The open findings, the most severe first; those that need the same license are one. */
export function findings(result: AuditResult, model: ReportModel): Markup {
  const { baseline } = result;
  const { evaluated } = model.coverage;
  const open = openFindings(result, model);
  const groups = Severity.options
    .map((severity) => ({ severity, some: open.filter((one) => one.severity === severity) }))
    .filter(({ some }) => some.length > 0);
  const none =
    evaluated === 0
      ? 'No finding is recorded, because no check could be judged. This does not mean that all is well.'
      : `No finding is open. The audit judged ${count(evaluated, 'check', 'checks')}.`;
  return html`<section aria-labelledby="findings"><h2 id="findings">Findings</h2>
<p>${open.length === 0 ? none : 'The most severe first. Open one to see the evidence, who is affected and what to do.'}</p>
${each(groups, ({ severity, some }) => html`<h3>${severityLabels[severity]} findings (${some.length})</h3>${each(some, (one) => card(one, baseline !== null))}`)}</section>`;
}

const acceptedOf = ({ verdict, title, standing, because, acceptance }: AuditFinding): Shown => ({
  ...verdict,
  title,
  standing,
  because,
  acceptance,
  verdictStatus: verdict.status,
  impact: findingImpact(verdict.checkId),
  covers: [],
  remedy: null,
});

/** Risks that somebody took on, each with its reason. */
export function acceptedRisks({ findings: all }: AuditResult): Markup {
  const accepted = all.filter(({ standing }) => standing === 'accepted');
  if (accepted.length === 0) return html``;
  return html`<section aria-labelledby="accepted"><h2 id="accepted">Accepted risks</h2>
<p>${count(accepted.length, 'risk is', 'risks are')} accepted. They still count in the score. A risk that grows or expires becomes a finding again.</p>
${each(accepted, (one) => card(acceptedOf(one), false))}</section>`;
}
