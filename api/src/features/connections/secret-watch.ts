import { credentialKind, readGraphApp } from '../../domain/connection/app-registration.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { nextSecretWarning, secretEnd } from '../../domain/secrets/secret-expiry.ts';
import { type Collection, replaceIfUnchanged } from '../../ports/collection.ts';
import type { CredentialRecord, CredentialStore } from '../../store/credentials.ts';
import { everyTenant } from '../../store/scope.ts';
import type { TenantStore } from '../../store/tenant-store.ts';

type Dependencies = Pick<CommonParts, 'systemConfig' | 'activityLog' | 'clock' | 'log'> & {
  tenants: Pick<TenantStore, 'get'>;
  credentials: CredentialStore;
};

/** A client secret that ends, on whatever record it stands. */
type Watched = { id: string; secretExpiresAt: string | null; secretWarnAt?: string };

/** A process that died between claiming a warning and giving it is made up for after this long. */
const claimMs = 10 * 60_000;
const warnedAtOnce = 50;
/** How long before its end the alert `secrets-ending` speaks of a secret. */
const endingMs = 14 * 24 * 3_600_000;

const isDue = ({ secretExpiresAt, secretWarnAt = '' }: Watched, now: Date) =>
  secretExpiresAt !== null && secretWarnAt !== '' && secretWarnAt <= now.toISOString();

/** Warns of client secrets before they end, each stage once, however many hosts there are. */
export function createSecretWatch(dependencies: Dependencies) {
  const { tenants, credentials, systemConfig, activityLog, clock, log } = dependencies;

  /** Puts the record off, so that nobody else warns of it meanwhile. @returns null where somebody else did */
  async function claim<T extends Watched>(collection: Collection<T>, id: string, now: Date) {
    const stored = await collection.get(id);
    if (!stored || !isDue(stored.value, now)) return null;
    const secretWarnAt = new Date(now.getTime() + claimMs).toISOString();
    return replaceIfUnchanged(collection, { ...stored.value, secretWarnAt }, stored.etag);
  }

  async function warn<T extends Watched>(
    collection: Collection<T>,
    id: string,
    give: (secretEnds: string, key: string) => Promise<void>,
  ): Promise<boolean> {
    const now = clock.now();
    const claimed = await claim(collection, id, now);
    const expiresAt = claimed?.value.secretExpiresAt ?? null;
    if (!claimed || expiresAt === null) return false;
    const next = nextSecretWarning(expiresAt, now);
    // The key is derived from the stage: a host that dies after this warning and before the next line gives no second one.
    await give(secretEnd(expiresAt, now), `secret-${id}-${expiresAt}-${next}`.replace(/[^\w.-]/g, '-'));
    // Somebody changed the record: a new secret has its own warnings, and any other change leaves the next try the same key.
    await replaceIfUnchanged(collection, { ...claimed.value, secretWarnAt: next }, claimed.etag);
    return true;
  }

  const warnOurs = async (): Promise<boolean> => {
    const app = await readGraphApp(systemConfig);
    if (!app || !isDue(app, clock.now())) return false;
    return warn(systemConfig.graphApp, app.id, (ends, id) => {
      const proof = credentialKind(app) === 'certificate' ? 'certificate' : 'client secret';
      const message = `The ${proof} of this installation ${ends}. Save a new one under Graph API Settings.`;
      const told = { target: 'This installation', user: 'system', eventType: 'client_secret_ending' } as const;
      return activityLog.add({ id, type: 'warning', message, tenantId: null, ...told });
    });
  };

  async function warnOf({ id, tenantId }: CredentialRecord): Promise<boolean> {
    const tenant = (await tenants.get(tenantId))?.value;
    return warn(credentials.of(tenantId), id, async (ends, key) => {
      // Nothing real is read with it.
      if (!tenant || tenant.isMock) return;
      const message = `The client secret of ${tenant.name} ${ends}. Save a new one under Credential Status.`;
      const told = { target: tenant.name, user: 'system', eventType: 'client_secret_ending' } as const;
      await activityLog.add({ id: key, type: 'warning', message, tenantId, ...told });
    });
  }

  return {
    /** How many secrets that something real is read with end within 14 days or have ended; those whose end is known. */
    async countEnding(): Promise<number> {
      const before = new Date(clock.now().getTime() + endingMs);
      const ours = (await readGraphApp(systemConfig))?.secretExpiresAt ?? null;
      let ending = ours !== null && ours <= before.toISOString() ? 1 : 0;
      for (const { tenantId, clientSecret } of await credentials.ending(everyTenant, before)) {
        const tenant = clientSecret === null ? null : await tenants.get(tenantId);
        if (tenant && !tenant.value.isMock) ending += 1;
      }
      return ending;
    },

    /** Gives the warnings that are due. @returns how many this host claimed */
    async warnDue(): Promise<number> {
      let warned = (await warnOurs()) ? 1 : 0;
      const due = await credentials.due(everyTenant, 'secretWarnAt', clock.now(), warnedAtOnce);
      for (const record of due) {
        try {
          if (await warnOf(record)) warned += 1;
        } catch (error) {
          // One failure holds up no other warning; its claim runs out, and it is tried again.
          log('A secret was not warned of', { tenantId: record.tenantId, error });
        }
      }
      return warned;
    },
  };
}
