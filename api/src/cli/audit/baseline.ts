import { statSync } from 'node:fs';
import { isObject, type JsonObject, objectsAt, textAt, valueAt } from '../../audit/facts/json-reader.ts';
import { evaluateFacts } from '../../audit/findings/evaluate.ts';
import { conditionOf, type FindingCondition } from '../../audit/findings/finding-condition.ts';
import { findingTitle } from '../../audit/findings/finding-titles.ts';
import { isFinding } from '../../audit/findings/is-finding.ts';
import { factsFromSnapshot, type SnapshotFacts } from '../../audit/snapshot/snapshot.ts';
import {
  conditionFrom,
  type Declarations,
  declarationsFrom,
  nothingDeclared,
} from '../../audit/snapshot/snapshot-declarations.ts';
import { SnapshotError, takenAtOf } from '../../audit/snapshot/snapshot-facts.ts';
import { parseJson, readText, UsageError } from '../command.ts';

type KnownFinding = { checkId: string; title: string; condition: FindingCondition };

/** What an audit is compared with, and what the customer declared. */
export type Baseline = {
  /** Null where none was given. */
  file: string | null;
  takenAt: string | null;
  /** The directory id that it is of; null where it does not say. */
  tenantId: string | null;
  findings: readonly KnownFinding[];
  declarations: Declarations;
};

export const noBaseline: Baseline = {
  file: null,
  takenAt: null,
  tenantId: null,
  findings: [],
  declarations: nothingDeclared,
};

/** The findings of a file that `--format json` wrote; null where it is none. */
function findingsOfAudit(file: object, path: string): KnownFinding[] | null {
  if (!Array.isArray(valueAt(file, 'findings'))) return null;
  return objectsAt(file, 'findings').map((finding, index) => {
    const checkId = textAt(finding, 'checkId');
    const condition = conditionFrom(valueAt(finding, 'condition'));
    if (checkId === null || condition === null)
      throw new UsageError(`--baseline ${path}: finding ${index + 1} has no check or no condition. Was it edited?`);
    return { checkId, title: textAt(finding, 'title') ?? checkId, condition };
  });
}

function readSnapshot(snapshot: JsonObject, path: string, now: Date): SnapshotFacts {
  try {
    return factsFromSnapshot(snapshot, now);
  } catch (error) {
    throw error instanceof SnapshotError ? new UsageError(`--baseline ${path}: ${error.message}`) : error;
  }
}

/** The findings of a snapshot, judged as of when it was taken. */
function findingsOfSnapshot(snapshot: JsonObject, path: string, now: Date): KnownFinding[] {
  const { facts, exemptions } = readSnapshot(snapshot, path, now);
  if (Object.keys(facts).length === 0) return [];
  return evaluateFacts(facts, { now, exemptions })
    .verdicts.filter(isFinding)
    .flatMap((verdict) => {
      const condition = conditionOf(verdict);
      const title = findingTitle(verdict.checkId, verdict.title);
      return condition ? [{ checkId: verdict.checkId, title, condition }] : [];
    });
}

/** Larger than any audit: an audit of 100,000 accounts writes a few megabytes. */
const mostBytes = 256 * 1024 * 1024;

function refuseNoFile(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new UsageError(`--baseline ${path}: there is no such file`);
  if (!found.isFile()) throw new UsageError(`--baseline ${path} is no file`);
  if (found.size > mostBytes) throw new UsageError(`--baseline ${path} is larger than any audit (${mostBytes} bytes)`);
}

/**
 * Reads `--baseline`: the JSON file of an earlier audit, a snapshot that an audit wrote, or one that somebody put together
 * (docs/snapshot.md), if only of declarations.
 * @throws UsageError where it cannot be read, or declares something that cannot be understood: nothing is passed over
 */
export function readBaseline(path: string | null, now: Date): Baseline {
  if (path === null) return noBaseline;
  refuseNoFile(path);
  const file = parseJson(readText(path), `--baseline ${path}`);
  if (!isObject(file)) throw new UsageError(`--baseline ${path} is no JSON object`);
  if (valueAt(file, 'tenantry', 'isRedacted') === true)
    throw new UsageError(
      `--baseline ${path} was written with --redact: its names and ids are stand-ins, so nothing can be compared with it. Use a file that was not redacted.`,
    );
  const { declarations, problems } = declarationsFrom(file);
  if (problems.length > 0)
    throw new UsageError([`--baseline ${path} cannot be used:`, ...problems.map((one) => `- ${one}`)].join('\n'));
  const at = takenAtOf(file);
  return {
    file: path,
    takenAt: at?.toISOString() ?? null,
    tenantId: textAt(file, 'tenant', 'id')?.toLowerCase() ?? null,
    findings: findingsOfAudit(file, path) ?? findingsOfSnapshot(file, path, at ?? now),
    declarations,
  };
}
