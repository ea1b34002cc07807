import type { ErrorCode } from '@tenantry/contract/errors';

export type FieldError = { path: string; message: string };

/** An error that a caller is told of: the message is for people and says what to do. Everything else is a 500. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: readonly FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, extra: { fields?: FieldError[]; retryAfterSeconds?: number } = {}) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.fields = extra.fields;
    this.retryAfterSeconds = extra.retryAfterSeconds;
  }
}
