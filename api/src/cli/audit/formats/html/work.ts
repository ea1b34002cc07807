import type { FindingGroup } from '@tenantry/contract/findings';
import { estimator } from '../../../../domain/price-list/estimate.ts';
import { priceListOf } from '../../../../domain/price-list/price-list.ts';
import { groupViews } from '../../../../features/findings/finding-groups.ts';
import { count, day } from '../../../../features/reports/report-format.ts';
import type { AuditFinding, AuditResult } from '../../audit-result.ts';
import { articleAddress } from '../article-text.ts';
import { gainBaseOfAudit } from '../gain-base-of-audit.ts';
import { recordsOf } from '../records-of-audit.ts';
import { articleMarkup } from './article.ts';
import { severityMark } from './marks.ts';
import { anchor, each, html, type Markup, type Part, when } from './markup.ts';

/** The open findings by what closes them together, in the one order: as the product's page has them. */
export function workOf(result: AuditResult): FindingGroup[] {
  const open = recordsOf(result).filter(({ status }) => status === 'OPEN');
  const estimate = estimator(priceListOf(undefined));
  const base = gainBaseOfAudit(result);
  return groupViews(open, base, (work) => estimate(work).hours);
}

/** How many findings of other work go with it. */
function othersClosed({ gain }: FindingGroup): string[] {
  const others = gain?.closes.filter(({ isOther }) => isOther).length ?? 0;
  return others === 0 ? [] : [`closes ${count(others, 'finding', 'findings')} of other work too`];
}

function factsOf(group: FindingGroup): string {
  const { points, hours, needsLicense, freeSwitch } = group;
  const gain =
    points === null || points === 0 ? [] : [`+${points.toLocaleString('en-US')} ${points === 1 ? 'point' : 'points'}`];
  const after = freeSwitch?.score == null ? [] : [`score ${freeSwitch.score} with it on`];
  const license = needsLicense === null ? [] : ['one decision'];
  return [...gain, ...after, count(hours, 'hour', 'hours'), ...license, ...othersClosed(group)].join(' · ');
}

const titleOf = ({ remedy, needsLicense }: FindingGroup): string =>
  remedy?.title ?? (needsLicense === null ? 'Other findings' : `Get ${needsLicense}`);

function groupMarkup(group: FindingGroup, result: AuditResult, known: ReadonlySet<string>): Part {
  const { remedy, findings, severity } = group;
  const checks = new Map(result.findings.map(({ fingerprint, verdict }) => [fingerprint, verdict.checkId]));
  const checkOf = (id: string) => checks.get(id) ?? id;
  const address = articleAddress(result.tool, checkOf(findings[0]?.id ?? ''));
  const title = titleOf(group);
  const id = remedy?.id ?? (group.needsLicense === null ? 'other' : 'license');
  return html`<li class="work" id="${anchor('work', id)}">
<h3>${title}</h3>
<p class="quiet">${severityMark(severity)} ${factsOf(group)}</p>
<ul>${each(findings, ({ id, title: finding }) => html`<li><a href="#${anchor('finding', checkOf(id))}">${finding}</a></li>`)}</ul>
${remedy === null ? null : html`<details class="article"><summary>How to do it<span class="hidden">: ${title}</span></summary>${articleMarkup(remedy.id, known)}${when(address !== null, () => html`<p><a href="${address}" rel="noreferrer">This article on the web</a></p>`)}</details>`}
</li>`;
}

/** What a technician does first: work that closes most, each with its article. */
export function work(result: AuditResult, groups: readonly FindingGroup[]): Markup {
  if (groups.length === 0) return html``;
  const known = new Set(groups.flatMap(({ remedy }) => remedy?.id ?? []));
  return html`<section aria-labelledby="work"><h2 id="work">Do this first</h2>
<p>Findings by what closes them together. What endangers most comes first, and what costs nothing before what has to be bought. Hours are the product's own estimates.</p>
<ol class="works">${each(groups, (group) => groupMarkup(group, result, known))}</ol></section>`;
}

const linkTo = ({ verdict, title, because }: AuditFinding): Markup =>
  html`<li>${severityMark(verdict.severity)} <a href="#${anchor('finding', verdict.checkId)}">${title}</a>${because === null ? null : html`<br><span class="quiet">${because}</span>`}</li>`;

/** What is new, what grew and what is mended since the baseline. */
export function changes({ baseline, findings }: AuditResult): Markup {
  if (baseline === null) return html``;
  const added = findings.filter(({ standing, because }) => standing === 'new' && because === null);
  const grown = findings.filter(({ standing, because }) => standing === 'new' && because !== null);
  const known = findings.filter(({ standing }) => standing === 'known');
  const since = baseline.takenAt === null ? 'the baseline' : `the baseline of ${day(baseline.takenAt)}`;
  const list = (title: string, some: readonly AuditFinding[]) =>
    when(some.length > 0, () => html`<h3>${title} (${some.length})</h3><ul class="plain">${each(some, linkTo)}</ul>`);
  const nothing = added.length + grown.length + baseline.resolved.length === 0;
  return html`<section aria-labelledby="changes"><h2 id="changes">Changes since ${since}</h2>
<p>Held against ${baseline.file}. ${nothing ? 'Nothing is new and nothing is resolved.' : ''} ${count(known.length, 'finding is', 'findings are')} known from there.</p>
${list('New', added)}${list('More than in the baseline, or than was accepted', grown)}
${when(baseline.resolved.length > 0, () => html`<h3>Resolved (${baseline.resolved.length})</h3><ul>${each(baseline.resolved, ({ title }) => html`<li>${title}</li>`)}</ul>`)}</section>`;
}
