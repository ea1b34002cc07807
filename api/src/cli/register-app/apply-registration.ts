import type { CloudName } from '@tenantry/contract/clouds';
import { isTransient } from '../../adapters/graph/retry.ts';
import { type JsonObject, textAt, valueAt } from '../../audit/facts/json-reader.ts';
import { GraphError } from '../../ports/graph.ts';
import { UsageError } from '../command.ts';
import { applicationBody, applicationTag, graphAppId, type ResourceAccess } from './application-body.ts';
import type { ApplicationOnRecord, ApplicationRegistry } from './application-registry.ts';
import { askedPermissions } from './asked-permissions.ts';
import { changesOf } from './existing-app.ts';
import type { Journal } from './journal.ts';
import type { LocalCertificate } from './key-file.ts';
import { eventually, type Patience } from './patience.ts';
import type { WantedApp } from './register-arguments.ts';

export type Applying = {
  registry: ApplicationRegistry;
  journal: Journal;
  patience: Patience;
  say(line: string): void;
  signal: AbortSignal | undefined;
};

/** New objects are not known to each of Microsoft's servers at once. */
const isNotYetThere = (error: unknown): boolean =>
  error instanceof GraphError &&
  (error.failure.status === 404 ||
    error.failure.code === 'NoBackingApplicationObject' ||
    /does not reference a valid application/.test(error.failure.message));

const keyCredential = (local: LocalCertificate) => ({
  type: 'AsymmetricX509Cert',
  usage: 'Verify',
  displayName: local.subject,
  key: local.der,
  startDateTime: local.validFrom.toISOString(),
  endDateTime: local.expiresAt.toISOString(),
});

/** The permissions by the ids that they have in this directory. What its cloud does not know is left out, and told. */
export async function accessIn(
  registry: ApplicationRegistry,
  { app, cloud }: { app: WantedApp; cloud: CloudName },
  say: (line: string) => void,
) {
  const ids = await registry.permissionIds(graphAppId);
  const access: ResourceAccess[] = [];
  const unknown: string[] = [];
  for (const { name, kind } of askedPermissions(app, cloud)) {
    const id = ids[kind].get(name);
    if (id) access.push({ id, type: kind });
    // Some permissions are there for applications alone.
    else if (kind === 'Role' || !ids.Role.has(name)) unknown.push(name);
  }
  if (access.length === 0)
    throw new UsageError(
      'Microsoft Graph in this directory names none of the permissions.\nCheck --cloud and --tenant.',
    );
  if (unknown.length > 0) say(`Microsoft Graph in this cloud has no ${unknown.join(', ')}: left out.`);
  return access;
}

function waitingFor(what: string, { say, patience, signal }: Applying) {
  return {
    isNotYet: isNotYetThere,
    waiting: () =>
      say(
        `Microsoft does not know ${what} everywhere yet: waiting, up to ${Math.ceil(patience.limitMs / 60_000)} minutes.`,
      ),
    patience,
    signal,
  };
}

/**
 * Makes the application. An answer that was lost may have made one, so that it is looked for before each attempt; of two that
 * were made at once, by two people, the older stays.
 */
async function create(applying: Applying, body: object): Promise<ApplicationOnRecord> {
  const { registry, journal, patience, signal } = applying;
  return journal.change('the application was made', () =>
    eventually({
      async attempt() {
        const [lost] = await registry.withTag(applicationTag);
        if (lost) return lost;
        const own = await registry.create(body);
        const [oldest] = await registry.withTag(applicationTag);
        if (oldest === undefined || oldest.id === own.id) return own;
        await registry.remove(own.id);
        return oldest;
      },
      isNotYet: (error) => error instanceof GraphError && isTransient(error.failure),
      askedToWaitMs: (error) => (error instanceof GraphError ? (error.failure.retryAfterSeconds ?? 0) * 1000 : 0),
      waiting: () => applying.say('Microsoft Graph did not make the application: trying again.'),
      patience,
      signal,
    }),
  );
}

/** Finds what an earlier run made, and brings it up to date; or makes it. */
export async function ensureApplication(
  applying: Applying,
  app: WantedApp,
  access: readonly ResourceAccess[],
  local: LocalCertificate,
) {
  const { registry, journal, say } = applying;
  const [present, ...others] = await registry.withTag(applicationTag);
  const rest = others.map(({ appId }) => appId).join(', ');
  if (rest !== '')
    say(`There are more applications of this command: ${rest}. The oldest is used; nobody changes the others.`);
  const application = present ?? (await create(applying, applicationBody(app, access, [keyCredential(local)])));
  const changes = changesOf(application, app, access);
  if (changes.words.length === 0) {
    if (present)
      say(`The application ${application.displayName} (${application.appId}) is there already, and up to date.`);
    return application;
  }
  await journal.change(`the application ${application.appId} was brought up to date: ${changes.words.join(', ')}`, () =>
    eventually({
      ...waitingFor('the application', applying),
      attempt: () => registry.update(application.id, changes.body),
    }),
  );
  return application;
}

const keptFields = [
  ...['keyId', 'type', 'usage', 'displayName', 'customKeyIdentifier'],
  ...['startDateTime', 'endDateTime', 'key'],
];

/** A key that stays, by what Graph takes of it. */
const asItWas = (key: JsonObject): JsonObject =>
  Object.fromEntries(keptFields.flatMap((name) => (valueAt(key, name) == null ? [] : [[name, valueAt(key, name)]])));

/** By the certificate itself, and by its thumbprint where Graph does not send it. */
function isSame(key: JsonObject, { der, thumbprintSha1 }: LocalCertificate): boolean {
  const sent = textAt(key, 'key');
  return sent === null ? textAt(key, 'customKeyIdentifier')?.toLowerCase() === thumbprintSha1 : sent === der;
}

/** Adds the public part of the certificate to those that are there. @returns whether it was missing */
export async function ensureKey(
  applying: Applying,
  { id }: ApplicationOnRecord,
  local: LocalCertificate,
): Promise<boolean> {
  const { registry, journal } = applying;
  const waiting = waitingFor('the application', applying);
  const keys = await eventually({ ...waiting, attempt: () => registry.keysOf(id) });
  if (keys.some((key) => isSame(key, local))) return false;
  await journal.change('the certificate was added', () =>
    eventually({
      ...waiting,
      attempt: () => registry.update(id, { keyCredentials: [...keys.map(asItWas), keyCredential(local)] }),
    }),
  );
  return true;
}

/** The application as an account of the directory, without which it can neither sign in nor be consented to. */
export async function ensurePrincipal(applying: Applying, { appId }: ApplicationOnRecord): Promise<void> {
  const { registry, journal } = applying;
  if (await registry.hasPrincipal(appId)) return;
  await journal.change('the application was added to the directory (service principal)', async () => {
    try {
      await eventually({ ...waitingFor('the application', applying), attempt: () => registry.createPrincipal(appId) });
    } catch (error) {
      // Somebody else, or an attempt whose answer was lost, was first.
      if (!(error instanceof GraphError && error.failure.status === 409)) throw error;
    }
  });
}
