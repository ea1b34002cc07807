import type { Manifest } from '../../domain/evidence/manifest.ts';
import { asHtml } from '../../domain/mail/as-html.ts';
import type { PackControl, PackControls } from './pack-controls.ts';
import { toolText } from './pack-readme.ts';

type Head = Pick<Manifest, 'tenant' | 'audit' | 'snapshot' | 'tool' | 'madeAt' | 'madeBy' | 'installation'>;

const style =
  'body{font:14px/1.45 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b}' +
  'table{border-collapse:collapse;width:100%}td,th{border:1px solid #ccc;padding:.3rem .5rem;text-align:left;vertical-align:top}' +
  'section{border-top:1px solid #ccc;padding:.5rem 0}h2{font-size:1rem;margin:.4rem 0}h3{font-size:.9rem;margin:.4rem 0}' +
  '.s{font-weight:600}ul{margin:.2rem 0;padding-left:1.2rem}small{color:#555}';

const list = (items: readonly string[]): string =>
  items.length === 0 ? '' : `<ul>${items.map((one) => `<li>${asHtml(one)}</li>`).join('')}</ul>`;

function checkPart(check: PackControl['checks'][number]): string {
  const evidence = check.evidence.map(({ label, observed }) => `${label}: ${observed}`);
  const sources = check.sources.map(
    ({ label, state, readAt }) => `${label}: ${state}${readAt === null ? '' : `, ${readAt}`}`,
  );
  const risk = check.acceptedRisk;
  const accepted =
    risk === null
      ? ''
      : `<p><b>Risk accepted</b> by ${asHtml(risk.acceptedBy)} on ${asHtml(risk.acceptedAt)}, until ${asHtml(risk.expiresAt)}: ${asHtml(risk.reason)}</p>`;
  return `<h3>${asHtml(check.title)}: <span class="s">${asHtml(check.status)}</span></h3><p>${asHtml(check.message)}</p>${accepted}${list(evidence)}<p><small>Judged ${asHtml(check.judgedAt)}. Sources:</small></p>${list(sources)}`;
}

function controlPart({ id, title, level, status, notCoveredBecause, notJudgedBecause, checks }: PackControl): string {
  const why = [notCoveredBecause, ...notJudgedBecause.map((one) => `Not judged because ${one}.`)].filter(
    (one) => one !== null,
  );
  const of = level === null ? '' : ` <small>${asHtml(level)}</small>`;
  return `<section><h2>${asHtml(id)} ${asHtml(title)}${of}: <span class="s">${asHtml(status)}</span></h2>${list(why)}${checks.map(checkPart).join('')}</section>`;
}

/**
 * The controls to read in a browser or on paper. It holds no script, loads nothing, and refuses to: names in it are the organization's,
 * and whoever chose them could have written markup.
 */
export function packPage(head: Head, { framework, coverage, counts, controls }: PackControls): string {
  const { tenant, audit, snapshot, tool, madeAt, madeBy, installation } = head;
  const title = `Evidence: ${tenant.name}, ${framework.name}`;
  const rows = [
    ['Organization', tenant.name],
    [
      'Framework',
      `${framework.name} (${framework.mapping.by === 'publisher' ? 'mapped by the publisher' : 'mapped by Tenantry'})`,
    ],
    ['Judged', `${audit.judgedAt}${audit.isSimulated ? ' (simulated data)' : ''}`],
    ['Made', `${madeAt} by ${madeBy}`],
    ['Signed by', `${installation.name}, ${installation.address}`],
    ['Tool', toolText(tool)],
    ['Snapshot', snapshot],
    [
      'Coverage',
      `${coverage.assessed} of ${coverage.total} controls are assessed, ${coverage.judged} of them could be judged`,
    ],
    ...Object.entries(counts).map(([status, count]) => [status, String(count)]),
  ];
  const table = rows
    .map(([name = '', value = '']) => `<tr><th>${asHtml(name)}</th><td>${asHtml(value)}</td></tr>`)
    .join('');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><title>${asHtml(title)}</title><style>${style}</style></head>
<body><h1>${asHtml(title)}</h1><table>${table}</table>
<p>A control is met where every check of it passes and they cover it whole. What is not known is never counted as met. This page is a copy to read: verify the pack before you rely on it (README.txt).</p>
${controls.map(controlPart).join('\n')}
</body></html>
`;
}
