import type { Endpoint } from '@tenantry/contract/endpoint';
import { endpoints } from '@tenantry/contract/endpoints';
import { closedToTokens } from '@tenantry/contract/token-use';
import { tokenDaysAtMost, tokensAtMost } from '@tenantry/contract/tokens';
import { buckets } from '../../domain/attempts/attempt-buckets.ts';
import { apiExamples } from './api-examples.ts';

const byPath = (one: Endpoint, other: Endpoint) =>
  one.path.localeCompare(other.path) || one.method.localeCompare(other.method);
const calls = endpoints.toSorted(byPath);

const cell = (text: string) => text.replaceAll('|', '\\|');
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

function tenantOf({ tenant, allTenants }: Endpoint): string {
  switch (tenant.from) {
    case 'none':
      return allTenants ? 'all' : '';
    case 'header':
      return 'header';
    case 'headerIfPresent':
      return 'header, or all in scope';
    case 'path':
    case 'idPrefix':
      return 'address';
    case 'query':
      return `\`?${tenant.name}=\``;
    case 'body':
    case 'bodyIfPresent':
      return `\`${tenant.name}\` of the body`;
  }
}

function whyClosed(endpoint: Endpoint): string {
  return (
    closedToTokens(endpoint) ?? (endpoint.method === 'GET' ? 'for people alone' : 'decides, or changes what people set')
  );
}

/** The least role, and whether contacts of the client may make it too. */
const accessOf = ({ access, client }: Endpoint) => (client ? `${access}, client` : access);

const callOf = ({ method, path }: Endpoint) => `\`${method} ${path}\``;
const openRows = () =>
  calls
    .filter(({ token }) => token !== null)
    .map((one) => [callOf(one), String(one.token), accessOf(one), tenantOf(one), cell(one.summary)]);
const closedRows = () =>
  calls.filter(({ token }) => token === null).map((one) => [callOf(one), accessOf(one), whyClosed(one)]);

const examples = () => apiExamples.map(({ says, shell }) => `${says}\n\n\`\`\`sh\n${shell}\n\`\`\``).join('\n\n');

/** The page docs/api.md, written from the contract so that it cannot fall behind. */
export function apiPage(): string {
  const { token, tokenGuess } = buckets;
  return `# The API, and tokens for it

<!-- Written by \`node api/src/cli/api-page/write-api-page.ts\` from the contract: edit the endpoints, not this page. -->

Every page of Tenantry is made of calls of one API. Scripts make them with a token. What each call takes and answers says
\`GET /api/openapi.json\` (OpenAPI 3.1), which a token or a session may ask for.

## A token

- **Personal** tokens are made under **Profile, Tokens**, ${tokensAtMost.personal} at most for each person. **Service** tokens are for other systems, made by
  administrators of all tenants under **Admin Panel, Settings, Service tokens**, ${tokensAtMost.service} at most. Making, revoking and taking over ask who is there.
- A token has a name, a role, the tenants that it reaches (all that its maker sees, some of them, or a group), an end within ${tokenDaysAtMost} days, and
  the addresses that may use it. None of it goes beyond its maker. At each call the lesser of the token's and its owner's role and
  tenants counts, as they are at that moment.
- It **ends at once**, for good, when it is revoked, when its owner is disabled or deleted, and when its group is deleted. A demotion or a
  narrowed scope counts from the next call on. A service token's owner is its sponsor: whoever made it, or who took it over. Take over
  what a colleague sponsors before you disable them.
- It is **shown once** and kept as a hash. It looks like \`tenantry_\` and 49 letters and digits, of which the last six are a
  checksum (CRC-32 of all before, in base 62): scanners find it by \`tenantry_[0-9A-Za-z]{49}\`.
- Tokens **read and propose**. They decide nothing, hand out no secret, change no user, token, role or setting, and export neither the database nor
  the trail. What a token asks for, the trail and the request name it and its owner.

## How a call is made

Send the token in the header \`X-Tenantry-Token\`. \`Authorization: Bearer\` is taken too, but **not through Azure Static Web Apps**: it writes a
token of its own into that header of each request to the API, whatever the caller sent
([Azure/static-web-apps#34](https://github.com/Azure/static-web-apps/issues/34),
[#158](https://github.com/Azure/static-web-apps/issues/158)). A deployment of [deploy.md](deploy.md) always stands behind it, and the local stack does
the same. The setting \`AUTHORIZATION_HEADER\` says whose the header is.

- Of a request that hands in a token no cookie is read, and it needs no header against cross-site requests. A token that does not count
  is 401 (\`INVALID_TOKEN\`), also beside a good cookie; so are two headers that differ.
- A call about one tenant takes its id where the table says: in the address, the query, the body, or the header \`X-Tenant-Id\`. A tenant
  out of reach is 404.
- **Limits**, counted over all processes: a token makes ${token.capacity} calls at once and ${1000 / token.everyMs} a second after that; then 429 (\`RATE_LIMITED\`). An
  address that hands in ${tokenGuess.capacity} that do not count gets 429 (\`TOO_MANY_ATTEMPTS\`) for further ones, one a minute; a token that counts is let in
  from there all the same. Wait as long as \`Retry-After\` says.
- Errors are JSON with \`code\`, \`message\` and \`requestId\`; \`fields\` names what is wrong in the input.
- Never put a token into an address: logs and histories keep it. Such a request is refused; revoke that token.

## Examples

\`TENANTRY\` is the address of your installation, such as \`https://tenantry.example.com\`; \`TOKEN\` a token of the role that the table
names; \`TENANT\` the id of a tenant. A test runs each of these against the local stack.

${examples()}

## Calls that are open to tokens

\`read\` tells what the owner may see and changes nothing. \`propose\` asks for what a person decides on, or for a look that decides nothing.
Role: the least that token and owner need. Tenant: where its id stands; \`all\`: its owner sees every tenant.

${table(['Call', 'Use', 'Role', 'Tenant', 'What it does'], openRows())}

## Calls that are not

${table(['Call', 'Role', 'Why'], closedRows())}
`;
}
