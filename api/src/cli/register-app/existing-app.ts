import { booleanAt, type JsonObject, objectsAt, textAt, textsAt } from '../../audit/facts/json-reader.ts';
import {
  graphAppId,
  publicRedirectUri,
  type ResourceAccess,
  requiredAccess,
  signInAudienceOf,
} from './application-body.ts';
import type { ApplicationOnRecord } from './application-registry.ts';
import type { WantedApp } from './register-arguments.ts';

/** What has to be changed, and in words. */
export type AppChanges = { body: Record<string, unknown>; words: string[] };

const accessKey = (access: JsonObject | ResourceAccess): string =>
  `${textAt(access, 'type')} ${textAt(access, 'id')?.toLowerCase()}`;

const permissions = (count: number): string => (count === 1 ? '1 permission' : `${count} permissions`);

/** Addresses are added; somebody may use those that are there. */
function withAddresses(present: readonly string[], wanted: readonly string[]): string[] | null {
  const missing = wanted.filter((uri) => !present.includes(uri));
  return missing.length === 0 ? null : [...present, ...missing];
}

function permissionChange(raw: JsonObject, wanted: readonly ResourceAccess[]): AppChanges {
  const resources = objectsAt(raw, 'requiredResourceAccess');
  const isGraph = (one: JsonObject) => textAt(one, 'resourceAppId')?.toLowerCase() === graphAppId;
  const present = new Set(resources.filter(isGraph).flatMap((one) => objectsAt(one, 'resourceAccess').map(accessKey)));
  const asked = new Set(wanted.map(accessKey));
  const added = [...asked].filter((key) => !present.has(key)).length;
  const dropped = [...present].filter((key) => !asked.has(key)).length;
  if (added === 0 && dropped === 0) return { body: {}, words: [] };
  const others = resources.filter((one) => !isGraph(one));
  return {
    body: { requiredResourceAccess: [...others, requiredAccess(wanted)] },
    words: [
      ...(added > 0 ? [`${permissions(added)} added, for which consent is needed again`] : []),
      ...(dropped > 0
        ? [`${permissions(dropped)} no longer asked for; what was consented to stays until it is revoked`]
        : []),
    ],
  };
}

function publicClientChange(raw: JsonObject, app: WantedApp): AppChanges {
  if (!app.isPublicClient) return { body: {}, words: [] };
  const addresses = withAddresses(textsAt(raw, 'publicClient', 'redirectUris'), [publicRedirectUri]);
  if (booleanAt(raw, 'isFallbackPublicClient') === true && addresses === null) return { body: {}, words: [] };
  return {
    body: { isFallbackPublicClient: true, ...(addresses && { publicClient: { redirectUris: addresses } }) },
    words: ['people can sign in through it'],
  };
}

/**
 * What an application that an earlier run made lacks of what is asked for now. Permissions of Microsoft Graph become exactly
 * those of the list; accounts, addresses and public clients are only ever added to, since somebody may rely on them.
 */
export function changesOf(
  { raw, displayName }: ApplicationOnRecord,
  app: WantedApp,
  access: readonly ResourceAccess[],
): AppChanges {
  const parts = [permissionChange(raw, access), publicClientChange(raw, app)];
  if (app.name !== null && app.name !== displayName)
    parts.push({ body: { displayName: app.name }, words: [`renamed to ${app.name}`] });
  if (app.isMultiTenant && textAt(raw, 'signInAudience') !== signInAudienceOf(app))
    parts.push({ body: { signInAudience: signInAudienceOf(app) }, words: ['open to other organizations'] });
  const addresses = withAddresses(textsAt(raw, 'web', 'redirectUris'), app.redirectUris);
  if (addresses) parts.push({ body: { web: { redirectUris: addresses } }, words: ['redirect URIs added'] });
  return {
    body: Object.assign({}, ...parts.map(({ body }) => body)),
    words: parts.flatMap(({ words }) => words),
  };
}
