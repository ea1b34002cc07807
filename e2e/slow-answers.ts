import type { BrowserContext, Page } from '@playwright/test';
import { canaryOf, type Marked } from './frame-watch.ts';

declare global {
  interface Window {
    /** Calls under way, by tenant. */
    underWay: Record<string, number>;
  }
}

/**
 * Answers that name a tenant come after 0 to 600 ms, each after another time, the same in each run; those of a
 * tenant that the address no longer names come last, also where the page has given them up. Each sentence in them
 * ends with the mark of its tenant.
 */
export async function slowDown(context: BrowserContext, tenants: readonly Marked[], seed: number): Promise<void> {
  const canaries = tenants.map(({ id }) => ({ id, canary: canaryOf(id) }));
  await context.addInitScript(
    ({ tenants, seed }) => {
      const send = window.fetch.bind(window);
      window.underWay = Object.fromEntries(tenants.map(({ id }) => [id, 0]));
      let state = seed;
      const random = () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 32;
      };
      const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
      const isNamed = (id: string) => new URLSearchParams(location.search).get('tenantId') === id;
      const othersUnderWay = (id: string) => Object.entries(window.underWay).some(([one, n]) => one !== id && n > 0);
      const withCanary = (value: unknown, canary: string): unknown => {
        if (Array.isArray(value)) return value.map((member) => withCanary(member, canary));
        if (typeof value === 'object' && value !== null) {
          return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withCanary(member, canary)]));
        }
        // Words of an enumeration have no spaces, and what has is read by people.
        return typeof value === 'string' && /[a-z] [a-z]/i.test(value) ? `${value} ${canary}` : value;
      };
      async function slowly(id: string, canary: string, input: RequestInfo | URL, init?: RequestInit) {
        const { signal: _, ...rest } = init ?? {};
        const answer = await send(input, rest);
        const text = await answer.text();
        const isJson = answer.ok && (answer.headers.get('content-type') ?? '').includes('json');
        await after(random() * 600);
        for (let waited = 0; !isNamed(id) && othersUnderWay(id) && waited < 3000; waited += 20) await after(20);
        if (!isNamed(id)) await after(60);
        const body = isJson ? JSON.stringify(withCanary(JSON.parse(text), canary)) : text;
        return new Response(body, { status: answer.status, headers: answer.headers });
      }
      window.fetch = async (input, init) => {
        const url = new URL(input instanceof Request ? input.url : input, location.href);
        const asked = new Headers(init?.headers).get('x-tenant-id') ?? decodeURIComponent(url.href);
        const tenant = tenants.find(({ id }) => url.pathname.startsWith('/api/') && asked.includes(id));
        if (tenant === undefined) return send(input, init);
        const { id, canary } = tenant;
        window.underWay[id] = (window.underWay[id] ?? 0) + 1;
        try {
          return await slowly(id, canary, input, init);
        } finally {
          window.underWay[id] -= 1;
        }
      };
    },
    { tenants: canaries, seed },
  );
}

/** Until everything that was asked has been answered, and nothing more was asked for that. */
export async function untilAnswered(page: Page): Promise<void> {
  await page.waitForFunction(
    async () => {
      const isQuiet = () => Object.values(window.underWay).every((n) => n === 0);
      if (!isQuiet()) return false;
      await new Promise((resolve) => setTimeout(resolve, 100));
      return isQuiet();
    },
    undefined,
    { polling: 50 },
  );
}

/** Until something of this tenant is being asked for. */
export async function untilAsked(page: Page, { id }: Marked): Promise<void> {
  await page.waitForFunction((one) => (window.underWay[one] ?? 0) > 0, id, { polling: 10 });
}
