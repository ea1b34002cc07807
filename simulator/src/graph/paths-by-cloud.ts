import { badRequest } from './graph-answer.ts';

/**
 * What Microsoft Graph v1.0 of a national cloud does not know, by its hosts, as the path up to the first segment that is not
 * there. From the metadata of each cloud, github.com/microsoftgraph/msgraph-metadata, held against that of the commercial one
 * (schemas/v1.0-Prod.csdl, 2026-08-03): schemas/v1.0-Fairfax.csdl of 2026-08-04 and schemas/v1.0-Mooncake.csdl of 2026-07-22.
 * Only what the simulator answers elsewhere is listed. Microsoft publishes none of DoD alone.
 */
const fairfax = ['/admin/configurationManagement'];
const mooncake = [
  '/admin/configurationManagement',
  '/security',
  '/identityProtection',
  '/policies/authenticationMethodsPolicy',
  '/tenantRelationships/delegatedAdminCustomers',
  // In the metadata; the page "sharepointSettings: get" says that China does not have it. How Graph refuses it is a guess.
  '/admin/sharepoint/settings',
];

export const missingPaths: Readonly<Record<string, readonly string[]>> = {
  'graph.microsoft.us': fairfax,
  'dod-graph.microsoft.us': fairfax,
  'microsoftgraph.chinacloudapi.cn': mooncake,
};

/**
 * Refuses what this cloud's Graph does not know, in its words: "Resource not found for the segment", 400 BadRequest (seen in China,
 * microsoft-graph-docs-contrib #5838, and without its status in GCC High, coe-starter-kit #10118).
 * @param path from `/v1.0` on
 */
export function checkCloud(baseUrl: string, path: string): void {
  const asked = `${path.replace(/^\/v1\.0/, '').toLowerCase()}/`;
  const missing = missingPaths[new URL(baseUrl).host]?.find((one) => asked.startsWith(`${one.toLowerCase()}/`));
  if (missing !== undefined)
    throw badRequest(`Resource not found for the segment '${missing.slice(missing.lastIndexOf('/') + 1)}'.`);
}
