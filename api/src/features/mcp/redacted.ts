import type { McpObject } from '../../ports/mcp.ts';
import { isMade, isMarked } from './tenant-text.ts';

/** What stands where a text of a tenant was. */
export const redactedText = '[redacted]';

/**
 * An answer with its marks, without anything that says whose it is: each marked text is taken out whole, and each id has a stand-in, the same
 * one by the same within one answer. What was not marked was written by this product, so that nothing is left to chance.
 */
export function redacted(value: McpObject): McpObject {
  const standIns = new Map<string, string>();
  const standIn = (id: string): string => {
    const known = standIns.get(id) ?? `id-${standIns.size + 1}`;
    standIns.set(id, known);
    return known;
  };
  const text = (given: string): string => {
    if (isMarked(given)) return redactedText;
    return isMade(given) === 'id' ? standIn(given) : given;
  };
  const within = (given: unknown): unknown => {
    if (typeof given === 'string') return text(given);
    if (Array.isArray(given)) return given.map(within);
    if (typeof given !== 'object' || given === null) return given;
    return Object.fromEntries(Object.entries(given).map(([name, inner]) => [text(name), within(inner)]));
  };
  return within(value) as McpObject;
}
