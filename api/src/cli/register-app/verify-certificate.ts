import { SignInFailure } from '../../adapters/entra/sign-in-failure.ts';
import { signInToMicrosoft } from '../../adapters/entra/sign-in-tokens.ts';
import type { RetrySettings } from '../../adapters/graph/retry.ts';
import type { FarEnd } from '../microsoft.ts';
import { eventually, type Patience } from './patience.ts';

/** What Entra ID says while some of its servers do not know the application, its principal or its certificate yet. */
const notYetCodes = new Set(['AADSTS700016', 'AADSTS7000229', 'AADSTS700027']);

export type Verification = {
  clientId: string;
  certificatePath: string;
  tenantId: string;
  farEnd: Pick<FarEnd, 'cloud' | 'upstream'>;
  patience: Patience;
  retry: RetrySettings | undefined;
  say(line: string): void;
  signal: AbortSignal | undefined;
};

/**
 * Signs in with the certificate as the application, as an audit does.
 * @returns the permissions that were consented to by now
 * @throws SignInFailure
 */
export async function verifyCertificate(verification: Verification): Promise<string[]> {
  const { clientId, certificatePath, tenantId, farEnd, patience, retry, say, signal } = verification;
  return eventually({
    async attempt() {
      const signedIn = await signInToMicrosoft({
        plan: { kind: 'client-certificate', clientId, certificatePath },
        tenant: tenantId,
        cloud: farEnd.cloud,
        upstream: farEnd.upstream,
        permissions: [],
        signal,
        ...(retry && { retry }),
        tell: say,
      });
      return signedIn.permissions();
    },
    isNotYet: (error) =>
      error instanceof SignInFailure && error.reason === 'refused' && notYetCodes.has(error.detail.code ?? ''),
    waiting: () =>
      say(
        `Microsoft does not take the certificate yet, which is usual: trying for up to ${Math.ceil(patience.limitMs / 60_000)} minutes.`,
      ),
    patience,
    signal,
  });
}
