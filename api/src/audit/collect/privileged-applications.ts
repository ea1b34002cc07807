import { uriComponent } from '@tenantry/contract/text';
import type { BatchAnswer, GraphClient, GraphFailure } from '../../ports/graph.ts';
import type { CappedList } from '../facts/account-facts.ts';
import { collectedWithout, type DatasetResult, type Facts, factOf, failed } from '../facts/facts.ts';
import { enumAt, textAt } from '../facts/json-reader.ts';
import type { PrivilegedApplication } from '../facts/role-facts.ts';
import { isPrivilegedRole } from '../microsoft/privileged-roles.ts';
import { badForm, noAnswer, wholeList } from './graph-answers.ts';
import { areSecretsListed, liveSecrets, ownerList } from './reduce/roles.ts';

const batchSize = 20;
/** A tenant with more applications in privileged roles than this is not looked through. */
const applicationsCap = 200;

type Answers = ReadonlyMap<string, BatchAnswer>;

const ownersOf = (id: string): string => `${id} owners`;
const ownersPath = (path: string): string => `${path}/owners?$select=id,displayName,userPrincipalName`;

/** Each object with its owners, in the same batches. */
async function inBatches(
  graph: GraphClient,
  ids: readonly string[],
  path: (id: string) => string,
  fields: (id: string) => string,
): Promise<Answers> {
  const all = ids.flatMap((id) => [
    { id, path: `${path(id)}${fields(id)}` },
    { id: ownersOf(id), path: ownersPath(path(id)) },
  ]);
  const answers = new Map<string, BatchAnswer>();
  for (let start = 0; start < all.length; start += batchSize) {
    for (const [id, answer] of await graph.batch(all.slice(start, start + batchSize))) answers.set(id, answer);
  }
  return answers;
}

type ApplicationHolder = Pick<PrivilegedApplication, 'agent' | 'roles'>;
type ApplicationHolders = ReadonlyMap<string, ApplicationHolder>;

function applicationHolders(facts: Facts): ApplicationHolders | null {
  const roles = factOf(facts, 'roles');
  if (roles === undefined) return null;
  const found = new Map<string, ApplicationHolder>();
  for (const { principalId, principalType, agent, roleTemplateId, roleName } of roles.holdings) {
    if (principalType !== 'servicePrincipal' || !isPrivilegedRole(roleTemplateId)) continue;
    const held = found.get(principalId)?.roles ?? [];
    found.set(principalId, { ...(agent && { agent }), roles: [...held, roleName] });
  }
  return found;
}

type Read = {
  id: string;
  principal: unknown;
  registration: BatchAnswer | null;
  /** The answers for the owners of the service principal, and of the registration where it has one. */
  owners: { answer: BatchAnswer; path: string }[];
};

/**
 * The application that the service principal comes from, by its appId. An agent identity has none of its own and no secret: it signs
 * in by those of its blueprint (Microsoft Graph, "agentIdentity resource type"). Null: it has none, or the answer does not say.
 */
function registrationOf(principal: unknown, { agent }: ApplicationHolder): string | null {
  if (agent === 'agentIdentity') return textAt(principal, 'agentIdentityBlueprintId');
  return enumAt(principal, 'servicePrincipalType') === 'managedidentity' ? null : textAt(principal, 'appId');
}

const principalFields = '?$select=id,appId,displayName,servicePrincipalType,passwordCredentials';

/** The service principals and, where they have one, their registrations; or the first failure. */
async function readApplications(graph: GraphClient, holders: ApplicationHolders): Promise<Read[] | GraphFailure> {
  const ids = [...holders.keys()];
  // The blueprint is a property of the derived type alone, which no $select on a service principal has to know.
  const fields = (id: string): string => (holders.get(id)?.agent === 'agentIdentity' ? '' : principalFields);
  const principalPath = (id: string): string => `/v1.0/servicePrincipals/${uriComponent(id)}`;
  const principals = await inBatches(graph, ids, principalPath, fields);
  const bodies = new Map<string, unknown>();
  const appIds = new Map<string, string>();
  for (const [id, holder] of holders) {
    const answer = principals.get(id) ?? noAnswer;
    if (!answer.ok) return answer.failure;
    bodies.set(id, answer.body);
    const appId = registrationOf(answer.body, holder);
    if (appId !== null) appIds.set(id, appId);
  }
  const path = (id: string): string => `/v1.0/applications(appId='${uriComponent(appIds.get(id) ?? '')}')`;
  const registrations = await inBatches(graph, [...appIds.keys()], path, () => '?$select=id,appId,passwordCredentials');
  return ids.map((id) => {
    const registration = appIds.has(id) ? (registrations.get(id) ?? noAnswer) : null;
    const ownersIn = (answers: Answers, path: string) => ({ answer: answers.get(ownersOf(id)) ?? noAnswer, path });
    const isOurs = registration !== null && !isForeign(registration);
    const isBlueprintUntold = registration === null && holders.get(id)?.agent === 'agentIdentity';
    return {
      id,
      principal: bodies.get(id),
      registration,
      owners: [
        ownersIn(principals, ownersPath(principalPath(id))),
        ...(isOurs ? [ownersIn(registrations, ownersPath(path(id)))] : []),
        ...(isBlueprintUntold ? [{ answer: noAnswer, path: '' }] : []),
      ],
    };
  });
}

/** A registration that is not in this tenant (404) belongs to another organization. */
const isForeign = (registration: Read['registration']): boolean =>
  registration !== null && !registration.ok && registration.failure.status === 404;

/** The owners, each once; or why not all of them are known. */
async function readOwners(graph: GraphClient, answers: Read['owners']): Promise<CappedList | GraphFailure> {
  const owners: unknown[] = [];
  for (const { answer, path } of answers) {
    const list = await wholeList(graph, 'owners of applications', answer, { path });
    if (!list.ok) return list.failure;
    owners.push(...list.items);
  }
  return ownerList(owners) ?? badForm('owners of applications');
}

/** A managed identity has no registration and no secret; of all others both places have to be seen. */
function areSecretsTold(principal: unknown, registration: Read['registration']): boolean {
  if (registration === null) return enumAt(principal, 'servicePrincipalType') === 'managedidentity';
  return registration.ok && areSecretsListed(registration.body);
}

/**
 * The secrets and owners of applications that hold privileged roles: first of their service principals, then of their
 * registrations. Owners that could not be read leave the secrets known. @throws GraphError
 */
export async function collectPrivilegedApplications(
  graph: GraphClient,
  facts: Facts,
  now: Date,
): Promise<DatasetResult<PrivilegedApplication[]>> {
  const holders = applicationHolders(facts);
  const unknownBecause = (code: string, message: string) => failed({ status: 0, code, message }, now);
  if (holders === null) return unknownBecause('NoRoles', 'The holders of roles are not known.');
  if (holders.size > applicationsCap) return unknownBecause('TooMany', `${holders.size} applications hold roles.`);
  const read = await readApplications(graph, holders);
  if (!Array.isArray(read)) return failed(read, now);
  const applications: PrivilegedApplication[] = [];
  const failures: GraphFailure[] = [];
  for (const { id, principal, registration, owners } of read) {
    const foreign = isForeign(registration);
    if (registration !== null && !registration.ok && !foreign) return failed(registration.failure, now);
    const secrets = liveSecrets(principal, now) + (registration?.ok === true ? liveSecrets(registration.body, now) : 0);
    const known = await readOwners(graph, owners);
    if ('status' in known) failures.push(known);
    applications.push({
      id,
      name: textAt(principal, 'displayName') ?? id,
      ...(holders.get(id) ?? { roles: [] }),
      secrets,
      secretsTold: areSecretsTold(principal, registration),
      foreign,
      ...(!('status' in known) && { owners: known }),
    });
  }
  return collectedWithout(applications, failures, now);
}
