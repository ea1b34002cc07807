import { datasetLabel } from '@tenantry/contract/dataset-labels';
import {
  controlCoverageLabels,
  controlStatusLabels,
  notInAuditLabel,
  severityLabels,
  unknownReasonTexts,
  verdictLabels,
} from '@tenantry/contract/labels';
import type { Verdict } from '@tenantry/contract/verdicts';
import { catalog } from '../../audit/checks/catalog.ts';
import { datasetsOfCheck } from '../../audit/checks/datasets-of-check.ts';
import type { Framework } from '../../audit/findings/frameworks/framework.ts';
import { type ControlResult, frameworkResults } from '../../audit/findings/frameworks/framework-results.ts';
import { whyNotReadable } from '../../audit/findings/frameworks/not-readable.ts';
import { type CsvColumn, csvBytes, csvTime, joinedTexts } from '../../http/csv.ts';
import type { KeptDatasetState } from '../../store/audits.ts';
import type { PackAcceptance } from './pack-acceptances.ts';

/** Where a verdict was read: a dataset of Microsoft Graph or DNS, when, and what became of the reading. */
type Source = { dataset: string; label: string; state: string; readAt: string | null };

/** As many affected objects of a verdict stand with its control; `verdicts.json` has all that the audit lists. */
const namedAtMost = 20;

type PackCheck = {
  checkId: string;
  title: string;
  status: string;
  severity: string | null;
  message: string;
  judgedAt: string;
  evidence: { dataset: string; label: string; observed: string }[];
  affectedCount: number | null;
  affected: string[];
  sources: Source[];
  acceptedRisk: PackAcceptance | null;
};

export type PackControl = {
  id: string;
  title: string;
  level: string | null;
  group: string;
  status: string;
  checksCover: string | null;
  /** What the checks do not see of it, or why there are none; null where nobody wrote it down. */
  notCoveredBecause: string | null;
  notJudgedBecause: string[];
  checks: PackCheck[];
};

/** What stands with the controls beside the verdicts themselves. */
export type ControlContext = {
  judgedAt: string;
  datasets: readonly KeptDatasetState[];
  acceptances: ReadonlyMap<string, PackAcceptance>;
};

const checks = new Map(catalog.map((check) => [check.id, check]));

const stateWords: Readonly<Record<string, string>> = { ok: 'Read', notCollected: 'Not collected' };
const wordOf = (state: string): string =>
  stateWords[state] ?? Object.entries(verdictLabels).find(([status]) => status === state)?.[1] ?? 'Could not be read';

function sourcesOf(checkId: string, verdict: Verdict | null, states: ControlContext['datasets']): Source[] {
  const check = checks.get(checkId);
  const names = new Set([
    ...(check ? datasetsOfCheck(check) : []),
    ...(verdict?.evidence.map(({ dataset }) => dataset) ?? []),
  ]);
  return [...names].map((dataset) => {
    const found = states.find(({ name }) => name === dataset);
    const state = found?.state ?? 'notCollected';
    return { dataset, label: datasetLabel(dataset), state: wordOf(state), readAt: found?.fetchedAt ?? null };
  });
}

function checkOf(checkId: string, verdict: Verdict | null, context: ControlContext): PackCheck {
  const title = verdict?.title ?? checks.get(checkId)?.title ?? checkId;
  return {
    checkId,
    title,
    status: verdict === null ? notInAuditLabel : verdictLabels[verdict.status],
    severity: verdict === null ? null : severityLabels[verdict.severity],
    message: verdict?.message ?? 'This check is newer than the latest audit.',
    judgedAt: context.judgedAt,
    evidence: (verdict?.evidence ?? []).map(({ dataset, observed }) => ({
      dataset,
      label: datasetLabel(dataset),
      observed,
    })),
    affectedCount: verdict?.affectedCount ?? null,
    affected: (verdict?.affected ?? []).slice(0, namedAtMost).map(({ name }) => name),
    sources: sourcesOf(checkId, verdict, context.datasets),
    acceptedRisk: context.acceptances.get(checkId) ?? null,
  };
}

function controlOf(framework: Framework, result: ControlResult, context: ControlContext): PackControl {
  const { id, title, level, group, checkIds, coverage, because } = result.control;
  return {
    id,
    title,
    level,
    group: framework.groups.find((one) => one.id === group)?.label ?? group,
    status: controlStatusLabels[result.status],
    checksCover: checkIds.length === 0 ? null : controlCoverageLabels[coverage],
    notCoveredBecause: because ?? (checkIds.length === 0 ? whyNotReadable(framework.id, id) : null),
    notJudgedBecause: result.unknownBecause.map((one) => unknownReasonTexts[one]),
    checks: result.checks.map(({ checkId, verdict }) => checkOf(checkId, verdict, context)),
  };
}

/** Every control of a framework with what the verdicts say of it, in the publisher's order; those that nothing assesses too. */
export function packControls(framework: Framework, verdicts: readonly Verdict[], context: ControlContext) {
  const { counts, coverage, controls } = frameworkResults(framework, verdicts);
  const { id, name, version, publisher, source, mapping } = framework;
  const labelled = Object.entries(counts).map(([status, count]) => [
    controlStatusLabels[status as keyof typeof controlStatusLabels],
    count,
  ]);
  return {
    framework: { id, name, version, publisher, source, mapping },
    judgedAt: context.judgedAt,
    coverage,
    counts: Object.fromEntries(labelled) as Record<string, number>,
    controls: controls.map((one) => controlOf(framework, one, context)),
  };
}

export type PackControls = ReturnType<typeof packControls>;

type Row = { control: PackControl; check: PackCheck | null };

const columns: CsvColumn<Row>[] = [
  ['Control', ({ control }) => control.id],
  ['Control title', ({ control }) => control.title],
  ['Level or profile', ({ control }) => control.level ?? 'None'],
  ['Control status', ({ control }) => control.status],
  ['Not judged because', ({ control }) => joinedTexts(control.notJudgedBecause)],
  ['Checks cover', ({ control }) => control.checksCover ?? ''],
  ['Not covered because', ({ control }) => control.notCoveredBecause ?? ''],
  ['Check', ({ check }) => check?.title ?? ''],
  ['Check result', ({ check }) => check?.status ?? ''],
  ['Details', ({ check }) => check?.message ?? ''],
  ['Evidence', ({ check }) => joinedTexts(check?.evidence.map(({ label, observed }) => `${label}: ${observed}`) ?? [])],
  ['Judged (UTC)', ({ check }) => csvTime(check?.judgedAt)],
  [
    'Data sources',
    ({ check }) =>
      joinedTexts(
        check?.sources.map(({ label, state, readAt }) => `${label}: ${state}${readAt ? ` ${csvTime(readAt)}` : ''}`) ??
          [],
      ),
  ],
  ['Risk accepted', ({ check }) => (check === null ? '' : check.acceptedRisk ? 'Yes' : 'No')],
  ['Accepted by', ({ check }) => check?.acceptedRisk?.acceptedBy ?? ''],
  ['Accepted (UTC)', ({ check }) => csvTime(check?.acceptedRisk?.acceptedAt)],
  ['Acceptance expires (UTC)', ({ check }) => csvTime(check?.acceptedRisk?.expiresAt)],
  ['Acceptance reason', ({ check }) => check?.acceptedRisk?.reason ?? ''],
];

/** The controls as CSV, a line for each of their checks; one without checks has a line of its own. */
export function controlsCsv({ controls }: PackControls): Buffer {
  const rows = controls.flatMap((control): Row[] =>
    control.checks.length === 0 ? [{ control, check: null }] : control.checks.map((check): Row => ({ control, check })),
  );
  return csvBytes(columns, rows);
}
