import { UsageError } from '../command.ts';
import { type Chosen, type Environment, setting } from './settings.ts';

/**
 * An application by what @azure/identity calls the environment: AZURE_CLIENT_ID with a secret or a certificate. The certificate
 * wins, as there.
 * @param isAsked by `--sign-in environment`: then it has to be complete
 * @returns null where the environment says nothing of it
 */
export function environmentPlan(env: Environment, clientId: string | undefined, isAsked: true): Chosen;
export function environmentPlan(env: Environment, clientId: string | undefined, isAsked: boolean): Chosen | null;
export function environmentPlan(env: Environment, clientId: string | undefined, isAsked: boolean): Chosen | null {
  const certificatePath = setting(env, 'AZURE_CLIENT_CERTIFICATE_PATH');
  const clientSecret = setting(env, 'AZURE_CLIENT_SECRET');
  const has = certificatePath ? 'AZURE_CLIENT_CERTIFICATE_PATH' : 'AZURE_CLIENT_SECRET';
  if (!certificatePath && !clientSecret) {
    if (!isAsked) return null;
    throw new UsageError(
      'AZURE_CLIENT_CERTIFICATE_PATH and AZURE_CLIENT_SECRET are not set.\nSet one of them, and AZURE_CLIENT_ID, for the application that signs in.',
    );
  }
  if (clientId === undefined) {
    throw new UsageError(
      `${has} is set, and AZURE_CLIENT_ID is not.\nSet AZURE_CLIENT_ID to the application (client) ID of the app registration.`,
    );
  }
  if (certificatePath) {
    const certificatePassword = setting(env, 'AZURE_CLIENT_CERTIFICATE_PASSWORD');
    return {
      plan: { kind: 'client-certificate', clientId, certificatePath, certificatePassword },
      how: `Signing in as the application ${clientId} with a certificate (AZURE_CLIENT_CERTIFICATE_PATH).`,
    };
  }
  return {
    plan: { kind: 'client-secret', clientId, clientSecret: clientSecret ?? '' },
    how: `Signing in as the application ${clientId} with a client secret (AZURE_CLIENT_SECRET).`,
  };
}
