import { getSession, signInLocally } from '@tenantry/contract/auth';
import { listFindings, setFindingStatus } from '@tenantry/contract/findings';
import { stepUp } from '@tenantry/contract/step-up';
import { listTenants } from '@tenantry/contract/tenants';
import { describe, expect, test } from 'vitest';
import { apiError, contoso, json } from '../testing/fake-server.ts';
import { listOf } from '../testing/findings.ts';
import { call, onUnauthorized } from './api-client.ts';
import { ApiError } from './api-error.ts';

let seen: Request | undefined;

function answerWith(response: Response | Error) {
  globalThis.fetch = (input, init) => {
    seen = new Request(new URL(String(input), 'http://localhost'), init);
    return response instanceof Error ? Promise.reject(response) : Promise.resolve(response);
  };
}

const raw = (body: string, status: number, contentType: string, statusText = '') =>
  new Response(body, { status, statusText, headers: { 'content-type': contentType } });

async function errorOf(response: Response | Error): Promise<ApiError> {
  answerWith(response);
  const error: unknown = await call(listTenants, { tenantId: null }).catch((thrown: unknown) => thrown);
  if (error instanceof ApiError) return error;
  throw new Error('The call was expected to fail', { cause: error });
}

describe('a call', () => {
  test('answers what the schema makes of the body', async () => {
    answerWith(json({ tenants: [{ ...contoso, surplus: true }] }));
    expect(await call(listTenants, { tenantId: null })).toEqual({ tenants: [contoso] });
  });

  test('fills in path parameters and the query, and leaves out what is not given', async () => {
    answerWith(json(listOf([])));
    await call(listFindings, { query: { status: 'resolved', search: 'a & b', cursor: undefined }, tenantId: null });
    expect(seen?.url).toBe('http://localhost/api/graph/findings?status=resolved&search=a+%26+b');
  });

  test('encodes path parameters', async () => {
    answerWith(json({}));
    await call(setFindingStatus, { params: { findingId: '../x' }, body: { status: 'resolved' }, tenantId: null }).catch(
      () => undefined,
    );
    expect(seen?.url).toBe('http://localhost/api/findings/..%2Fx');
  });

  test('says that it is ours, which no link, form or typed address can', async () => {
    answerWith(json({ tenants: [] }));
    await call(listTenants, { tenantId: null });
    expect(seen?.headers.get('x-requested-with')).toBe('Tenantry');
  });

  test('carries the tenant that it is for, or none', async () => {
    answerWith(json({ tenants: [] }));
    await call(listTenants, { tenantId: 'other' });
    expect(seen?.headers.get('x-tenant-id')).toBe('other');
    answerWith(json({ tenants: [] }));
    await call(listTenants, { tenantId: null });
    expect(seen?.headers.has('x-tenant-id')).toBe(false);
  });

  test('says that its body is JSON only when there is one', async () => {
    answerWith(json({ tenants: [] }));
    await call(listTenants, { tenantId: null });
    expect(seen?.headers.has('content-type')).toBe(false);
    answerWith(json({}));
    await call(signInLocally, { body: { username: 'dana', password: 'x' }, tenantId: null }).catch(() => undefined);
    expect(seen?.headers.get('content-type')).toBe('application/json');
  });
});

describe('a call that fails', () => {
  test('carries the API’s text, code, fields and request id', async () => {
    const fields = [{ path: 'name', message: 'Name is required' }];
    const body = { error: 'Bad', message: 'Bad', code: 'INVALID_INPUT', requestId: 'r-7', fields };
    const error = await errorOf(json(body, 400));
    expect(error).toMatchObject({ message: 'Bad', status: 400, code: 'INVALID_INPUT', requestId: 'r-7', fields });
  });

  test.each([
    [json({ error: 'First', message: 'Second' }, 500), 'First'],
    [json({ message: 'Second' }, 500), 'Second'],
    [raw('{}', 500, 'application/json', 'Internal Server Error'), 'Internal Server Error'],
    [raw('{broken', 500, 'application/json', 'Internal Server Error'), '500 Internal Server Error'],
    [raw('out of order', 503, 'text/plain', 'Unavailable'), '503 out of order'],
    [raw('', 503, 'text/plain', 'Unavailable'), '503 Unavailable'],
    [raw('<!doctype html><p>Sign in</p>', 200, 'text/html'), 'Authentication required - please login'],
    [raw('<html><p>No</p></html>', 403, 'text/html'), 'Authentication required - please login as admin'],
    [raw('<html>Gateway</html>', 502, 'text/html', 'Bad Gateway'), '502 Bad Gateway'],
    [raw('hello', 200, 'text/plain'), 'Expected JSON response but got text/plain: hello'],
  ])('says what the answer allows it to say (%#)', async (response, message) => {
    expect((await errorOf(response)).message).toBe(message);
  });

  test('quotes no more than 100 characters of an answer that is not JSON', async () => {
    const error = await errorOf(raw('x'.repeat(500), 200, 'text/plain'));
    expect(error.message).toBe(`Expected JSON response but got text/plain: ${'x'.repeat(100)}`);
  });

  test('without a network is told apart from an answer', async () => {
    expect(await errorOf(new TypeError('offline'))).toMatchObject({ status: 0, code: 'NETWORK' });
  });

  test('an answer that is not of the declared shape is an error, not data', async () => {
    expect(await errorOf(json({ tenants: [{ id: 1 }] }))).toMatchObject({ code: 'UNEXPECTED_SHAPE' });
  });
});

describe('a 401', () => {
  const unauthorized = () => json({ error: 'No', message: 'No', code: 'NOT_SIGNED_IN', requestId: 'r' }, 401);

  test('is told to the session, once, and raised as an expired session', async () => {
    let told = 0;
    const stop = onUnauthorized(() => {
      told += 1;
    });
    expect((await errorOf(unauthorized())).message).toBe('Session expired');
    stop();
    expect(told).toBe(1);
  });

  test('of a sign-in call is that call’s own', async () => {
    let told = 0;
    const stop = onUnauthorized(() => {
      told += 1;
    });
    answerWith(unauthorized());
    await expect(call(getSession, { tenantId: null, isSignInCall: true })).rejects.toThrow('No');
    stop();
    expect(told).toBe(0);
  });
});

describe('a session that gets a new id', () => {
  const notSignedIn = () => apiError('NOT_SIGNED_IN', 'Not signed in');

  test('does not sign out a call that was on its way with the old one', async () => {
    const renewed = Promise.withResolvers<Response>();
    let calls = 0;
    globalThis.fetch = async (input) => {
      if (String(input) === '/api/auth/step-up') return renewed.promise;
      calls += 1;
      return calls === 1 ? notSignedIn() : json({ tenants: [contoso] });
    };
    const ended: string[] = [];
    const stop = onUnauthorized(() => ended.push('ended'));
    const renewing = call(stepUp, { body: { password: 'right' }, tenantId: null, renewsSession: true });
    const list = call(listTenants, { tenantId: null });
    renewed.resolve(json({ success: true }));
    await renewing;
    expect(await list).toEqual({ tenants: [contoso] });
    expect([calls, ended]).toEqual([2, []]);
    stop();
  });

  test('signs out what is not signed in after it either, and sends that twice at most', async () => {
    answerWith(json({ success: true }));
    await call(stepUp, { body: { password: 'right' }, tenantId: null, renewsSession: true });
    let calls = 0;
    globalThis.fetch = async () => {
      calls += 1;
      return notSignedIn();
    };
    const ended: string[] = [];
    const stop = onUnauthorized(() => ended.push('ended'));
    await expect(call(listTenants, { tenantId: null })).rejects.toThrow('Session expired');
    expect(calls).toBeLessThanOrEqual(2);
    expect(ended).toEqual(['ended']);
    stop();
  });
});
