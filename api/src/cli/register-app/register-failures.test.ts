import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clouds } from '../../adapters/graph/clouds.ts';
import type { Upstream } from '../../adapters/graph/upstream.ts';
import { parseRegisterArguments } from './register-arguments.ts';
import { registerWords } from './register-words.ts';
import { openRegistering } from './testing/registering.ts';

let place: Awaited<ReturnType<typeof openRegistering>>;
beforeEach(async () => {
  place = await openRegistering();
});
afterEach(() => place.close());

const isCreation = (request: Request) => request.method === 'POST' && request.url.endsWith('/v1.0/applications');
const isToken = (request: Request) => request.url.includes('/oauth2/v2.0/token');

/** Answers some requests otherwise. */
const instead =
  (answer: (request: Request, simulator: Upstream) => Promise<Response> | null) =>
  (simulator: Upstream): Upstream => ({
    fetch: (request) => answer(request, simulator) ?? simulator.fetch(request),
  });

const entraRefusal = (code: number) =>
  Response.json(
    { error: 'invalid_client', error_description: `AADSTS${code}: not known.`, error_codes: [code] },
    { status: 401 },
  );

describe('--apply', () => {
  it('whose answer was lost finds the application that it made', async () => {
    let lost = 0;
    const { error, told } = await place.register('--apply', {
      through: instead((request, simulator) => {
        if (!isCreation(request) || lost > 0) return null;
        lost += 1;
        return simulator.fetch(request).then(() => Promise.reject(new TypeError('fetch failed')));
      }),
    });
    expect(error).toBeNull();
    const [application, ...more] = await place.tagged();
    expect(more).toEqual([]);
    expect(told).toContain(String(application?.appId));
  });

  it('goes on when Microsoft throttles or fails for a while', async () => {
    let left = 2;
    const { error } = await place.register('--apply', {
      through: instead((request) => {
        if (!isCreation(request) || left === 0) return null;
        left -= 1;
        const status = left === 1 ? 429 : 503;
        return Promise.resolve(Response.json({ error: { code: 'Busy', message: 'Later.' } }, { status }));
      }),
    });
    expect(error).toBeNull();
    expect(await place.tagged()).toHaveLength(1);
  });

  it('waits until Microsoft takes the certificate, and says so once', async () => {
    let left = 3;
    const { error, said } = await place.register('--apply', {
      through: instead((request) => {
        if (!isToken(request) || left === 0) return null;
        left -= 1;
        return Promise.resolve(entraRefusal(left === 0 ? 700016 : 700027));
      }),
    });
    expect(error).toBeNull();
    expect(said.match(/Microsoft does not take the certificate yet/g)).toHaveLength(1);
    expect(said).toContain('Microsoft takes the certificate.');
  });

  it('says so where the certificate is refused for good, and the next run finishes', async () => {
    const { error, left } = await place.register('--apply', {
      through: instead((request) => (isToken(request) ? Promise.resolve(entraRefusal(53003)) : null)),
    });
    expect(error?.message).toContain('The certificate was registered, and the sign-in with it does not work yet.');
    expect(left).toContain('Run the same command again');
    expect((await place.register('--apply')).error).toBeNull();
    expect(await place.tagged()).toHaveLength(1);
  });

  it.each([
    ['429', 429, 'throttling (429)'],
    ['503', 503, 'in trouble: it answered 503'],
  ])('that only hears %s says what to do', async (_, status, words) => {
    place.cloud.faults.set({ pathPrefix: '/applications', kind: 'status', status });
    const { error, left } = await place.register('--apply');
    expect(error?.message).toContain(words);
    expect(left).toMatch(/^Nothing was changed at Microsoft\./);
  });

  it('without a network says that Graph cannot be reached', async () => {
    const { error } = await place.register('--apply', {
      through: instead(() =>
        Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error('no'), { code: 'ENOTFOUND' }) })),
      ),
    });
    expect(error?.message).toContain('The name graph.microsoft.com cannot be resolved');
  });

  it('leaves out a permission that the cloud does not know, and tells it', async () => {
    const { error, said } = await place.register('--apply', {
      through: instead((request, simulator) => {
        if (!request.url.includes('oauth2PermissionScopes')) return null;
        return simulator.fetch(request).then(async (reply) => {
          const body = await reply.json();
          const appRoles = body.appRoles.filter(({ value }: { value: string }) => value !== 'SecurityAlert.Read.All');
          return Response.json({ ...body, appRoles });
        });
      }),
    });
    expect(error).toBeNull();
    expect(said).toContain('has no SecurityAlert.Read.All: left out.');
  });
});

describe('a refusal of Graph', () => {
  const asked = parseRegisterArguments(['--tenant', 'contoso.com', '--apply']);
  it.each([
    [
      403,
      'Authorization_RequestDenied',
      'Insufficient privileges',
      /may not register[\s\S]*Cloud Application Administrator/,
    ],
    [400, 'CredentialInvalidLifetimeAsPerAppPolicy', 'Too long.', /policy of the directory[\s\S]*--valid-days/],
    [403, 'Directory_QuotaExceeded', 'Quota.', /no room[\s\S]*Delete applications/],
    [409, 'Conflict', 'Changed.', /at the same time[\s\S]*again/],
    [401, 'InvalidAuthenticationToken', 'Expired.', /no longer takes the sign-in[\s\S]*sign in again/],
    [400, 'Request_BadRequest', 'Bad.', /refused it \(400[\s\S]*Graph Explorer/],
  ])('%i %s says what to do', (status, code, message, words) => {
    if (asked === 'help') throw new Error('It was asked for help alone');
    const failure = { status, code, message };
    expect(registerWords(failure, { asked, farEnd: { cloud: clouds.commercial }, env: {} })).toMatch(words);
  });
});
