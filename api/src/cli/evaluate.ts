import { parseArgs } from 'node:util';
import { evaluateFacts } from '../audit/evaluate.ts';
import { isObject, valueAt } from '../audit/json-reader.ts';
import { factsFromSnapshot } from '../audit/snapshot.ts';
import { messageOf, parseJson, readArguments, readDate, readText, runCommand, UsageError } from './command.ts';
import { answerLines } from './json-lines.ts';

const usage = 'usage: node api/src/cli/evaluate.ts (--snapshot FILE | --stdin) [--now ISO-DATE]';

function evaluateSnapshot(snapshot: unknown, now: Date): object {
  if (!isObject(snapshot)) throw new UsageError('the snapshot is not a JSON object');
  const { facts, exemptions } = factsFromSnapshot(snapshot, now);
  return evaluateFacts(facts, { now, exemptions });
}

function evaluateLine(line: string, now: Date): object {
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
  const now = readDate(values.now);
  if (values.stdin === true) {
    if (values.snapshot !== undefined) throw new UsageError(`either --snapshot or --stdin\n${usage}`);
    return answerLines(process.stdin, process.stdout, (line) => evaluateLine(line, now));
  }
  if (values.snapshot === undefined) throw new UsageError(usage);
  const snapshot = parseJson(readText(values.snapshot), values.snapshot);
  process.stdout.write(`${JSON.stringify(evaluateSnapshot(snapshot, now), null, 2)}\n`);
}

await runCommand(main);
