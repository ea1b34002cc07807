import { getGraphSettings, saveGraphSettings, testGraph } from '@tenantry/contract/graph-tools';
import {
  appRegistration,
  credentialKind,
  readGraphApp,
  registrationConsentState,
  writeGraphApp,
} from '../../domain/connection/app-registration.ts';
import { CertificateError, type ReadCertificate, readCertificate } from '../../domain/connection/client-certificate.ts';
import { AppError } from '../../http/app-error.ts';
import { callerRoute, type Route } from '../../http/route.ts';
import type { AppRegistration, IdentityProvider } from '../../ports/identity-provider.ts';
import type { Trail } from '../../ports/trail.ts';
import type { GraphAppRecord } from '../../store/system-config.ts';
import { checkPartnerScopes } from './check-partner-scopes.ts';
import { type RegistrationTestDependencies, testRegistration } from './registration-test.ts';

export type GraphSettingsDependencies = RegistrationTestDependencies & {
  identityProvider: Pick<IdentityProvider, 'adminConsentUrl'>;
  trail: Trail;
  redirectUri: string;
};

function settingsView(app: GraphAppRecord | null, { identityProvider, redirectUri }: GraphSettingsDependencies) {
  const credential = credentialKind(app);
  const [clientId, tenantId] = [app?.clientId ?? '', app?.tenantId ?? ''];
  const consent = { authority: tenantId, redirectUri, state: registrationConsentState };
  return {
    clientId,
    tenantId,
    redirectUri,
    hasClientSecret: credential === 'secret',
    credential,
    certificateThumbprint: app?.certificateSha256 ? { sha256: app.certificateSha256, sha1: app.certificateSha1 } : null,
    secretExpiresAt: app?.secretExpiresAt ?? null,
    adminConsentUrl: clientId && tenantId ? identityProvider.adminConsentUrl(clientId, consent) : null,
    partnerCenterScopes: app?.partnerCenterScopes ?? '',
  };
}

const refusedCertificate = (message: string) =>
  new AppError('INVALID_INPUT', message, { fields: [{ path: 'certificate', message }] });

type NewCredential = { clientSecret: string } | { certificate: ReadCertificate };

/** What was handed in as the credential; null where nothing was. @throws AppError */
function newCredential(body: { clientSecret?: string; certificate?: string }, now: Date): NewCredential | null {
  const { clientSecret = '', certificate = '' } = body;
  if (certificate === '') return clientSecret === '' ? null : { clientSecret };
  if (clientSecret !== '') throw refusedCertificate('Save either a client secret or a certificate, not both.');
  try {
    return { certificate: readCertificate(certificate, now) };
  } catch (error) {
    if (error instanceof CertificateError) throw refusedCertificate(error.message);
    throw error;
  }
}

/** The app registration of this installation: what is saved, saving it, and whether it works. */
export function graphSettingsRoutes(dependencies: GraphSettingsDependencies): Route[] {
  const { systemConfig, vault, trail, clock, identityProvider } = dependencies;
  return [
    callerRoute(getGraphSettings, async () => settingsView(await readGraphApp(systemConfig), dependencies)),

    callerRoute(saveGraphSettings, async ({ body, caller }) => {
      const { secretExpiresAt, partnerCenterScopes } = body;
      const [clientId, tenantId] = [body.clientId.toLowerCase(), body.tenantId.toLowerCase()];
      const credential = newCredential(body, clock.now());
      const proof = credential ?? (await appRegistration(systemConfig, vault));
      if (partnerCenterScopes !== '' && proof) {
        const app: AppRegistration = { ...proof, clientId };
        await checkPartnerScopes(identityProvider, app, { entraTenantId: tenantId, scopes: [partnerCenterScopes] });
      }
      const record = await writeGraphApp(
        { systemConfig, vault, trail, now: clock.now() },
        {
          clientId,
          tenantId,
          partnerCenterScopes,
          ...(credential && { credential }),
          ...(secretExpiresAt === undefined ? {} : { secretExpiresAt }),
        },
        caller.user.username,
      );
      return settingsView(record, dependencies);
    }),

    callerRoute(testGraph, () => testRegistration(dependencies)),
  ];
}
