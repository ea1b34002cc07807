import type { ErrorCode } from '@tenantry/contract/errors';
import { type ReturnProblem, returnProblems } from '@tenantry/contract/return-problems';
import { AppError } from './app-error.ts';

/** An error that a page shows which the browser is sent to: by its code, in the words of the contract. */
export class ReturnError extends AppError {
  readonly problem: ReturnProblem;

  constructor(code: ErrorCode, problem: ReturnProblem, extra: { retryAfterSeconds?: number } = {}) {
    super(code, returnProblems[problem], extra);
    this.name = 'ReturnError';
    this.problem = problem;
  }
}

/** The page that shows it. An error without a code of its own is shown in general words. */
export function errorPage(problem: ReturnProblem | null): string {
  return problem === null ? '/auth/error' : `/auth/error?message=${problem}`;
}

/** The page that shows an error of a call that the browser itself made, where JSON would be for nobody. */
export const errorPageOf = (error: AppError): string => errorPage(error instanceof ReturnError ? error.problem : null);
