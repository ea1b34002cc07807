/**
 * The service on the other side: Microsoft's own cloud, or the simulator over HTTP or within this process. All of it
 * is one `fetch` that takes Microsoft's addresses; nothing on this side knows which it is.
 */
export type Upstream = { fetch(request: Request): Promise<Response> };

/**
 * Where a request names no language, Node's fetch asks for `*`, which Microsoft refuses where a language counts ("Invalid locale
 * id value *"). Names and words are wanted in English.
 */
export const acceptedLanguage = 'en-US';

function withLanguage(headers: Headers): Headers {
  if (!headers.has('accept-language')) headers.set('accept-language', acceptedLanguage);
  return headers;
}

/** The simulator as a server: each request goes to it, and says in a header which host it was meant for. */
export function simulatorOverHttp(simulatorUrl: string): Upstream {
  return {
    async fetch(request) {
      const url = new URL(request.url);
      const headers = withLanguage(new Headers(request.headers));
      headers.set('x-forwarded-host', url.host);
      const body = request.method === 'GET' ? undefined : await request.text();
      return fetch(new URL(`${url.pathname}${url.search}`, simulatorUrl), {
        method: request.method,
        headers,
        redirect: 'error',
        signal: request.signal,
        ...(body === undefined ? {} : { body }),
      });
    },
  };
}

/** The simulator within this process. */
export function simulatorInProcess(cloud: { handle(request: Request): Promise<Response> }): Upstream {
  return { fetch: (request) => cloud.handle(request) };
}

/** Microsoft itself. A redirect is never followed: a token would go with it. */
export const microsoftItself: Upstream = {
  fetch: (request) => fetch(request, { redirect: 'error', headers: withLanguage(new Headers(request.headers)) }),
};
