import type { ErrorCode } from '@tenantry/contract/errors';
import type { Cookie } from './reply.ts';

export type FieldError = { path: string; message: string };

/** An error that a caller is told of: the message is for people and says what to do. Everything else is a 500. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: readonly FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly cookies: readonly Cookie[];

  constructor(
    code: ErrorCode,
    message: string,
    extra: { fields?: FieldError[]; retryAfterSeconds?: number; cookies?: readonly Cookie[] } = {},
  ) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.fields = extra.fields;
    this.retryAfterSeconds = extra.retryAfterSeconds;
    this.cookies = extra.cookies ?? [];
  }
}
