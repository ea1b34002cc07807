import type { CategoryResult } from '@tenantry/contract/audits';
import type { ControlStatus } from '@tenantry/contract/compliance';
import { categoryStatusLabels, controlStatusLabels, severityLabels, verdictLabels } from '@tenantry/contract/labels';
import { leftToClientLabel, questionAnswerLabels } from '@tenantry/contract/questionnaire-labels';
import type { QuestionAnswer } from '@tenantry/contract/questionnaires';
import type { AuditedHealth } from '@tenantry/contract/tenant-health';
import type { Severity, VerdictStatus } from '@tenantry/contract/verdicts';
import type { Content } from 'pdfmake/interfaces';
import { colors, healthColors, severityColors, statusColors } from './report-styles.ts';

// Drawn, not set in type: the typeface has no tick or cross. Every state differs in shape, not in color alone.
const shapes = {
  tick: (c: string) =>
    `<circle cx="8" cy="8" r="7" fill="${c}"/><path d="M4.6 8.3 L7 10.7 L11.5 5.7" fill="none" stroke="#FFFFFF" stroke-width="1.7"/>`,
  triangle: (c: string) =>
    `<path d="M8 1 L15.4 14.4 L0.6 14.4 Z" fill="${c}"/><path d="M8 5.6 L8 10" stroke="#FFFFFF" stroke-width="1.7"/><circle cx="8" cy="12.1" r="1" fill="#FFFFFF"/>`,
  cross: (c: string) =>
    `<rect x="1" y="1" width="14" height="14" rx="2" fill="${c}"/><path d="M5 5 L11 11 M11 5 L5 11" stroke="#FFFFFF" stroke-width="1.8"/>`,
  ring: (c: string) => `<circle cx="8" cy="8" r="6.3" fill="none" stroke="${c}" stroke-width="1.4"/>`,
  smallTick: (c: string) => `<path d="M5 8.2 L7.2 10.4 L11 6" fill="none" stroke="${c}" stroke-width="1.5"/>`,
  bar: (c: string) => `<path d="M4.5 8 L11.5 8" stroke="${c}" stroke-width="1.5"/>`,
  slash: (c: string) => `<path d="M3.8 12.2 L12.2 3.8" stroke="${c}" stroke-width="1.4"/>`,
  question: (c: string) =>
    `<path d="M6 6.4 C6 3.9 10 3.9 10 6.3 C10 7.8 8 7.9 8 9.6" fill="none" stroke="${c}" stroke-width="1.4"/><circle cx="8" cy="11.7" r="0.9" fill="${c}"/>`,
};

/** What a check says, or how a category is judged. */
type Judgment = VerdictStatus | CategoryResult['status'];

const statusShapes: Record<Judgment, string> = {
  pass: shapes.tick(statusColors.pass),
  warning: shapes.triangle(statusColors.warning),
  fail: shapes.cross(statusColors.fail),
  notLicensed: shapes.ring(statusColors.notLicensed) + shapes.bar(statusColors.notLicensed),
  notPermitted: shapes.ring(statusColors.notPermitted) + shapes.slash(statusColors.notPermitted),
  couldNotCheck: shapes.ring(statusColors.couldNotCheck) + shapes.question(statusColors.couldNotCheck),
  notOffered: shapes.ring(statusColors.notOffered),
  notApplicable: shapes.bar(statusColors.notApplicable),
  unknown: shapes.ring(statusColors.unknown) + shapes.question(statusColors.unknown),
};

const statusLabels: Record<Judgment, string> = { ...verdictLabels, ...categoryStatusLabels };

const healthShapes: Record<AuditedHealth, string> = {
  OK: statusShapes.pass,
  Warning: statusShapes.warning,
  Critical: statusShapes.fail,
  Unknown: statusShapes.unknown,
};

/** An icon and the word for the outcome of a check or a category. */
export function statusChip(status: Judgment): Content {
  return iconAndWord(statusShapes[status], statusLabels[status], statusColors[status], 8.5);
}

const controlShapes: Record<ControlStatus, [shape: (color: string) => string, color: string]> = {
  met: [shapes.tick, statusColors.pass],
  supported: [(c) => shapes.ring(c) + shapes.smallTick(c), statusColors.pass],
  partlyMet: [shapes.triangle, statusColors.warning],
  notMet: [shapes.cross, statusColors.fail],
  couldNotJudge: [(c) => shapes.ring(c) + shapes.question(c), statusColors.couldNotCheck],
  notApplicable: [shapes.bar, statusColors.notApplicable],
  notAssessed: [shapes.ring, statusColors.notApplicable],
};

/** An icon and the word for the state of a framework's control. */
export function controlChip(status: ControlStatus): Content {
  const [shape, color] = controlShapes[status];
  return iconAndWord(shape(color), controlStatusLabels[status], color, 8.5);
}

const answerShapes: Record<QuestionAnswer, [shape: (color: string) => string, color: string]> = {
  yes: [shapes.tick, statusColors.pass],
  yesExcept: [shapes.triangle, statusColors.warning],
  no: [shapes.cross, statusColors.fail],
  notSeen: [(c) => shapes.ring(c) + shapes.question(c), statusColors.unknown],
};

/** An icon and the words for what Microsoft 365 answers to a question; null: the question is left to the client. */
export function answerChip(answer: QuestionAnswer | null): Content {
  if (answer === null) return iconAndWord(shapes.ring(colors.text), leftToClientLabel, colors.text, 8.5);
  const [shape, color] = answerShapes[answer];
  return iconAndWord(shape(color), questionAnswerLabels[answer], color, 8.5);
}

/** An icon and the words for what the client answered. */
export const clientAnswerChip = (words: string): Content =>
  iconAndWord(shapes.ring(colors.text) + shapes.smallTick(colors.text), words, colors.text, 8.5);

/** An icon and the word for the state of the whole audit. */
export function healthChip(status: AuditedHealth, fontSize = 8.5): Content {
  return iconAndWord(healthShapes[status], status, healthColors[status], fontSize);
}

function iconAndWord(shape: string, word: string, color: string, fontSize: number): Content {
  const size = fontSize * 1.15;
  return {
    columns: [
      { svg: `<svg viewBox="0 0 16 16" width="16" height="16">${shape}</svg>`, width: size, margin: [0, 0.5, 0, 0] },
      { text: word, width: '*', bold: true, color: color, fontSize, lineHeight: 1.1 },
    ],
    columnGap: fontSize * 0.5,
  };
}

/** A filled box with the first letter of the severity, then the word. */
export function severityMark(severity: Severity): Content {
  const word = severityLabels[severity];
  const box =
    `<rect x="0.5" y="0.5" width="15" height="15" rx="1.5" fill="${severityColors[severity]}"/>` +
    `<text x="8" y="12" font-family="Roboto" font-size="11" font-weight="bold" fill="${colors.white}" text-anchor="middle">${word.charAt(0)}</text>`;
  return iconAndWord(box, word, severityColors[severity], 8.5);
}
