import type { GraphFailure } from '../../ports/graph.ts';

/** What a tenant needs for a table of advanced hunting to be there (Microsoft Defender XDR, advanced hunting schema). */
export const huntingProducts = {
  OAuthAppInfo: 'app governance in Microsoft Defender for Cloud Apps',
  ExposureGraphNodes: 'Microsoft Security Exposure Management',
  ExposureGraphEdges: 'Microsoft Security Exposure Management',
  DeviceInfo: 'Microsoft Defender for Endpoint',
} as const;
export type HuntingTable = keyof typeof huntingProducts;

/**
 * The table that the tenant does not have, by the words in which Kusto says so (seen in public issue threads; not documented);
 * null where the query failed for another reason, as for a column that is not there.
 */
export function missingTable(failure: GraphFailure, tables: readonly HuntingTable[]): HuntingTable | null {
  if (failure.status !== 400 || !/failed to resolve table|could not find table/i.test(failure.message)) return null;
  const [, name] = /named ['"]?(\w+)/i.exec(failure.message) ?? [];
  if (name !== undefined) return tables.find((table) => table.toLowerCase() === name.toLowerCase()) ?? null;
  return tables.find((table) => failure.message.includes(table)) ?? null;
}

/** The tables that are asked for each dataset. */
export const tablesOfHunt = {
  appPermissions: ['OAuthAppInfo'],
  assetApprovals: ['ExposureGraphNodes'],
  exposedCredentials: ['DeviceInfo', 'ExposureGraphEdges'],
} as const satisfies Record<string, readonly HuntingTable[]>;

const prefix = 'NoTable';

/** The code of a dataset that failed for want of this table. */
export const codeOfTable = (table: HuntingTable): string => `${prefix}${table}`;

/** The table for want of which a dataset has this code; null where it is another code. */
export function tableOfCode(code: string): HuntingTable | null {
  const name = code.startsWith(prefix) ? code.slice(prefix.length) : '';
  return Object.hasOwn(huntingProducts, name) ? (name as HuntingTable) : null;
}
