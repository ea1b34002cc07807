import type { GraphFailure } from '../../ports/graph.ts';
import { IdentityError } from '../../ports/identity-provider.ts';
import { TokenServiceError } from '../graph/token-failures.ts';

/** Why a command has no token. What people read of it, and what they can do, is the command's to say. */
export type SignInReason =
  /** Entra ID said no, with a code. */
  | 'refused'
  /** Nobody answered, or nobody in order: `failure` says what happened. */
  | 'unreachable'
  /** An answer or a setting led to an address that is neither the cloud's nor the issuer's. */
  | 'elsewhere'
  | 'certificate-missing'
  | 'certificate-unreadable'
  | 'certificate-is-pfx'
  | 'certificate-incomplete'
  | 'certificate-password-needed'
  | 'certificate-password-wrong'
  | 'token-file-missing'
  | 'github-no-token'
  | 'pipelines-no-token'
  | 'browser-not-opened'
  | 'browser-no-port'
  | 'browser-not-finished'
  | 'sign-in-canceled'
  | 'device-code-expired'
  | 'device-code-declined'
  | 'az-missing'
  | 'az-signed-out'
  | 'az-failed'
  | 'wrong-tenant'
  | 'token-expired'
  | 'no-permissions'
  | 'unexpected';

/** What is known besides. Never a token, a secret or an assertion. */
export type SignInDetail = {
  /** `AADSTS700016` and the like, or OAuth's own word where there is no such number. */
  code?: string;
  /** Entra's own words without its trace ids; of a file or service, what it answered. */
  said?: string;
  host?: string;
  path?: string;
  status?: number;
  failure?: GraphFailure;
  /** Of the directory that a token is of. */
  tenantId?: string;
  /** What a federated token says of itself, so that it can be entered as a credential. */
  presented?: { issuer: string; subject: string; audience: string };
};

export class SignInFailure extends Error {
  readonly reason: SignInReason;
  readonly detail: SignInDetail;
  constructor(reason: SignInReason, detail: SignInDetail = {}) {
    super([reason, detail.code].filter(Boolean).join(' '));
    this.name = 'SignInFailure';
    this.reason = reason;
    this.detail = detail;
  }
}

/** As a Graph client takes it: what passes is tried again, everything else is final. */
export function asTokenError(error: unknown): unknown {
  if (!(error instanceof SignInFailure)) return error;
  const { reason, detail } = error;
  if (reason === 'unreachable' && detail.failure) return new TokenServiceError(detail.failure);
  return new IdentityError(detail.code ?? reason, detail.said ?? `There is no token any more: ${reason}.`);
}

/** The error itself and what caused it, outermost first. */
export function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let one = error; one instanceof Error && !causes.includes(one); one = one.cause) causes.push(one);
  return causes;
}

/** Entra's words without the trace and correlation ids that end them. */
export const withoutTrace = (description: string): string => description.split(/\s*Trace ID:/)[0]?.trim() ?? '';
