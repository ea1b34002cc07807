import type { ReadinessItem } from '@tenantry/contract/health';
import { credentialKind, readGraphApp } from '../../domain/connection/app-registration.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { secretEnd, secretWarningDays } from '../../domain/secrets/secret-expiry.ts';
import type { Vault } from '../../ports/vault.ts';
import type { GraphAppRecord } from '../../store/system-config.ts';
import { needsAttention, notKnown, ready } from './readiness-item.ts';

export type RegistrationDependencies = Pick<CommonParts, 'systemConfig' | 'clock'> & {
  vault: Pick<Vault, 'get'>;
};

const dayMs = 24 * 3_600_000;
const page = 'graphSettings';
const saveIt = { action: 'Save the app registration of this installation.', page } as const;

function clientItem(app: GraphAppRecord | null): ReadinessItem {
  const named = { id: 'registration.client', label: 'App registration' };
  return app && app.clientId !== '' && app.tenantId !== ''
    ? ready(named, 'Client ID and directory are saved.')
    : needsAttention(
        named,
        'Client ID or directory is missing: nobody signs in with Microsoft, no tenant connects.',
        saveIt,
      );
}

/** What it proves with who it is, as it stands in a sentence. */
const proofOf = (app: GraphAppRecord | null) =>
  credentialKind(app) === 'certificate' ? ('certificate' as const) : ('client secret' as const);

async function secretItem(app: GraphAppRecord | null, vault: Pick<Vault, 'get'>): Promise<ReadinessItem> {
  const proof = proofOf(app);
  const named = { id: 'registration.secret', label: proof === 'certificate' ? 'Certificate' : 'Client secret' };
  const secretName = app?.secretName ?? '';
  if (secretName === '') return needsAttention(named, 'There is neither a client secret nor a certificate.', saveIt);
  if ((await vault.get(secretName)) !== null) return ready(named, 'It is in the vault.');
  const action = `Create a new ${proof === 'certificate' ? 'certificate' : 'secret'} in Entra ID and save it.`;
  return needsAttention(named, 'The vault does not have it any more.', { action, page });
}

function endItem(app: GraphAppRecord | null, now: Date): ReadinessItem {
  const proof = proofOf(app);
  const named = { id: 'registration.end', label: `End of the ${proof}` };
  if (!app || app.secretName === '') return notKnown(named, 'There is neither a client secret nor a certificate.');
  if (app.secretExpiresAt === null) {
    const action = 'Enter the date, so that you are warned 30 days before.';
    return notKnown(named, 'Nobody has entered when it ends.', { action, page });
  }
  const isNear = Date.parse(app.secretExpiresAt) - now.getTime() <= secretWarningDays * dayMs;
  if (!isNear) return ready(named, 'It ends in more than 30 days.', app.secretExpiresAt);
  const created = proof === 'certificate' ? 'certificate, upload it to' : 'secret in';
  const action = `Create a new ${created} Entra ID and save it; the old one works until you delete it there.`;
  const remedy = { action, page, docs: 'docs/operate.md, secrets-ending' } as const;
  return needsAttention(named, `It ${secretEnd(app.secretExpiresAt, now)}.`, remedy, app.secretExpiresAt);
}

/** Whether the registration of this installation in Entra ID is there, with a secret that lasts. Asks records and vault. */
export async function registrationItems({
  systemConfig,
  vault,
  clock,
}: RegistrationDependencies): Promise<ReadinessItem[]> {
  const app = await readGraphApp(systemConfig);
  return [clientItem(app), await secretItem(app, vault), endItem(app, clock.now())];
}
