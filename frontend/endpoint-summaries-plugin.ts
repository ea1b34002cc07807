import type { Plugin } from 'vite';

/** The `summary` in the declaration of an endpoint, in whichever quotes, on its own line or below: not what else is called that. */
const summary = /(\bdefineEndpoint\(\{(?:(?!\n\}\);)[\s\S])*?)\n {2}summary:\s*(['"`])(?:\\.|(?!\2)[\s\S])*?\2,/g;

/** A module of the contract without what only the document of the API shows. */
export const withoutSummaries = (code: string): string => code.replace(summary, '$1');

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
