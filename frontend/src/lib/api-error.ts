type Details = { status: number } & Partial<Omit<ApiError, 'name' | 'message' | 'status'>>;

/** A call that did not succeed. `status` is 0 where no answer came at all. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** What stands beside the status; '' over HTTP/2, which has no such text. */
  readonly statusText: string;
  readonly requestId: string | null;
  readonly fields: readonly { path: string; message: string }[];
  readonly retryAfterSeconds: number | null;
  /** The answer was a web page: something else than the API gave it. */
  readonly isHtml: boolean;

  constructor(message: string, details: Details) {
    super(message);
    this.name = 'ApiError';
    this.status = details.status;
    this.code = details.code ?? 'UNKNOWN';
    this.statusText = details.statusText ?? '';
    this.requestId = details.requestId ?? null;
    this.fields = details.fields ?? [];
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
    this.isHtml = details.isHtml ?? false;
  }
}

/** Nothing was done, because the user did not want to confirm who they are: they know, and need not be told. */
export const wasCanceled = (error: unknown): boolean => error instanceof ApiError && error.code === 'STEP_UP_REQUIRED';

/** The text to show for anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The title for an error of a list as the specification has it: 'HTTP 503:'; none where no answer came. */
export function httpErrorTitle(error: unknown): string | undefined {
  return error instanceof ApiError && error.status > 0 ? `HTTP ${error.status}:` : undefined;
}
