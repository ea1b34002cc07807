import { parseArgs } from 'node:util';
import type { Facts } from '../audit/facts/facts.ts';
import { isObject, type JsonObject, valueAt } from '../audit/facts/json-reader.ts';
import { type AuditOutcome, type EvaluateOptions, evaluateFacts } from '../audit/findings/evaluate.ts';
import { findingFigures } from '../audit/findings/finding-figures.ts';
import { forecastsOf } from '../audit/findings/forecast/forecast.ts';
import { isFinding } from '../audit/findings/is-finding.ts';
import { whyNoScore } from '../audit/findings/score.ts';
import { factsFromSnapshot, type SnapshotFacts } from '../audit/snapshot/snapshot.ts';
import { SnapshotError, takenAtOf } from '../audit/snapshot/snapshot-facts.ts';
import { gainOfWork } from '../domain/work/gain-of-work.ts';
import { messageOf, parseJson, readArguments, readDate, readText, runCommand, UsageError } from './command.ts';
import { answerLines } from './json-lines.ts';

const usage = 'usage: node api/src/cli/evaluate.ts (--snapshot FILE | --stdin) [--now ISO-DATE]';

/** @param atDate --now; without it a snapshot is judged as of when it was taken, or else as of today */
function evaluateSnapshot(snapshot: unknown, atDate: Date | null): object {
  if (!isObject(snapshot)) throw new UsageError('the snapshot is not a JSON object');
  const now = atDate ?? takenAtOf(snapshot) ?? new Date();
  const { facts, exemptions } = readSnapshot(snapshot, now);
  const options = { now, exemptions };
  const outcome = evaluateFacts(facts, options);
  const freeSwitch = freeSwitchOf(facts, outcome, options);
  return { ...outcome, freeSwitch, criticalIssues: findingFigures(outcome.verdicts.filter(isFinding)).critical };
}

/** What turning on security defaults brings; null where there is none to turn on. */
function freeSwitchOf(
  facts: Facts,
  { verdicts, score, coverage }: AuditOutcome,
  options: EvaluateOptions,
): object | null {
  const members = verdicts.filter(({ closedBy }) => closedBy !== undefined);
  const checkIds = new Set(members.map(({ checkId }) => checkId));
  const [forecast] = forecastsOf(facts, verdicts, checkIds, options);
  if (forecast === undefined) return null;
  const base = { verdicts, score, scoreUnknownBecause: whyNoScore(score, coverage), forecasts: [forecast] };
  const gain = gainOfWork({ id: forecast.workId, members }, base);
  const ids = (some: readonly { checkId: string }[] = []) => some.map(({ checkId }) => checkId);
  return { score: gain?.score, points: gain?.points, closes: ids(gain?.closes), improves: ids(gain?.improves) };
}

function readSnapshot(snapshot: JsonObject, now: Date): SnapshotFacts {
  try {
    return factsFromSnapshot(snapshot, now);
  } catch (error) {
    throw error instanceof SnapshotError ? new UsageError(error.message) : error;
  }
}

function evaluateLine(line: string, now: Date | null): object {
  let id: unknown = null;
  try {
    const parsed = parseJson(line, 'the line');
    id = valueAt(parsed, 'id') ?? null;
    return { id, ...evaluateSnapshot(valueAt(parsed, 'snapshot'), now) };
  } catch (error) {
    return { id, error: messageOf(error) };
  }
}

async function main(): Promise<void> {
  const { values } = readArguments(() =>
    parseArgs({ options: { snapshot: { type: 'string' }, stdin: { type: 'boolean' }, now: { type: 'string' } } }),
  );
  const now = values.now === undefined ? null : readDate(values.now);
  if (values.stdin === true) {
    if (values.snapshot !== undefined) throw new UsageError(`either --snapshot or --stdin\n${usage}`);
    return answerLines(process.stdin, process.stdout, (line) => evaluateLine(line, now));
  }
  if (values.snapshot === undefined) throw new UsageError(usage);
  const snapshot = parseJson(readText(values.snapshot), values.snapshot);
  process.stdout.write(`${JSON.stringify(evaluateSnapshot(snapshot, now), null, 2)}\n`);
}

await runCommand(main);
