import { expect, test } from 'vitest';
import { batchAnswer } from './graph-failures.ts';

const lost = { ok: false, failure: { status: 0, code: 'UnexpectedBody' } };

test.each([
  ['no body', { status: 403 }],
  ['a page', { status: 403, body: 'PGh0bWw+' }],
  ['nothing in it', { status: 403, body: {} }],
  ['an error without a code', { status: 400, body: { error: {} } }],
  ['no status', { body: { value: [] } }],
])('a part of a batch that is refused with %s says nothing of permissions', (_, response) => {
  expect(batchAnswer({ id: '1', ...response })).toMatchObject(lost);
});

test.each([
  [
    { status: 403, body: { error: { code: 'Forbidden', message: 'No' } } },
    { status: 403, code: 'Forbidden' },
  ],
  [
    { status: 429, headers: { 'Retry-After': '7' } },
    { status: 429, retryAfterSeconds: 7 },
  ],
  [{ status: 503 }, { status: 503 }],
])('a part of a batch says what it is: %j', (response, failure) => {
  expect(batchAnswer({ id: '1', ...response })).toMatchObject({ ok: false, failure });
});
