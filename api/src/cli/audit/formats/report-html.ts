import { createHash } from 'node:crypto';
import { incidentsOf, leadingIncidents } from '../../../domain/incidents/incidents.ts';
import { methodTexts } from '../../../features/reports/report-method.ts';
import type { AuditFile, AuditResult } from '../audit-result.ts';
import { checks, frameworks } from './html/checks.ts';
import { acceptedRisks, findings } from './html/findings.ts';
import { each, html, type Markup, styleElement } from './html/markup.ts';
import { categories, coverage, heading, incidents } from './html/overview.ts';
import { styles } from './html/styles.ts';
import { changes, work, workOf } from './html/work.ts';
import { reportOfAudit } from './report-of-audit.ts';

const styleHash = createHash('sha256').update(styles).digest('base64');

/** Nothing is loaded, run, framed or sent: the page may have the one style that it was made with. */
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`;

function contents(result: AuditResult, hasWork: boolean): Markup {
  const places: [string, string, boolean][] = [
    ['incidents', 'Look at this first', leadingIncidents(incidentsOf(result.facts)).length > 0],
    ['work', 'Do this first', hasWork],
    ['coverage', 'What could not be checked', true],
    ['changes', 'Changes', result.baseline !== null],
    ['findings', 'Findings', true],
    ['accepted', 'Accepted risks', result.findings.some(({ standing }) => standing === 'accepted')],
    ['checks', 'Every check', true],
    ['frameworks', 'Compliance', true],
    ['method', 'Method', true],
  ];
  const shown = places.filter(([, , isThere]) => isThere);
  return html`<nav aria-label="Contents"><ul>${each(shown, ([id, title]) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>`;
}

/**
 * The report as one page without a script, a font or a picture from elsewhere: it opens offline, prints, and what is folded opens
 * without a script. In the words of the product's own report.
 */
export function htmlFile(result: AuditResult): AuditFile {
  const model = reportOfAudit(result);
  const groups = workOf(result);
  const { name } = result.tenant;
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Microsoft 365 security audit: ${name}</title>
${styleElement(styles)}
</head><body><a class="skip" href="#main">Skip to the report</a><div class="page">
${heading(result, model)}
${contents(result, groups.length > 0)}
<main id="main" class="page-main">
${incidents(result)}
${work(result, groups)}
${coverage(model)}
${categories(model)}
${changes(result)}
${findings(result, model)}
${acceptedRisks(result)}
${checks(model)}
${frameworks(model)}
<section aria-labelledby="method"><h2 id="method">Method</h2>${each(methodTexts(model), ([title, text]) => html`<h3>${title}</h3><p>${text}</p>`)}</section>
</main>
<footer><p>Confidential. This report describes security weaknesses of the organization named above. Share it only with those who need it.</p></footer>
</div></body></html>
`;
  return { name: 'report.html', content: page.source };
}
