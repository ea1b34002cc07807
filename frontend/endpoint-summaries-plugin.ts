import type { Plugin } from 'vite';

/** The `summary` in the declaration of an endpoint, in whichever quotes, on its own line or below: not what else is called that. */
const summary = /(\bdefineEndpoint\(\{(?:(?!\n\}\);)[\s\S])*?)\n {2}summary:\s*(['"`])(?:\\.|(?!\2)[\s\S])*?\2,/g;

/** What a token may do with an endpoint, whether it is open to clients, and which statuses it answers: the API alone asks. */
const token = /(\bdefineEndpoint\(\{(?:(?!\n\}\);)[\s\S])*?)\n {2}token: '(?:read|propose)',/g;
const client = /(\bdefineEndpoint\(\{(?:(?!\n\}\);)[\s\S])*?)\n {2}client: true,/g;
const statuses = /(\bdefineEndpoint\(\{(?:(?!\n\}\);)[\s\S])*?)\n {2}statuses: \[[\d, ]*\],/g;

/** The same where nothing is declared (`defineEndpoint`). */
const defaults =
  /\n {4}(?:token: null|client: false|statuses: \[[^\]]*\]|standalone: false|maxBodyBytes: defaultMaxBodyBytes),/g;

/** A module of the contract without what only the API and its document know of endpoints. */
export const withoutServerFields = (code: string): string =>
  [summary, token, client, statuses].reduce((text, field) => text.replace(field, '$1'), code.replace(defaults, ''));

/**
 * Leaves out of the pages what endpoints say of themselves, which GET /api/openapi.json shows, and whether tokens and clients may call
 * them: no page asks for either. Kept, it would be some kilobytes of what every page loads.
 */
export const endpointSummaries = (): Plugin => ({
  name: 'endpoint-summaries',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) =>
    /\/contract\/src\/[^/]+\.ts$/.test(id) ? { code: withoutServerFields(code), map: null } : null,
});
