import { maxAffectedListed } from '@tenantry/contract/verdicts';
import type { DatasetFailed } from '../../facts/facts.ts';
import type { AppPermissionFacts, AssetApprovalFacts, ExposedCredentialFacts } from '../../facts/hunting-facts.ts';
import { type JsonObject, numberAt, textAt, valueAt } from '../../facts/json-reader.ts';
import { codeOfTable, type HuntingTable, missingTable } from '../../microsoft/hunting-tables.ts';
import { addTo, emptyList } from './capped-list.ts';

/** More rows are not asked for. */
export const maxPermissionRows = 2000;

/** A whole number, which an answer may spell as text. */
function countAt(row: JsonObject, name: string): number | null {
  const text = textAt(row, name);
  const value = text === null || !/^\d+$/.test(text) ? numberAt(row, name) : Number(text);
  return value !== null && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/**
 * A figure of a query: its rows carry what their own part of the union counted, and nothing in the columns of the others,
 * which is an empty text where texts stand. Null where no row has it.
 */
function figure(rows: readonly JsonObject[], name: string): number | null {
  const values = rows.flatMap((row) => countAt(row, name) ?? []);
  return values[0] ?? null;
}

/**
 * The rows of what was found: those that are no figure. Null where one of them has no id, or no figure of its own: a part of
 * the answer would be taken for the whole.
 */
function found(
  rows: readonly JsonObject[],
  figures: readonly string[],
  isWhole: (row: JsonObject) => boolean,
): JsonObject[] | null {
  const others = rows.filter((row) => figures.every((name) => countAt(row, name) === null));
  return others.every(isWhole) ? others : null;
}

const filled = (row: JsonObject, name: string): string | null => textAt(row, name) || null;

/** A set out of KQL comes as a list, or as its JSON. */
function setAt(row: JsonObject, name: string): string[] {
  const value = valueAt(row, name);
  const list = typeof value === 'string' ? listIn(value) : value;
  return Array.isArray(list) ? list.filter((one): one is string => typeof one === 'string' && one !== '') : [];
}

function listIn(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** As app governance spells it: figures before February 2026, words since. What is neither was not told. */
const usage: Readonly<Record<string, boolean>> = {
  ...Object.fromEntries(['true', '1', 'inuse', 'used'].map((word) => [word, true])),
  ...Object.fromEntries(['false', '0', 'notinuse', 'notused', 'unused'].map((word) => [word, false])),
};
const isUsed = (row: JsonObject): boolean | null => {
  const said = valueAt(row, 'Usage');
  const word = String(said ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  return Object.hasOwn(usage, word) ? (usage[word] ?? null) : null;
};

/** Rows of applications by how they use their privileged permissions; null where they are not what was asked for. */
export function appPermissions(rows: readonly JsonObject[]): AppPermissionFacts | null {
  const applications = figure(rows, 'Applications');
  if (applications === null) return null;
  const unused = new Map<string, AppPermissionFacts['unused'][number]>();
  const untold = new Map<string, string>();
  const asked = found(rows, ['Applications'], (row) => filled(row, 'OAuthAppId') !== null);
  if (asked === null) return null;
  for (const row of asked) {
    const id = textAt(row, 'OAuthAppId') ?? '';
    const name = filled(row, 'AppName') ?? id;
    const used = isUsed(row);
    if (used === null) untold.set(id, name);
    if (used !== false) continue;
    const known = unused.get(id)?.permissions ?? [];
    unused.set(id, { id, name, permissions: [...new Set([...known, ...setAt(row, 'Names')])] });
  }
  const list = emptyList();
  for (const [id, name] of untold) if (!unused.has(id)) addTo(list, id, name);
  return {
    applications,
    unused: [...unused.values()].slice(0, maxAffectedListed),
    unusedCount: unused.size,
    untold: list,
    whole: asked.length < maxPermissionRows,
  };
}

/** Rows by what assets are taken for. */
export function assetApprovals(rows: readonly JsonObject[]): AssetApprovalFacts | null {
  const assets = figure(rows, 'Assets');
  const waiting = found(rows, ['Assets'], (row) => (countAt(row, 'Pending') ?? 0) > 0);
  if (assets === null || waiting === null) return null;
  const pending = waiting.map((row) => {
    const classification = filled(row, 'Classification') ?? 'not classified';
    return { id: classification, classification, count: countAt(row, 'Pending') ?? 0, names: setAt(row, 'Names') };
  });
  return { assets, pending };
}

const exposureFigures = ['Devices', 'Edges', 'Users'] as const;

/** Rows by whose credentials were found. */
export function exposedCredentials(rows: readonly JsonObject[]): ExposedCredentialFacts | null {
  const [devices, edges, count] = [figure(rows, 'Devices'), figure(rows, 'Edges'), figure(rows, 'Users')];
  const exposed = found(rows, exposureFigures, (row) => filled(row, 'TargetNodeId') !== null);
  if (devices === null || edges === null || count === null || exposed === null) return null;
  const users = exposed.map((row) => {
    const id = filled(row, 'TargetNodeId') ?? '';
    const name = filled(row, 'TargetNodeName') ?? id;
    return { id, name, devices: setAt(row, 'Sources'), kinds: setAt(row, 'Kinds') };
  });
  // An estimate in KQL may be below what is listed.
  return { devices, edges, count: Math.max(count, users.length), users: users.slice(0, maxAffectedListed) };
}

/** A failed query, as one of a product that the tenant does not have where a table is missing. */
export function withoutTable(failure: DatasetFailed, tables: readonly HuntingTable[]): DatasetFailed {
  const table = missingTable(failure, tables);
  return table === null ? failure : { ...failure, reason: 'notLicensed', code: codeOfTable(table) };
}
