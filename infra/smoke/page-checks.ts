import { createHash } from 'node:crypto';
import { type Answer, type Ask, headerLines, line, notLookedAt, type SmokeCheck } from './smoke-check.ts';

/** The part of staticwebapp.config.json that the page is held against. */
export interface WebAppConfig {
  globalHeaders: Record<string, string>;
  routes: { route: string; headers?: Record<string, string>; statusCode?: number }[];
}

export interface PageToCheck {
  origin: string;
  config: WebAppConfig;
  /** index.html of the release that is to be found there; undefined where only one installation is looked at. */
  releasedPage: string | undefined;
}

/** Headers that the rule of a route adds or replaces. @throws Error where the configuration has no such rule */
function routeHeaders(config: WebAppConfig, route: string): Record<string, string> {
  const headers = config.routes.find((rule) => rule.route === route)?.headers;
  if (headers === undefined) throw new Error(`staticwebapp.config.json has no headers for ${route}`);
  return headers;
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** A browser may keep what it got only if it asks again each time. */
function isAskedAgain(cacheControl: string | null): boolean {
  const directives = (cacheControl ?? '').toLowerCase().split(/\s*,\s*/);
  return directives.includes('no-cache') || directives.includes('no-store');
}

/**
 * With trailingSlash `auto`, Static Web Apps answers a file of that name by a 301 to its folder (Microsoft Learn, "Configure Azure Static
 * Web Apps", trailing slash). The Static Web Apps CLI does not play it: Azure/static-web-apps-cli issue 418.
 */
function leadsToPage({ status, headers }: Answer, origin: string): boolean {
  const location = headers.get('location');
  return status === 301 && location !== null && new URL(location, origin).href === new URL('/', origin).href;
}

/** What Static Web Apps itself answers: page, files, headers, closed sign-in. */
export function pageChecks(ask: Ask, { origin, config, releasedPage }: PageToCheck): SmokeCheck[] {
  const page = () => ask(`${origin}/`);
  return [
    {
      name: 'page',
      async look() {
        const answer = await page();
        const type = answer.headers.get('content-type') ?? 'absent';
        return [
          line(
            '/: the page',
            answer.status === 200 && type.includes('text/html'),
            `${answer.status} ${type}`,
            '200 text/html',
          ),
          ...headerLines('/', answer, config.globalHeaders),
          releasedPage === undefined
            ? notLookedAt('/: the page of this release', 'no release was given (--web)')
            : line(
                '/: the page of this release',
                answer.text === releasedPage,
                digest(answer.text),
                digest(releasedPage),
              ),
        ];
      },
    },
    {
      name: '/index.html',
      async look() {
        const [answer, { text }] = [await ask(`${origin}/index.html`), await page()];
        const cached = answer.headers.get('cache-control');
        const isPage = answer.status === 200 && answer.text === text;
        const isLed = leadsToPage(answer, origin);
        const seen = isPage ? '200, the page' : `${answer.status} ${answer.headers.get('location') ?? 'no Location'}`;
        return [
          line('/index.html: leads to the page', isPage || isLed, seen, '301 to /, or the page'),
          // A redirect that a browser keeps leads where it did.
          line(
            '/index.html: not kept by browsers',
            isLed || isAskedAgain(cached),
            cached ?? 'no Cache-Control',
            'no-cache',
          ),
        ];
      },
    },
    {
      name: '/smoke-test/no-such-page',
      async look() {
        const path = '/smoke-test/no-such-page';
        const [answer, { text }] = [await ask(origin + path), await page()];
        const same = answer.text === text ? 'the page' : 'something else';
        const cached = answer.headers.get('cache-control');
        const isPage = answer.status === 200 && answer.text === text;
        return [
          line(`${path}: the page`, isPage, `${answer.status}, ${same}`, '200, the page'),
          line(`${path}: not kept by browsers`, isAskedAgain(cached), cached ?? 'no Cache-Control', 'no-cache'),
        ];
      },
    },
    {
      name: 'asset',
      async look() {
        const asset = /(?:src|href)="(\/assets\/[^"]+\.js)"/.exec((await page()).text)?.[1];
        if (asset === undefined) return [line('an asset', false, 'the page names none', 'a script under /assets/')];
        const answer = await ask(origin + asset);
        const type = answer.headers.get('content-type') ?? 'absent';
        return [
          line(
            asset,
            answer.status === 200 && type.includes('javascript'),
            `${answer.status} ${type}`,
            '200 javascript',
          ),
          ...headerLines(asset, answer, routeHeaders(config, '/assets/*')),
        ];
      },
    },
    ...['/assets/smoke-test-none.js', '/.auth/me', '/.auth/login/aad', '/.auth/login/github'].map((path) => ({
      name: path,
      async look() {
        const { status } = await ask(origin + path);
        return [line(`${path}: closed`, status === 404, String(status), '404')];
      },
    })),
    { name: 'plain HTTP', look: () => lookAtPlainHttp(ask, origin) },
  ];
}

async function lookAtPlainHttp(ask: Ask, origin: string) {
  const what = 'plain HTTP leads to HTTPS';
  const { protocol, hostname } = new URL(origin);
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (isLoopback) return [notLookedAt(what, 'there is no TLS on loopback')];
  if (protocol !== 'https:') return [line(what, false, origin, 'an https origin')];
  const { status, headers } = await ask(`http://${hostname}/`);
  const target = headers.get('location') ?? 'no Location';
  const leads = [301, 302, 307, 308].includes(status) && target.startsWith(`https://${hostname}`);
  return [line(what, leads, `${status} ${target}`, `301 or 308 to https://${hostname}/`)];
}
