import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { evaluateFacts } from './audit/evaluate.ts';
import { isObject, valueAt } from './audit/json-reader.ts';
import { factsFromSnapshot } from './audit/snapshot.ts';
import { answerLines } from './json-lines.ts';

const usage = 'usage: node api/src/evaluate-main.ts (--snapshot FILE | --stdin) [--now ISO-DATE]';

class UsageError extends Error {}

function evaluateSnapshot(snapshot: unknown, now: Date): object {
  if (!isObject(snapshot)) throw new UsageError('the snapshot is not a JSON object');
  const { facts, exemptions } = factsFromSnapshot(snapshot, now);
  return evaluateFacts(facts, { now, exemptions });
}

function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${what} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function readSnapshotFile(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
  return parseJson(text.replace(/^\uFEFF/, ''), path);
}

function evaluateLine(line: string, now: Date): object {
  let id: unknown = null;
  try {
    const parsed = parseJson(line, 'the line');
    id = valueAt(parsed, 'id') ?? null;
    return { id, ...evaluateSnapshot(valueAt(parsed, 'snapshot'), now) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

function readDate(text: string | undefined): Date {
  const now = text === undefined ? new Date() : new Date(text);
  if (Number.isNaN(now.getTime())) throw new UsageError(`--now ${text} is no date`);
  return now;
}

function readArguments(): { snapshot?: string | undefined; stdin?: boolean | undefined; now?: string | undefined } {
  try {
    const options = { snapshot: { type: 'string' }, stdin: { type: 'boolean' }, now: { type: 'string' } } as const;
    return parseArgs({ options }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function main(): Promise<void> {
  const values = readArguments();
  const now = readDate(values.now);
  if (values.stdin === true) {
    if (values.snapshot !== undefined) throw new UsageError(`either --snapshot or --stdin\n${usage}`);
    return answerLines(process.stdin, process.stdout, (line) => evaluateLine(line, now));
  }
  if (values.snapshot === undefined) throw new UsageError(usage);
  process.stdout.write(`${JSON.stringify(evaluateSnapshot(readSnapshotFile(values.snapshot), now), null, 2)}\n`);
}

try {
  await main();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
