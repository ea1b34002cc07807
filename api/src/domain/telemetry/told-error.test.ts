import { expect, it } from 'vitest';
import { canaryError, canaryText, tracesIn } from '../../../testing/canaries.ts';
import { isCodeFile } from '../../adapters/telemetry/code-files.ts';
import { knownWords } from './known-words.ts';
import { toldError } from './told-error.ts';

const told = (thrown: unknown) => toldError(thrown, isCodeFile);
const throwing = () => {
  throw canaryError();
};

it.each([
  ['connect ECONNREFUSED 127.0.0.1:10002', 'connect ECONNREFUSED …'],
  ['fetch failed', 'fetch failed'],
  ["Cannot read properties of undefined (reading 'displayName')", 'Cannot read properties of undefined reading …'],
  ['AADSTS65001: The user or administrator has not consented', 'AADSTS65001: The user or administrator has not …'],
  ['Request failed with status code 503', 'Request failed with status code 503'],
  ['call 503 555 0199', 'call …'],
  ['user Ottilie Zausinger was not found', 'user … was not found'],
  ['The password hunter2 is wrong', 'The password … is wrong'],
  [
    'tenant 3f2504e0-4f89-41d3-9a0c-0305e82c3301 has no access',
    'tenant 3f2504e0-4f89-41d3-9a0c-0305e82c3301 has no access',
  ],
])('of "%s" the known words are told', (message, words) => {
  expect(knownWords(message).toLowerCase()).toContain(words.toLowerCase());
});

it.each([
  ['an error', canaryError()],
  ['an AggregateError', new AggregateError([canaryError(), canaryText, null], canaryText)],
  ['a cause that leads back to itself', Object.assign(canaryError(), { cause: canaryError() })],
  ['a text', canaryText],
  ['an object', { message: canaryText, name: canaryText, code: canaryText, stack: canaryText, cause: canaryText }],
  ['a function', Object.assign(() => undefined, { message: canaryText })],
  ['a symbol', Symbol(canaryText)],
  ['nothing', undefined],
  ['null', null],
  ['a getter that throws', Object.defineProperty(new Error('x'), 'message', { get: throwing })],
  ['a proxy that throws', new Proxy({}, { get: throwing })],
  ['a name that is somebody', Object.assign(new Error('x'), { name: 'OttilieZausinger', code: 'Zausinger' })],
])('%s that was thrown gives nothing away', (_what, thrown) => {
  const fields = told(thrown);
  expect(tracesIn(JSON.stringify(fields))).toEqual([]);
  expect(fields.errorName).toMatch(/^[A-Za-z]+$/);
});

it('keeps what a technician looks for: name, code, status, the words, the frames and what led to it', () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED 10.0.0.4:443'), { code: 'ECONNREFUSED' });
  const error = Object.assign(new TypeError('fetch failed', { cause }), {
    statusCode: 503,
    code: 'UND_ERR_CONNECT_TIMEOUT',
  });
  expect(told(error)).toEqual({
    errorName: 'TypeError',
    errorCode: 'UND_ERR_CONNECT_TIMEOUT',
    errorStatus: 503,
    errorMessage: 'fetch failed',
    errorCauses: 'Error ECONNREFUSED connect ECONNREFUSED …',
    errorStack: expect.stringMatching(/telemetry\/told-error\.test\.ts:\d+:\d+/),
  });
});

it('takes time in proportion to the length of a message', () => {
  const onceMs = (text: string) => {
    const beganMs = performance.now();
    told(new Error(text));
    return performance.now() - beganMs;
  };
  const bestMs = (text: string) => Math.min(...[1, 2, 3, 4].map(() => onceMs(text)));
  for (const part of ['a ', '(', "'a", '1.', '    at a (', 'E_', 'a@']) {
    const shortMs = Math.max(1, bestMs(part.repeat(30_000)));
    expect([part, bestMs(part.repeat(300_000)) / shortMs < 40]).toEqual([part, true]);
  }
});
