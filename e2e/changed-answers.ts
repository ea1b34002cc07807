import type { Page } from '@playwright/test';

/** What the shell and the sign-in ask for on every page: a page's own calls are all others. */
const shellCalls = ['/api/auth/', '/api/setup/', '/api/tenants'];

/** What is done to the answers of a page's own calls. */
export type Change = 'failing' | 'empty';

declare global {
  interface Window {
    /** Set by the script below; `none` gives the answers as they come. */
    answersAre?: Change | 'none';
  }
}

/**
 * From its next load on, each load of this page begins with its own calls failing with 503, or with their lists empty, until
 * `giveAnswers`. It is done in the page: a route of Playwright's turns off the browser's cache, and each load would take
 * three times as long.
 */
export async function changeAnswers(page: Page, change: Change): Promise<void> {
  await page.addInitScript(
    ({ first, shell }) => {
      const send = window.fetch.bind(window);
      window.answersAre = first;
      const emptied = (value: object) =>
        Object.fromEntries(
          Object.entries(value).flatMap(([key, member]) => {
            if (key === 'nextCursor') return [];
            if (Array.isArray(member)) return [[key, []]];
            return [[key, key === 'total' ? 0 : member]];
          }),
        );
      const failure = () => {
        const text = 'The records cannot be reached right now. Please try again in a moment.';
        const body = {
          error: text,
          message: text,
          code: 'UNAVAILABLE',
          requestId: 'e2e-request',
          retryAfterSeconds: 5,
        };
        return Response.json(body, { status: 503 });
      };
      window.fetch = async (input, init) => {
        const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
        const isOwn = pathname.startsWith('/api/') && !shell.some((one) => pathname.startsWith(one));
        const change = window.answersAre;
        if (!isOwn || change === 'none') return send(input, init);
        if (change === 'failing') return failure();
        const answer = await send(input, init);
        const isJson = answer.ok && (answer.headers.get('content-type') ?? '').includes('json');
        if (!isJson) return answer;
        const body: unknown = await answer.json();
        // Short lists are answered bare.
        if (Array.isArray(body)) return Response.json([]);
        return Response.json(typeof body === 'object' && body !== null ? emptied(body) : body);
      };
    },
    { first: change, shell: shellCalls },
  );
}

/** From now on until the next load, calls are answered as they are. */
export async function giveAnswers(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.answersAre = 'none';
  });
}
