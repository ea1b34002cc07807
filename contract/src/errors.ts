import * as z from 'zod/mini';

/** The one table from error code to HTTP status. */
export const statusOfCode = {
  BAD_REQUEST: 400,
  INVALID_INPUT: 400,
  INVALID_JSON: 400,
  NO_TENANT: 400,
  INVALID_CREDENTIALS: 401,
  NOT_SIGNED_IN: 401,
  INVALID_TOKEN: 401,
  SIGN_IN_EXPIRED: 401,
  FORBIDDEN: 403,
  STEP_UP_REQUIRED: 403,
  FOREIGN_ORIGIN: 403,
  CLOSED_TO_TOKENS: 403,
  REGISTRATION_CLOSED: 403,
  SETUP_CODE_REQUIRED: 403,
  LOCAL_SIGN_IN_OFF: 403,
  NOT_FOUND: 404,
  TENANT_NOT_FOUND: 404,
  NO_SCAN_YET: 404,
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  CONFLICT: 409,
  SCAN_ENDED: 409,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_CONTENT_TYPE: 415,
  TOO_MANY_ATTEMPTS: 429,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof statusOfCode;

/** The body of every answer that is not a success. `error` and `message` are the same text, as the specification asks. */
export const ErrorBody = z.object({
  error: z.string(),
  message: z.string(),
  code: z.string(),
  requestId: z.string(),
  fields: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  retryAfterSeconds: z.optional(z.number()),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
