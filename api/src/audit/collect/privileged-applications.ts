import { uriComponent } from '@tenantry/contract/text';
import type { BatchAnswer, GraphClient, GraphFailure } from '../../ports/graph.ts';
import type { PrivilegedApplication } from '../facts/role-facts.ts';
import { collected, type DatasetResult, type Facts, factOf, failed } from '../facts.ts';
import { enumAt, textAt } from '../json-reader.ts';
import { isPrivilegedRole } from '../privileged-roles.ts';
import { areSecretsListed, liveSecrets } from '../reduce/roles.ts';
import { noAnswer } from './graph-answers.ts';

const batchSize = 20;
/** A tenant with more applications in privileged roles than this is not looked through. */
const applicationsCap = 200;

async function inBatches(
  graph: GraphClient,
  ids: readonly string[],
  path: (id: string) => string,
): Promise<Map<string, BatchAnswer>> {
  const answers = new Map<string, BatchAnswer>();
  for (let start = 0; start < ids.length; start += batchSize) {
    const items = ids.slice(start, start + batchSize).map((id) => ({ id, path: path(id) }));
    for (const [id, answer] of await graph.batch(items)) answers.set(id, answer);
  }
  return answers;
}

function rolesByApplication(facts: Facts): Map<string, string[]> | null {
  const roles = factOf(facts, 'roles');
  if (roles === undefined) return null;
  const found = new Map<string, string[]>();
  for (const holding of roles.holdings) {
    if (holding.principalType !== 'servicePrincipal' || !isPrivilegedRole(holding.roleTemplateId)) continue;
    found.set(holding.principalId, [...(found.get(holding.principalId) ?? []), holding.roleName]);
  }
  return found;
}

type Read = { id: string; principal: unknown; registration: BatchAnswer | null };

/** The service principals and, where they have one, their registrations; or the first failure. */
async function readApplications(graph: GraphClient, ids: readonly string[]): Promise<Read[] | GraphFailure> {
  const fields = '$select=id,appId,displayName,servicePrincipalType,passwordCredentials';
  const principals = await inBatches(graph, ids, (id) => `/v1.0/servicePrincipals/${uriComponent(id)}?${fields}`);
  const bodies = new Map<string, unknown>();
  const appIds = new Map<string, string>();
  for (const id of ids) {
    const answer = principals.get(id) ?? noAnswer;
    if (!answer.ok) return answer.failure;
    bodies.set(id, answer.body);
    const type = textAt(answer.body, 'servicePrincipalType')?.toLowerCase();
    const appId = textAt(answer.body, 'appId');
    if (type !== 'managedidentity' && appId !== null) appIds.set(id, appId);
  }
  const path = (id: string): string => `/v1.0/applications(appId='${uriComponent(appIds.get(id) ?? '')}')`;
  const more = '?$select=id,appId,passwordCredentials';
  const registrations = await inBatches(graph, [...appIds.keys()], (id) => path(id) + more);
  return ids.map((id) => ({
    id,
    principal: bodies.get(id),
    registration: appIds.has(id) ? (registrations.get(id) ?? noAnswer) : null,
  }));
}

/** A managed identity has no registration and no secret; of all others both places have to be seen. */
function areSecretsTold(principal: unknown, registration: Read['registration']): boolean {
  if (registration === null) return enumAt(principal, 'servicePrincipalType') === 'managedidentity';
  return registration.ok && areSecretsListed(registration.body);
}

/**
 * The secrets of applications that hold privileged roles: first their service principals, then their registrations. A
 * registration that is not in this tenant (404) belongs to another organization. @throws GraphError
 */
export async function collectPrivilegedApplications(
  graph: GraphClient,
  facts: Facts,
  now: Date,
): Promise<DatasetResult<PrivilegedApplication[]>> {
  const holders = rolesByApplication(facts);
  const unknownBecause = (code: string, message: string) => failed({ status: 0, code, message }, now);
  if (holders === null) return unknownBecause('NoRoles', 'The holders of roles are not known.');
  if (holders.size > applicationsCap) return unknownBecause('TooMany', `${holders.size} applications hold roles.`);
  const read = await readApplications(graph, [...holders.keys()]);
  if (!Array.isArray(read)) return failed(read, now);
  const applications: PrivilegedApplication[] = [];
  for (const { id, principal, registration } of read) {
    const foreign = registration !== null && !registration.ok && registration.failure.status === 404;
    if (registration !== null && !registration.ok && !foreign) return failed(registration.failure, now);
    const secrets = liveSecrets(principal, now) + (registration?.ok === true ? liveSecrets(registration.body, now) : 0);
    applications.push({
      id,
      name: textAt(principal, 'displayName') ?? id,
      roles: holders.get(id) ?? [],
      secrets,
      secretsTold: areSecretsTold(principal, registration),
      foreign,
    });
  }
  return collected(applications, now);
}
