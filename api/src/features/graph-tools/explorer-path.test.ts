import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../http/app-error.ts';
import { explorerPath, needsAccount } from './explorer-path.ts';

describe('a path of the explorer', () => {
  it.each([
    ['/v1.0/me', '/v1.0/me'],
    ['  /v1.0/users?$top=5&$select=id ', '/v1.0/users?$top=5&$select=id'],
    ['/beta/organization', '/beta/organization'],
    ['/v1.0/users/jos%C3%A9@b.example', '/v1.0/users/jos%C3%A9@b.example'],
    ['/v1.0/sites/a.sharepoint.com:/sites/x', '/v1.0/sites/a.sharepoint.com:/sites/x'],
    ["/v1.0/users('a@b.example')", "/v1.0/users('a@b.example')"],
    ['/v1.0/users/a%40b.example', '/v1.0/users/a%40b.example'],
    ["/v1.0/users?$filter=startswith(displayName,'..')", '/v1.0/users?$filter=startswith(displayName,%27..%27)'],
  ])('%j is sent as %j', (typed, sent) => {
    expect(explorerPath(typed)).toBe(sent);
  });

  it.each([
    'https://graph.microsoft.com/v1.0/me',
    '//evil.example/v1.0/me',
    'evil.example/v1.0/me',
    '/v2.0/me',
    '/v1.0',
    '/V1.0/me',
    '/v1.0//evil.example',
    '/v1.0/../beta/me',
    '/v1.0/%2e%2e/beta/me',
    '/v1.0/%252e%252e/beta/me',
    '/v1.0/%25252e%25252e/me',
    '/v1.0/..%2f..%2fx',
    '/v1.0/.%2e/x',
    '/v1.0/x/./y',
    '/v1.0/..;a=b/beta/me',
    '/v1.0/%2e%2e%3b/me',
    '/v1.0/x/．．/y',
    '/v1.0/x/‥/y',
    '/v1.0/x/％2e％2e/y',
    '/v1.0/x／..／y',
    '/v1.0/x＼..＼y',
    '/v1.0/x/%c0%ae%c0%ae/y',
    '/v1.0/x/%u002e%u002e/y',
    '/v1.0/x\\..\\y',
    '/v1.0/x%5c..%5cy',
    '/v1.0/me#@evil.example',
    '/v1.0/me%23',
    '/v1.0/me\r\nHost: evil.example',
    '/v1.0/me%0d%0aHost:%20x',
    '/v1.0/%',
    '/v1.0/%zz',
    '/v1.0/$batch',
    '/v1.0/%24batch',
    '/v1.0/ /x',
    '',
    '@evil.example/v1.0/me',
  ])('%j is refused', (typed) => {
    expect(() => explorerPath(typed)).toThrow(AppError);
  });

  it('never leaves Microsoft Graph, whatever is typed', () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom(
        '..',
        '%2e',
        '%2f',
        '%5c',
        '/',
        '\\',
        '//',
        '@',
        ':',
        '#',
        '?',
        '%25',
        'me',
        'users',
        '\t',
        '\n',
        '$batch',
      ),
    );
    fc.assert(
      fc.property(fc.constantFrom('/v1.0/', '/beta/', ''), fc.array(part, { maxLength: 10 }), (start, parts) => {
        let path: string;
        try {
          path = explorerPath(start + parts.join(''));
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
          return;
        }
        const url = new URL(path, 'https://graph.microsoft.com');
        expect(url.origin).toBe('https://graph.microsoft.com');
        expect(url.pathname).toMatch(/^\/(v1\.0|beta)\//);
        expect(url.pathname.split('/')).not.toContain('..');
        expect(decodeURIComponent(url.pathname).split(/[/\\]/)).not.toContain('..');
      }),
      { numRuns: 2000 },
    );
  });

  it('is of an account where an application has no such thing', () => {
    expect(['/v1.0/me', '/v1.0/me/messages', '/beta/me?$select=id'].every(needsAccount)).toBe(true);
    expect(['/v1.0/users', '/v1.0/meetings', '/v1.0/users/me'].some(needsAccount)).toBe(false);
  });
});
