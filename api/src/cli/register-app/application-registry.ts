import { uriComponent } from '@tenantry/contract/text';
import {
  type ConnectionOptions,
  openGraphConnection,
  sendPersistently,
} from '../../adapters/graph/graph-connection.ts';
import { isObject, type JsonObject, objectsAt, textAt } from '../../audit/facts/json-reader.ts';

const single = { maxAttempts: 1, baseDelayMs: 0, maxDelayMs: 0 };

/** An application as Graph tells it; `raw` has what is read of it only now and then. */
export type ApplicationOnRecord = {
  id: string;
  appId: string;
  displayName: string;
  createdDateTime: string;
  raw: JsonObject;
};

function onRecord(raw: JsonObject): ApplicationOnRecord {
  const text = (name: string) => textAt(raw, name) ?? '';
  return {
    id: text('id'),
    appId: text('appId').toLowerCase(),
    displayName: text('displayName'),
    createdDateTime: text('createdDateTime'),
    raw,
  };
}

/** Applications of one directory, as an administrator changes them. Every call throws GraphError where Graph says no. */
export type ApplicationRegistry = ReturnType<typeof createApplicationRegistry>;

/**
 * Microsoft Graph's `/applications` and `/servicePrincipals`. Calls are repeated by themselves where doing them twice is doing
 * them once; making an application is not.
 */
export function createApplicationRegistry(options: ConnectionOptions) {
  const connection = openGraphConnection(options);
  const get = (path: string) => sendPersistently(connection, path, [path], (request) => request.get());
  return {
    /** Those that carry the tag, the oldest first. */
    async withTag(tag: string): Promise<ApplicationOnRecord[]> {
      const filter = uriComponent(`tags/any(t:t eq '${tag}')`);
      const found = objectsAt(await get(`/v1.0/applications?$filter=${filter}`), 'value').map(onRecord);
      return found.sort((one, two) =>
        `${one.createdDateTime} ${one.id}`.localeCompare(`${two.createdDateTime} ${two.id}`),
      );
    },
    /** One attempt: where no answer comes, the application may be there. */
    async create(body: object): Promise<ApplicationOnRecord> {
      const once = { ...connection, retry: single };
      const path = '/v1.0/applications';
      const answer = await sendPersistently(once, path, [path], (request) => request.post(body));
      return onRecord(isObject(answer) ? answer : {});
    },
    async update(id: string, body: object): Promise<void> {
      const path = `/v1.0/applications/${id}`;
      await sendPersistently(connection, path, [path], (request) => request.patch(body));
    },
    async remove(id: string): Promise<void> {
      const path = `/v1.0/applications/${id}`;
      await sendPersistently(connection, path, [path], (request) => request.delete());
    },
    /** Public keys with their contents, which Graph sends of one application alone. */
    keysOf: async (id: string): Promise<readonly JsonObject[]> =>
      objectsAt(await get(`/v1.0/applications/${id}?$select=keyCredentials`), 'keyCredentials'),
    async hasPrincipal(appId: string): Promise<boolean> {
      const filter = uriComponent(`appId eq '${appId}'`);
      return objectsAt(await get(`/v1.0/servicePrincipals?$filter=${filter}&$select=id`), 'value').length > 0;
    },
    async createPrincipal(appId: string): Promise<void> {
      const path = '/v1.0/servicePrincipals';
      await sendPersistently(connection, path, [path], (request) => request.post({ appId }));
    },
    /** Ids of the permissions that an API has in this directory, by their names. */
    async permissionIds(resourceAppId: string): Promise<{ Role: Map<string, string>; Scope: Map<string, string> }> {
      const answer = await get(
        `/v1.0/servicePrincipals(appId='${resourceAppId}')?$select=id,appRoles,oauth2PermissionScopes`,
      );
      const byName = (list: string) =>
        new Map(objectsAt(answer, list).map((one) => [textAt(one, 'value') ?? '', textAt(one, 'id') ?? '']));
      return { Role: byName('appRoles'), Scope: byName('oauth2PermissionScopes') };
    },
  };
}
