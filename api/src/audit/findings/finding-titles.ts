import { catalog } from '../checks/catalog.ts';

const titles: ReadonlyMap<string, string> = new Map(catalog.map(({ id, findingTitle }) => [id, findingTitle]));

/**
 * The title of the finding that a failure or a warning of a check becomes. `fallback`, such as the title of the check
 * itself, is given back for a check that has none, as one of an older catalog may be.
 */
export const findingTitle = (checkId: string, fallback: string): string => titles.get(checkId) ?? fallback;

const impacts: ReadonlyMap<string, string> = new Map(catalog.map(({ id, impact }) => [id, impact]));

/** What can happen while a check fails or warns; null for a check that does not say, as one of an older catalog may. */
export const findingImpact = (checkId: string): string | null => impacts.get(checkId) ?? null;
