import type { Plugin } from 'vite';

/** The `summary` of an endpoint, in whichever quotes, on its own line or below. */
const summary = /\n\s+summary:\s*(['"`])(?:\\.|(?!\1)[\s\S])*?\1,/g;

/** A module of the contract without what only the document of the API shows. */
export const withoutSummaries = (code: string): string => code.replace(summary, '');

/**
 * Leaves out of the pages what endpoints say of themselves: GET /api/openapi.json shows it, no page does. Kept, it would be
 * some kilobytes of what every page loads.
 */
export const endpointSummaries = (): Plugin => ({
  name: 'endpoint-summaries',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) =>
    /\/contract\/src\/[^/]+\.ts$/.test(id) ? { code: withoutSummaries(code), map: null } : null,
});
