import type { ConfigStatus } from '@tenantry/contract/config-status';
import { truncate } from '@tenantry/contract/text';
import { credentialKind, readGraphApp } from '../../domain/connection/app-registration.ts';
import { within } from '../../domain/deadline/within.ts';
import type { LeaseEntity } from '../../domain/lease/lease.ts';
import { preview } from '../../domain/preview/preview.ts';
import { currentKeyBits } from '../../domain/secrets/data-keys.ts';
import type { StateTable } from '../../ports/state.ts';
import type { Vault } from '../../ports/vault.ts';
import type { HealthStore } from '../../store/health-records.ts';
import type { GraphAppRecord, SystemConfigStore } from '../../store/system-config.ts';

export type ConfigStatusDependencies = {
  /** Where it runs, in names. */
  installation: { environment: ConfigStatus['environment']; databaseHost: string; sessionStore: string };
  health: Pick<HealthStore, 'reach'>;
  leases: Pick<StateTable<LeaseEntity>, 'get'>;
  systemConfig: SystemConfigStore;
  vault: Pick<Vault, 'get'>;
  redirectUri: string;
};

const answerWithinMs = 5000;
const maxProblemLength = 300;
/** Of an application without a signed-in user (contract, graph-tools). */
const defaultPartnerScope = 'https://graph.microsoft.com/.default';

type Asked<T> = { value: T; problem: null } | { value: null; problem: string };

/** Really asks. What does not answer in time is a problem to be shown, and no failure of the whole page. */
async function ask<T>(question: () => Promise<T>): Promise<Asked<T>> {
  try {
    return { value: await within(question(), answerWithinMs), problem: null };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { value: null, problem: truncate(`It does not answer: ${text}`, maxProblemLength) };
  }
}

async function encryption({ systemConfig, vault }: ConfigStatusDependencies): Promise<ConfigStatus['encryption']> {
  const { value: keyLength, problem } = await ask(() => currentKeyBits(systemConfig, vault));
  if (problem !== null) return { configured: false, keyLength: null, problem };
  if (keyLength === null)
    return {
      configured: false,
      keyLength,
      problem: 'The key is made when the first secret of a tenant is saved.',
    };
  return { configured: true, keyLength, problem };
}

const setting = (text: string) => ({ configured: text !== '', value: text === '' ? null : preview(text) });

async function microsoft365(
  app: GraphAppRecord | null,
  { vault, redirectUri }: ConfigStatusDependencies,
): Promise<ConfigStatus['microsoft365']> {
  const secretName = app?.secretName ?? '';
  // A name without a secret is none.
  const secret = await ask(async () => secretName !== '' && (await vault.get(secretName)) !== null);
  const proof = credentialKind(app) === 'certificate' ? 'certificate' : 'client secret';
  const isLost = secretName !== '' && secret.value === false;
  return {
    clientId: setting(app?.clientId ?? ''),
    clientSecret: { configured: secret.value === true, value: null },
    redirectUri: { configured: true, value: redirectUri },
    tenantId: setting(app?.tenantId ?? ''),
    problem: secret.problem ?? (isLost ? `The vault no longer has the ${proof}. Save it again.` : null),
  };
}

function partnerCenter(app: GraphAppRecord | null, isRegistered: boolean): ConfigStatus['partnerCenter'] {
  const scopes = [app?.partnerCenterScopes || defaultPartnerScope];
  return isRegistered
    ? { configured: true, scopes, problem: null }
    : { configured: false, scopes, problem: 'Save the app registration under Graph API Settings first.' };
}

/** How this installation is configured: each part is asked for now, and secrets are only said to be there. */
export async function configStatus(dependencies: ConfigStatusDependencies): Promise<ConfigStatus> {
  const { installation, health, leases, systemConfig } = dependencies;
  const [database, session, keys, app] = await Promise.all([
    ask(() => health.reach()),
    ask(() => leases.get('intervals', 'health')),
    encryption(dependencies),
    readGraphApp(systemConfig),
  ]);
  const microsoft = await microsoft365(app, dependencies);
  const { clientId, clientSecret, tenantId } = microsoft;
  return {
    environment: installation.environment,
    database: { connected: database.problem === null, host: installation.databaseHost, problem: database.problem },
    session: { configured: session.problem === null, store: installation.sessionStore, problem: session.problem },
    encryption: keys,
    microsoft365: microsoft,
    partnerCenter: partnerCenter(app, clientId.configured && clientSecret.configured && tenantId.configured),
  };
}
