import { severityLabels, verdictLabels } from '@tenantry/contract/labels';
import type { Severity, VerdictStatus } from '@tenantry/contract/verdicts';
import { html, type Markup } from './markup.ts';

/** A letter beside the color: in gray print, and for those who do not tell the colors apart. */
export const severityMark = (severity: Severity): Markup =>
  html`<span class="mark sev-${severity}">${severityLabels[severity]}</span>`;

const shapes: Record<VerdictStatus, string> = {
  pass: '✓',
  warning: '!',
  fail: '✕',
  notLicensed: '?',
  notPermitted: '?',
  couldNotCheck: '?',
  notOffered: '?',
  notApplicable: '–',
};

/** The result of a check: a shape and a word. */
export const resultMark = (status: VerdictStatus): Markup =>
  html`<span class="result is-${status}"><span aria-hidden="true">${shapes[status]}</span> ${verdictLabels[status]}</span>`;

const circumference = 2 * Math.PI * 52;

/** The score as a ring with its figure; null is a dashed one that says why. */
export function scoreRing(score: number | null, health: string): Markup {
  if (score === null) {
    return html`<svg class="ring" viewBox="0 0 120 120" role="img" aria-label="No security score: not enough data"><circle class="ring-none" cx="60" cy="60" r="52"/><text x="60" y="58" class="ring-note">Not enough</text><text x="60" y="74" class="ring-note">data</text></svg>`;
  }
  const length = (Math.min(100, Math.max(0, score)) / 100) * circumference;
  const arc =
    length === 0
      ? null
      : html`<circle class="ring-arc health-${health}" cx="60" cy="60" r="52" transform="rotate(-90 60 60)" stroke-dasharray="${length.toFixed(1)} ${circumference.toFixed(1)}"/>`;
  return html`<svg class="ring" viewBox="0 0 120 120" role="img" aria-label="Security score ${Math.round(score)} of 100"><circle class="ring-track" cx="60" cy="60" r="52"/>${arc}<text x="60" y="66" class="ring-figure">${Math.round(score)}</text><text x="60" y="84" class="ring-note">of 100</text></svg>`;
}

/** A bar of a share from 0 to 1; the figure stands beside it. */
export const bar = (share: number, kind: string): Markup =>
  html`<svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect class="bar-track" width="100" height="6"/><rect class="bar-${kind}" width="${(100 * share).toFixed(1)}" height="6"/></svg>`;
