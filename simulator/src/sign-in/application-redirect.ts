import type { EntraError } from '../entra/entra-errors.ts';
import type { EntraRequest } from '../entra/entra-parts.ts';
import { errorDescription, errorUri } from '../entra/entra-refusal.ts';
import { html, pageResponse } from './html.ts';

export type ResponseMode = 'query' | 'fragment' | 'form_post';

export function isResponseMode(value: string): value is ResponseMode {
  return value === 'query' || value === 'fragment' || value === 'form_post';
}

/** Where the application waits for the answer, and how it wants it. */
export interface ReplyTo {
  redirectUri: string;
  mode: ResponseMode;
  /** Comes back as it was sent; null: none was. */
  state: string | null;
}

/** Sends the browser back to the application with these values. */
export function redirectToApp({ redirectUri, mode, state }: ReplyTo, values: Record<string, string>): Response {
  const all = Object.entries(state === null ? values : { ...values, state });
  if (mode === 'form_post') {
    const fields = all.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
    return pageResponse(
      'Back to the application',
      html`<form method="post" action="${redirectUri}">${fields}<button class="primary">Continue</button></form>`,
    );
  }
  const url = new URL(redirectUri);
  if (mode === 'fragment') url.hash = new URLSearchParams(all).toString();
  else for (const [name, value] of all) url.searchParams.append(name, value);
  return new Response(null, {
    status: 302,
    headers: { location: url.href, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  });
}

/** The error on its way to the application. `error`: the name that the authorize endpoint uses for it, where another. */
export function redirectWithError(
  replyTo: ReplyTo,
  refusal: EntraError,
  request: EntraRequest,
  error = refusal.error,
  more: Record<string, string> = {},
): Response {
  return redirectToApp(replyTo, {
    error,
    ...(refusal.subcode === undefined ? {} : { error_subcode: refusal.subcode }),
    ...(refusal.suberror === undefined ? {} : { suberror: refusal.suberror }),
    error_description: errorDescription(refusal, request),
    error_uri: errorUri(refusal),
    ...more,
  });
}

/** What Entra shows instead of a redirect where it does not trust the address. */
export function errorPage(refusal: EntraError, request: EntraRequest): Response {
  return pageResponse(
    'Sorry, but we’re having trouble signing you in.',
    html`<p class="error" role="alert">${errorDescription(refusal, request)}</p>`,
    refusal.status,
  );
}
