import { type CloudName, cloudNames } from '@tenantry/contract/clouds';
import * as z from 'zod/mini';
import { noExemption } from '../checks/shared/check.ts';
import { type DatasetName, datasets } from '../facts/datasets.ts';
import { collected, DatasetFailure, type DatasetResult, type Facts, unexpectedAnswer } from '../facts/facts.ts';
import { isObject, type JsonObject, numberAt, textAt, timeAt, valueAt } from '../facts/json-reader.ts';
import { instant } from '../facts/schema-parts.ts';
import type { Declarations } from './snapshot-declarations.ts';

/** The form in which an audit writes a snapshot. Raised when an earlier Tenantry could misread a newer one. */
const snapshotVersion = 1;

/** A snapshot as a whole that cannot be read: in words for whoever handed it over. */
export class SnapshotError extends Error {
  override name = 'SnapshotError';
}

/** What an audit says about itself and its tenant in a snapshot. */
export type SnapshotHead = {
  takenAt: string;
  /** What wrote it, with its version. */
  tool: string;
  /** Further marks, such as `simulated`. */
  marks?: JsonObject;
  tenant: JsonObject;
};

/** What the customer declared, in the form in which a snapshot holds it: `declarationsFrom` reads it back. */
export function declarationsJson(declared: Declarations): object {
  const exemptions = Object.entries(declared.exemptions).map(([key, exemption]) => {
    const { users, groups, applications, guestUserTypes, roleUsers, roleGroups, ...ofMail } = {
      ...noExemption,
      ...exemption,
    };
    const capExclusions = { users, groups, applications, guestUserTypes };
    return [key, { capExclusions, roleExclusions: { users: roleUsers, groups: roleGroups }, ...ofMail }] as const;
  });
  return {
    exemptions: Object.fromEntries(exemptions),
    emergencyAccounts: declared.emergencyAccounts,
    acceptedRisks: declared.acceptedRisks,
  };
}

/** A snapshot as `npm run audit` writes it: plain JSON that `factsFromSnapshot` reads back into the same facts. */
export function snapshotOf(
  { takenAt, tool, marks, tenant }: SnapshotHead,
  facts: Facts,
  declared: Declarations,
): object {
  return {
    tenantry: { snapshot: snapshotVersion, takenAt, tool, ...marks },
    tenant,
    facts,
    ...declarationsJson(declared),
  };
}

/** Whether a snapshot holds what an audit concluded, in place of Microsoft's answers. */
export function holdsFacts(snapshot: JsonObject): boolean {
  return Object.hasOwn(snapshot, 'facts') || Object.hasOwn(snapshot, 'tenantry');
}

/**
 * Microsoft's cloud that a snapshot is of: `cloud`, or `tenantry.cloud` of one that an audit wrote. Without it the commercial one.
 * @throws SnapshotError where it names none
 */
export function cloudOf(snapshot: JsonObject): CloudName {
  const said = valueAt(snapshot, 'tenantry', 'cloud') ?? valueAt(snapshot, 'cloud') ?? 'commercial';
  const cloud = cloudNames.find((name) => name === said);
  if (cloud === undefined)
    throw new SnapshotError(
      `The snapshot is of the cloud ${JSON.stringify(said)}. There are ${cloudNames.join(', ')}.`,
    );
  return cloud;
}

/** When a snapshot was taken; null where it does not say. */
export function takenAtOf(snapshot: unknown): Date | null {
  const at = timeAt(snapshot, 'tenantry', 'takenAt');
  return at === null ? null : new Date(at);
}

/** What was there, and what was missing of it. */
const Answer = z.object({ state: z.literal('ok'), fetchedAt: instant, missing: z.optional(DatasetFailure) });

function resultFrom(name: DatasetName, entry: unknown, now: Date): DatasetResult {
  if (textAt(entry, 'state') === 'failed') {
    const failure = z.safeParse(DatasetFailure, entry);
    const fetchedAt = textAt(entry, 'fetchedAt');
    if (failure.success && fetchedAt !== null) return { state: 'failed', fetchedAt, ...failure.data };
    return unexpectedAnswer(name, now);
  }
  const answer = z.safeParse(Answer, entry);
  const value = z.safeParse(datasets[name].value, valueAt(entry, 'value'));
  if (!answer.success || !value.success) return unexpectedAnswer(name, now);
  const { fetchedAt, missing } = answer.data;
  return { ...collected(value.data, now), fetchedAt, ...(missing && { missing }) };
}

/**
 * The facts of a snapshot that an audit wrote. A dataset of another form is one that could not be checked; one that this
 * version does not know is passed over.
 * @throws SnapshotError where a newer version wrote it, or it holds no facts
 */
export function writtenFacts(snapshot: JsonObject, now: Date): Facts {
  const version = numberAt(snapshot, 'tenantry', 'snapshot');
  if (Object.hasOwn(snapshot, 'tenantry') && version !== snapshotVersion) {
    const found = JSON.stringify(valueAt(snapshot, 'tenantry', 'snapshot') ?? null);
    throw new SnapshotError(
      version !== null && version > snapshotVersion
        ? `The snapshot has form ${found}, and this version of Tenantry reads forms up to ${snapshotVersion}. Update Tenantry.`
        : `The snapshot does not say its form ("tenantry": {"snapshot": ${snapshotVersion}}); it says ${found}.`,
    );
  }
  const { facts } = snapshot;
  if (!isObject(facts)) throw new SnapshotError('The snapshot has no "facts" object.');
  const names = (Object.keys(datasets) as DatasetName[]).filter((name) => Object.hasOwn(facts, name));
  const results = names.map((name) => [name, resultFrom(name, facts[name], now)] as const);
  return Object.fromEntries(results) as Facts;
}
