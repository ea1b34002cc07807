/** How a command signs in, with everything that it needs for that. Holds secrets: never logged. */
export type CredentialPlan =
  | { kind: 'client-secret'; clientId: string; clientSecret: string }
  | { kind: 'client-certificate'; clientId: string; certificatePath: string; certificatePassword?: string | undefined }
  /** A token in a file, as Kubernetes and others put it there. */
  | { kind: 'token-file'; clientId: string; tokenFile: string }
  | { kind: 'github'; clientId: string; requestUrl: string; requestToken: string }
  | {
      kind: 'azure-pipelines';
      clientId: string;
      requestUri: string;
      accessToken: string;
      serviceConnectionId: string;
    }
  | { kind: 'az' }
  | { kind: 'device-code'; clientId: string }
  | { kind: 'browser'; clientId: string };

/** Whom a token of this plan acts for. `az` may be either: its token says. */
export const actsForAccount = ({ kind }: CredentialPlan): boolean => kind === 'device-code' || kind === 'browser';

/** The address of whoever hands out federated tokens; null where nobody is asked. */
export function issuerOrigin(plan: CredentialPlan): string | null {
  if (plan.kind === 'github') return new URL(plan.requestUrl).origin;
  return plan.kind === 'azure-pipelines' ? new URL(plan.requestUri).origin : null;
}
