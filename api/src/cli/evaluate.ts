import { parseArgs } from 'node:util';
import { isObject, type JsonObject, valueAt } from '../audit/facts/json-reader.ts';
import { evaluateFacts } from '../audit/findings/evaluate.ts';
import { findingFigures } from '../audit/findings/finding-figures.ts';
import { isFinding } from '../audit/findings/is-finding.ts';
import { factsFromSnapshot, type SnapshotFacts } from '../audit/snapshot/snapshot.ts';
import { SnapshotError, takenAtOf } from '../audit/snapshot/snapshot-facts.ts';
import { messageOf, parseJson, readArguments, readDate, readText, runCommand, UsageError } from './command.ts';
import { answerLines } from './json-lines.ts';

const usage = 'usage: node api/src/cli/evaluate.ts (--snapshot FILE | --stdin) [--now ISO-DATE]';

/** @param atDate --now; without it a snapshot is judged as of when it was taken, or else as of today */
function evaluateSnapshot(snapshot: unknown, atDate: Date | null): object {
  if (!isObject(snapshot)) throw new UsageError('the snapshot is not a JSON object');
  const now = atDate ?? takenAtOf(snapshot) ?? new Date();
  const { facts, exemptions } = readSnapshot(snapshot, now);
  const outcome = evaluateFacts(facts, { now, exemptions });
  return { ...outcome, criticalIssues: findingFigures(outcome.verdicts.filter(isFinding)).critical };
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
