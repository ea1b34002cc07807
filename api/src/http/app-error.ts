import type { ErrorCode } from '@tenantry/contract/errors';
import type { ServiceName } from '../ports/unavailable.ts';
import type { Cookie } from './reply.ts';

export type FieldError = { path: string; message: string };

/** An error that a caller is told of: the message is for people and says what to do. Everything else is a 500. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: readonly FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly cookies: readonly Cookie[];
  /** The methods that the address knows, of METHOD_NOT_ALLOWED (RFC 9110, section 15.5.6). */
  readonly allow: string | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    extra: { fields?: FieldError[]; retryAfterSeconds?: number; cookies?: readonly Cookie[]; allow?: string } = {},
  ) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.fields = extra.fields;
    this.retryAfterSeconds = extra.retryAfterSeconds;
    this.cookies = extra.cookies ?? [];
    this.allow = extra.allow;
  }
}

const inWords: Record<ServiceName, string> = {
  records: 'the database',
  tables: 'the table storage',
  files: 'the file storage',
  queues: 'the queues',
  vault: 'the vault',
};

/** As soon as anybody is told to try again. */
const retryAfterSeconds = 10;

/** Services that cannot be reached, in words that any stranger may read. */
export function unavailable(services: readonly ServiceName[]): AppError {
  const missing = services.map((service) => inWords[service]).join(' and ');
  const message = `Tenantry cannot work at the moment: ${missing} cannot be reached. Try again shortly.`;
  return new AppError('UNAVAILABLE', message, { retryAfterSeconds });
}
