import { expect, test } from 'vitest';
import { createGraphClient } from '../../adapters/graph/graph-client.ts';
import type { Upstream } from '../../adapters/graph/upstream.ts';
import { catalog } from '../../audit/checks/catalog.ts';
import type { Check } from '../../audit/checks/shared/check.ts';
import { GraphError, type SignInEvaluation } from '../../ports/graph.ts';
import { createAsking } from './ask-microsoft.ts';
import { signInOf } from './testing/sign-in-of.ts';

function mfaForAll(): Check {
  const check = catalog.find(({ id }) => id === 'ca.mfa.all');
  if (!check) throw new Error('There is no such check');
  return check;
}

/** Asks about a sign-in of each of these accounts, of Graph as it is given. */
async function askedOf(
  users: readonly string[],
  evaluate: (signal: AbortSignal, call: number) => ReturnType<SignInEvaluation['evaluateSignIn']>,
) {
  const check = mfaForAll();
  let calls = 0;
  const open = (signal: AbortSignal): SignInEvaluation => ({
    evaluateSignIn: () => {
      calls += 1;
      return evaluate(signal, calls);
    },
  });
  const asking = createAsking(open, { by: 'scanner', now: () => new Date(0), atMost: 12, withinMs: 10 });
  const told = [];
  for (const user of users) told.push(await asking.ask({ check, signIn: signInOf(user), isSaidToPass: true }));
  return { calls, told };
}

/** As Graph's client does: it waits until the signal ends it, and throws the signal's reason. */
const never = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
const refusedWith = (failure: { status: number; code: string }) => () =>
  Promise.reject(new GraphError({ ...failure, message: 'No.' }));

test('ends where Microsoft does not answer in time, and makes no further call', async () => {
  const { calls, told } = await askedOf(['u1', 'u2'], never);
  expect(calls).toBe(1);
  const late = { outcome: 'cannotBeAsked', because: 'Microsoft did not answer in time.', isForNow: true };
  expect(told).toMatchObject([
    { answer: late, isUnanswered: true, isAsked: true },
    { answer: late, isUnanswered: true, isAsked: false },
  ]);
});

test.each([
  { status: 401, code: 'InvalidAuthenticationToken' },
  { status: 403, code: 'AccessDenied' },
  { status: 0, code: 'NotConnected' },
  { status: 429, code: 'TooManyRequests' },
  { status: 0, code: 'RateLimited' },
])('makes no further call after $status $code, which the next would get as well', async (failure) => {
  const { calls, told } = await askedOf(['u1', 'u2', 'u3'], refusedWith(failure));
  expect(calls).toBe(1);
  expect(new Set(told.map((one) => one?.answer.because)).size).toBe(1);
  // Who is refused may ask again as often as they like.
  const isRefused = failure.status === 401 || failure.status === 403 || failure.code === 'NotConnected';
  expect(new Set(told.map((one) => one?.answer.isForNow))).toEqual(new Set([isRefused ? undefined : true]));
});

test('goes on after a fault that is of one call', async () => {
  const { calls, told } = await askedOf(['u1', 'u2'], async (_, call) =>
    call === 1 ? refusedWith({ status: 500, code: 'InternalServerError' })() : [],
  );
  expect(calls).toBe(2);
  expect(told.map((one) => one?.answer.outcome)).toEqual(['cannotBeAsked', 'confirmed']);
});

test.each([
  { status: 429, calls: 1 },
  { status: 503, calls: 12 },
])('makes no more calls than it may where Graph answers with $status', async ({ status, calls }) => {
  const sent: string[] = [];
  const upstream: Upstream = {
    fetch: async ({ method }) => {
      sent.push(method);
      return Response.json({ error: { code: 'Busy', message: 'Later.' } }, { status });
    },
  };
  const open = (signal: AbortSignal) => createGraphClient({ tokens: { get: async () => 'token' }, upstream, signal });
  const asking = createAsking(open, { by: 'scanner', now: () => new Date(0), atMost: 12, withinMs: 60_000 });
  for (const user of Array.from({ length: 20 }, (_, at) => `u${at}`))
    await asking.ask({ check: mfaForAll(), signIn: signInOf(user), isSaidToPass: true });
  expect(sent).toEqual(Array.from({ length: calls }, () => 'POST'));
});
