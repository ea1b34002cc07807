import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

type Headers = Record<string, string>;
type Configuration = {
  routes: { route: string; headers?: Headers; rewrite?: string; statusCode?: number }[];
  navigationFallback: { rewrite: string; exclude: string[] };
  globalHeaders: Headers;
};

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const { routes, navigationFallback, globalHeaders } = JSON.parse(read('staticwebapp.config.json')) as Configuration;
const headersOf = (route: string) => routes.find((one) => one.route === route)?.headers;

const directives = new Map(
  (globalHeaders['Content-Security-Policy'] ?? '').split('; ').map((part) => {
    const [name, ...sources] = part.split(' ');
    return [String(name), sources] as const;
  }),
);

describe('the Content-Security-Policy of a page', () => {
  it('lets in what comes from the site itself, and nothing else', () => {
    expect(Object.fromEntries(directives)).toEqual({
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      // Fluent writes its rules into style elements that are empty when they come into the page: the hash of no text.
      'style-src': ["'self'", `'sha256-${createHash('sha256').update('').digest('base64')}'`],
      'img-src': ["'self'"],
      'font-src': ["'self'"],
      'connect-src': ["'self'"],
      'manifest-src': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-src': ["'none'"],
      'frame-ancestors': ["'none'"],
      'require-trusted-types-for': ["'script'"],
      'trusted-types': ["'none'"],
    });
  });

  it('names no source that stands for many, and nothing unsafe', () => {
    const text = globalHeaders['Content-Security-Policy'];
    for (const open of ['*', 'unsafe-', 'data:', 'blob:', 'http:', 'https:']) expect(text, open).not.toContain(open);
  });

  it('fits the document: no script, style or handler stands within it', () => {
    const page = read('frontend/index.html');
    expect(page).not.toMatch(/<style|\sstyle=|\son[a-z]+=|javascript:/i);
    const scripts = page.match(/<script[^>]*>[^<]*<\/script>/g) ?? [];
    expect(scripts).toHaveLength(1);
    expect(scripts[0]).toMatch(/^<script type="module" src="\/[^"]+"><\/script>$/);
  });
});

describe('the headers of the static web app', () => {
  it('keep browsers on HTTPS, out of frames, and from guessing what a file is', () => {
    expect(globalHeaders).toMatchObject({
      'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
      'X-Frame-Options': 'DENY',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'same-origin',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
    });
  });

  it('deny a page every feature of the browser but writing to the clipboard, which links to copy need', () => {
    const policy = new Map(
      (globalHeaders['Permissions-Policy'] ?? '').split(', ').map((part) => part.split('=') as [string, string]),
    );
    const granted = [...policy].filter(([, allowed]) => allowed !== '()');
    expect(granted).toEqual([['clipboard-write', '(self)']]);
    const needed = ['accelerometer', 'autoplay', 'bluetooth', 'browsing-topics', 'camera', 'clipboard-read'];
    needed.push('display-capture', 'geolocation', 'gyroscope', 'hid', 'idle-detection', 'magnetometer', 'microphone');
    needed.push('midi', 'payment', 'publickey-credentials-get', 'screen-wake-lock', 'serial', 'usb', 'web-share');
    expect([...policy.keys()]).toEqual(expect.arrayContaining([...needed, 'xr-spatial-tracking']));
  });

  it('let a browser keep files that are named by their hash, and ask anew for everything else', () => {
    expect(headersOf('/assets/*')).toEqual({ 'Cache-Control': 'public, max-age=31536000, immutable' });
    expect(globalHeaders['Cache-Control']).toBe('no-cache');
    const kept = routes.filter(({ headers }) => /max-age|immutable/.test(headers?.['Cache-Control'] ?? ''));
    expect(kept.map(({ route }) => route)).toEqual(['/assets/*']);
  });

  it('are taken back by no route', () => {
    const changed = routes
      .flatMap(({ headers }) => Object.keys(headers ?? {}))
      .filter((name) => name !== 'Cache-Control');
    expect(changed).toEqual([]);
  });

  it('answer a call or a file that is not there as such, never with the page', () => {
    expect(navigationFallback.exclude).toEqual(
      expect.arrayContaining(['/.auth/*', '/api/*', '/assets/*', '/help/*.md']),
    );
    expect(routes.find(({ route }) => route === '/.auth/*')?.statusCode).toBe(404);
  });
});
