import { AuthError } from '@azure/msal-node';
import { GraphError, type GraphFailure } from '../../ports/graph.ts';
import { IdentityError } from '../../ports/identity-provider.ts';
import { failureOf } from './graph-failures.ts';

/**
 * Entra ID was out of reach or out of order, so that nothing was said about the application or its secret: worth another
 * try. To MSAL it is one of its own errors, which it hands on as it is; of an answer 429 or 5xx it would make a refusal, and
 * go on refusing by itself for a minute.
 */
export class TokenServiceError extends AuthError {
  readonly failure: GraphFailure;
  constructor(failure: GraphFailure) {
    super(failure.code, '', failure.message);
    // AuthError makes every object one of its own class.
    Object.setPrototypeOf(this, TokenServiceError.prototype);
    this.name = 'TokenServiceError';
    this.failure = failure;
  }
}

/** Whether Entra ID refused a token, which MSAL tells in an `errorCode`. */
export function isTokenRefusal(error: unknown): error is Error & { errorCode: string } {
  if (error instanceof TokenServiceError) return false;
  return error instanceof Error && 'errorCode' in error && typeof error.errorCode === 'string';
}

/** Why there is no token. A refusal is final for this run: trying again with the same secret changes nothing. */
export function tokenFailure(error: unknown): GraphError {
  if (error instanceof TokenServiceError) return new GraphError(error.failure);
  if (error instanceof IdentityError) return new GraphError({ status: 401, code: error.code, message: error.message });
  if (!isTokenRefusal(error)) return new GraphError(failureOf(error));
  return new GraphError({ status: 401, code: error.errorCode, message: error.message });
}
