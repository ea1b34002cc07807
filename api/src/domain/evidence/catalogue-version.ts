import { createHash } from 'node:crypto';
import { catalog } from '../../audit/checks/catalog.ts';
import { frameworks } from '../../audit/findings/frameworks/frameworks.ts';

/** Which catalog judged: what it declares of its checks and of the controls of every framework. */
export type CatalogueVersion = { sha256: string; checks: number };

/**
 * The version of the catalog is the hash of what it declares, so that nobody has to raise it: ids, titles, severities, data and
 * recommendations of the checks, the frameworks with their controls. The code of the rules is told by the product's version and commit,
 * which stand beside it.
 */
export function catalogueVersion(): CatalogueVersion {
  // Functions are no JSON: what is left of a check is what it declares.
  const declared = JSON.stringify([catalog, frameworks]);
  return { sha256: createHash('sha256').update(declared).digest('hex'), checks: catalog.length };
}
