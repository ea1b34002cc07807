import { endpoints } from '@tenantry/contract/endpoints';
import type { FittingCall } from '../../api/testing/fitting-calls.ts';
import type { Grounds } from './callers.ts';
import { sendCall } from './send-call.ts';

/**
 * Many calls at once, while a colleague goes on working. `answers`: what each of them may be answered; 503 by those that keep the host
 * free for others, which say when to come back.
 */
export type Storm = {
  what: string;
  count: number;
  endpoint: string;
  call(place: number, grounds: Grounds): FittingCall;
  answers: readonly number[];
  /** The caller is not signed in. */
  isAnonymous?: boolean;
};

/** @param size 1 is the whole, less is a part of it */
export const stormsOf = (size: number): Storm[] =>
  [
    {
      what: 'reports',
      count: 60,
      endpoint: 'report-generate',
      call: (_place: number, { own }: Grounds) => ({ body: { tenantId: own.id } }),
      answers: [201, 202, 429],
    },
    {
      what: 'mail checks',
      count: 200,
      endpoint: 'mailflow',
      call: (place: number, { own }: Grounds) => ({ tenantId: own.id, query: { domain: `storm-${place}.example` } }),
      answers: [200, 429, 503],
    },
    {
      what: 'searches',
      count: 300,
      endpoint: 'audit-trail',
      call: (place: number) => ({ query: { search: `storm ${place}` } }),
      answers: [200, 429],
    },
    {
      what: 'false sign-ins',
      count: 300,
      endpoint: 'auth-local',
      call: (place: number) => ({ body: { username: `storm-${place % 20}`, password: 'Wr0ng!pass' } }),
      answers: [401, 429, 503],
      isAnonymous: true,
    },
  ].map((storm) => ({ ...storm, count: Math.max(4, Math.round(storm.count * size)) }));

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

export type StormResult = {
  /** How often each status was answered. */
  answers: Map<number, number>;
  seconds: number;
  /** Milliseconds of the session call: before the storm, and while it lasted. */
  before: number;
  meanwhile: number;
  most: number;
  deviations: string[];
};

const endpointOf = (name: string) => {
  const endpoint = endpoints.find((one) => one.name === name);
  if (!endpoint) throw new Error(`There is no call ${name}`);
  return endpoint;
};

/** One storm by the owner of a session. The session call is made over and over until the storm is over. */
export async function runStorm(storm: Storm, cookie: string, grounds: Grounds): Promise<StormResult> {
  const { url } = grounds;
  const deviations: string[] = [];
  const session = async (): Promise<number> => {
    const beganMs = performance.now();
    const { status } = await sendCall({ url, cookie }, endpointOf('auth-session'), {});
    if (status !== 200) deviations.push(`the session call answered ${status}`);
    return performance.now() - beganMs;
  };
  const quiet: number[] = [];
  for (let time = 0; time < 15; time += 1) quiet.push(await session());
  let isOver = false;
  const beganMs = performance.now();
  const endpoint = endpointOf(storm.endpoint);
  const sender = { url, cookie: storm.isAnonymous ? '' : cookie };
  const answered = Promise.all(
    Array.from({ length: storm.count }, (_, place) => sendCall(sender, endpoint, storm.call(place, grounds))),
  ).finally(() => {
    isOver = true;
  });
  const meanwhile: number[] = [];
  do meanwhile.push(await session());
  while (!isOver);
  const answers = new Map<number, number>();
  for (const { status, text } of await answered) {
    answers.set(status, (answers.get(status) ?? 0) + 1);
    const isShed = status === 503 && /"code":"UNAVAILABLE"/.test(text) && /"retryAfterSeconds":\d/.test(text);
    if (!storm.answers.includes(status) || (status === 503 && !isShed))
      deviations.push(`${storm.what}: ${status} ${text.slice(0, 200)}`);
  }
  return {
    answers,
    seconds: (performance.now() - beganMs) / 1000,
    before: median(quiet),
    meanwhile: median(meanwhile),
    most: Math.max(...meanwhile),
    deviations,
  };
}
