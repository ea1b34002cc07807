import type { Endpoint, Schema } from '@tenantry/contract/endpoint';
import { endpoints } from '@tenantry/contract/endpoints';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { fittingCall } from '../../testing/fitting-calls.ts';
import { type Answer, createTestApp, type TestApp } from '../../testing/test-app.ts';
import { all } from '../ports/collection.ts';
import { containers } from '../store/containers.ts';

const withBody = endpoints.filter((endpoint) => endpoint.body !== undefined);
const named = (list: readonly Endpoint[]) => list.map((endpoint) => [endpoint.name, endpoint] as const);

/** The fields that a body needs; where it needs none, those that it may have. */
function requiredFields(schema: Schema | undefined): string[] {
  if (!schema) return [];
  const { required = [], properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return required.length > 0 ? required : Object.keys(properties);
}

const unreadable = [
  '\ud800',
  '\udfff',
  '\0',
  '\u001b',
  '\u007f',
  '\u0085',
  '\u200b',
  '\u202e',
  '\u2066',
  '\u2028',
  '\ufeff',
];

const noWholeNumbers = [
  '0x10',
  '1e1',
  '\n5',
  ' 5',
  '5 ',
  '+5',
  '-1',
  '05',
  '5.0',
  '५',
  '５',
  '',
  'NaN',
  '0',
  '9'.repeat(99),
];
const noInstants = [
  '2026-02-30T00:00:00Z',
  '2026-11-20',
  '2026-11-20T12:00:00',
  '+275761-01-01T00:00:00Z',
  'soon',
  '',
  0,
];

type Field = { name: string; type?: unknown; format?: unknown };

function properties(schema: Schema | undefined): Field[] {
  if (!schema) return [];
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).map(([name, field]) => ({ ...(typeof field === 'object' ? field : {}), name }));
}

const fieldsOf = (schema: Schema | undefined): string[] => properties(schema).map(({ name }) => name);

/** Any text is one to search for. */
const searched = ['actor', 'search', 'tenant', 'checkId', 'user', 'target', 'assigneeId', 'remedyId'];

describe('bad input', () => {
  let app: TestApp;
  let tenantId: string;
  let cookie: string;
  let paramsOf: (endpoint: Endpoint) => Record<string, string>;
  let before: string;

  async function everythingStored(): Promise<string> {
    const stored: unknown[] = [];
    for (const container of Object.values(containers)) {
      for await (const record of all(app.app.records.across<{ id: string }>(container))) stored.push(record);
    }
    return JSON.stringify(stored);
  }

  beforeAll(async () => {
    app = await createTestApp();
    [tenantId = ''] = await app.tenantIds();
    cookie = await app.signInAs('admin', { kind: 'all' });
    paramsOf = (endpoint) =>
      Object.fromEntries(
        [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [
          name,
          {
            id: endpoint.tenant.from === 'idPrefix' ? `${tenantId}_absent` : tenantId,
            tenantId,
            syncType: 'audit-run',
            framework: 'cis-m365',
            runId: '00000000-0000-4000-8000-0000000000aa',
            userId: '00000000-0000-4000-8000-0000000000aa',
            channelId: '00000000-0000-4000-8000-0000000000aa',
            ruleId: '00000000-0000-4000-8000-0000000000aa',
            systemId: '00000000-0000-4000-8000-0000000000aa',
            ...(endpoint.path.startsWith('/api/admin/users/')
              ? { id: 'user-00000000-0000-4000-8000-0000000000aa' }
              : {}),
          }[name] ?? `${tenantId}_absent`,
        ]),
      );
    before = await everythingStored();
  });
  afterAll(() => app.close());

  const expectClear = (answer: Answer, status: number) => {
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(String(answer.json.message).length).toBeGreaterThan(10);
    expect(answer.json.code).not.toBe('INTERNAL');
  };

  it.each(named(withBody))('%s refuses JSON that does not parse', async (_, endpoint) => {
    for (const rawBody of ['', '{', '{"a":', 'hello', '{"a":1}}', new Uint8Array([0xff, 0xfe, 0x7b])]) {
      expectClear(await app.call(endpoint, { rawBody, cookie, params: paramsOf(endpoint) }), 400);
    }
  });

  it.each(named(withBody))('%s refuses a body that is JSON of another form', async (_, endpoint) => {
    for (const body of [null, [], 1, 'text', true, {}, [{}]]) {
      // Where no field is required, an object without any fits.
      if (z.safeParse(endpoint.body as Schema, body).success) continue;
      expectClear(await app.call(endpoint, { body, cookie, params: paramsOf(endpoint) }), 400);
    }
  });

  it.each(named(withBody))('%s names each field that is missing or of a wrong type', async (_, endpoint) => {
    const fields = requiredFields(endpoint.body);
    expect(fields.length).toBeGreaterThan(0);
    // Beside one that is wrong, null may be right for another.
    const { shape } = endpoint.body as unknown as { shape?: Record<string, Schema> };
    const isRefused = (value: unknown) => (field: string) =>
      shape?.[field] === undefined || !z.safeParse(shape[field], value).success;
    for (const wrong of [undefined, null, 17, {}, [], true]) {
      const body = Object.fromEntries(fields.map((field) => [field, wrong]));
      // Of a switch, `true` is right.
      if (z.safeParse(endpoint.body as Schema, body).success) continue;
      const answer = await app.call(endpoint, { body, cookie, params: paramsOf(endpoint) });
      expectClear(answer, 400);
      const told = (answer.json.fields as { path: string }[]).map((field) => field.path);
      for (const field of fields.filter(isRefused(wrong)))
        expect(told.some((path) => path.split('.')[0] === field)).toBe(true);
      // A message of the contract's own is a whole sentence; any other begins with its field.
      const problems = answer.json.fields as { path: string; message: string }[];
      const message = String(answer.json.message);
      expect(problems.some((one) => message.startsWith(one.path) || message === one.message)).toBe(true);
    }
  });

  it.each(named(endpoints))('%s names each field that holds what nobody can read', async (_, endpoint) => {
    const bodyFields = fieldsOf(endpoint.body);
    const queryFields = [...fieldsOf(endpoint.query), 'unknown'];
    const told = (answer: Answer) => (answer.json.fields as { path: string }[]).map(({ path }) => path);
    for (const text of unreadable) {
      for (const field of bodyFields) {
        for (const value of [`x${text}y`, [{ deep: text }], { [text]: 1 }]) {
          const body = { ...Object.fromEntries(bodyFields.map((name) => [name, 'x'])), [field]: value };
          const answer = await app.call(endpoint, { body, cookie, params: paramsOf(endpoint) });
          expectClear(answer, 400);
          expect(told(answer)[0]?.split('.')[0]).toBe(field);
        }
      }
      // An address cannot carry half a character.
      if (!text.isWellFormed()) continue;
      for (const field of queryFields) {
        const body = endpoint.body ? { body: {} } : {};
        const call = { query: { [field]: `x${text}` }, cookie, params: paramsOf(endpoint), ...body };
        const answer = await app.call(endpoint, call);
        expectClear(answer, 400);
        expect(told(answer)).toEqual([field]);
      }
    }
  });

  it.each(
    endpoints.flatMap((endpoint) =>
      properties(endpoint.query)
        .filter(({ type }) => type === 'integer' || type === 'number')
        .map(({ name }) => [endpoint.name, name, endpoint] as const),
    ),
  )('%s takes for %s a whole number in digits alone', async (_, field, endpoint) => {
    // A list may begin at its first row.
    for (const value of noWholeNumbers.filter((one) => one !== '0' || field !== 'offset')) {
      const query = { tenantId, [field]: value };
      const answer = await app.call(endpoint, { query, cookie, params: paramsOf(endpoint) });
      expectClear(answer, 400);
      expect(answer.json.fields).toMatchObject([{ path: field }]);
    }
  });

  it.each(
    endpoints.flatMap((endpoint) =>
      properties(endpoint.body)
        .filter((field) => JSON.stringify(field).includes('"date-time"'))
        .map(({ name }) => [endpoint.name, name, endpoint] as const),
    ),
  )('%s takes for %s an instant that there is', async (_, field, endpoint) => {
    for (const value of noInstants) {
      const answer = await app.call(endpoint, { body: { [field]: value }, cookie, params: paramsOf(endpoint) });
      expectClear(answer, 400);
      expect((answer.json.fields as { path: string }[]).map(({ path }) => path)).toContain(field);
    }
  });

  it.each(named(endpoints))('%s refuses a query that is no UTF-8', async (_, endpoint) => {
    for (const bytes of ['%ED%A0%80', '%ff', 'a%C3', '%F8%88%80%80%80']) {
      const body = endpoint.body ? { body: {} } : {};
      const answer = await app.call(endpoint, {
        rawQuery: `field=${bytes}`,
        cookie,
        params: paramsOf(endpoint),
        ...body,
      });
      expectClear(answer, 400);
      expect(answer.json.fields).toEqual([{ path: 'field', message: 'Must be UTF-8' }]);
    }
  });

  it.each(named(withBody))('%s refuses another content type with 415', async (_, endpoint) => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/jsonx',
      'multipart/form-data',
    ]) {
      const headers = { 'content-type': type };
      expectClear(await app.call(endpoint, { rawBody: '{}', headers, cookie, params: paramsOf(endpoint) }), 415);
    }
  });

  it.each(named(withBody))('%s refuses an oversized body with 413, whatever length it claims', async (_, endpoint) => {
    const rawBody = JSON.stringify({ padding: 'x'.repeat(endpoint.maxBodyBytes) });
    expectClear(await app.call(endpoint, { rawBody, cookie, params: paramsOf(endpoint) }), 413);
    const headers = { 'content-length': '10' };
    expectClear(await app.call(endpoint, { rawBody, headers, cookie, params: paramsOf(endpoint) }), 413);
  });

  it.each(named(endpoints.filter((endpoint) => endpoint.path.includes('{'))))(
    '%s refuses an id of another form',
    async (_, endpoint) => {
      for (const bad of [
        '1',
        '../../etc',
        tenantId.toUpperCase(),
        `${tenantId}_a/b`,
        `${tenantId}_`,
        "' OR 1=1 --",
        '\u0000',
      ]) {
        const params = Object.fromEntries(Object.keys(paramsOf(endpoint)).map((name) => [name, bad]));
        const body = endpoint.body ? { body: { status: 'resolved' } } : {};
        expectClear(await app.call(endpoint, { params, cookie, query: { tenantId }, ...body }), 400);
      }
    },
  );

  it.each(named(endpoints.filter((endpoint) => endpoint.query !== undefined)))(
    '%s refuses a query of another form',
    async (_, endpoint) => {
      const fields = z.toJSONSchema(endpoint.query as Schema, { io: 'input', unrepresentable: 'any' }).properties ?? {};
      for (const name of Object.keys(fields)) {
        if (searched.includes(name) || name === 'cursor') continue;
        const query = { tenantId, [name]: 'not-a-value' };
        expectClear(await app.call(endpoint, { query, cookie, params: paramsOf(endpoint) }), 400);
      }
      if ('cursor' in fields) {
        const call = { query: { cursor: 'bm9uc2Vuc2U' }, cookie, params: paramsOf(endpoint) };
        // Where the list is of a run or a ticket system that is not there, that is told first.
        expectClear(await app.call(endpoint, call), /\{(runId|systemId)\}/.test(endpoint.path) ? 404 : 400);
      }
      const twice = new URLSearchParams(
        Object.keys(fields).flatMap((name) => [
          [name, 'a'],
          [name, 'b'],
        ]),
      );
      expectClear(await app.call(endpoint, { query: twice, cookie, params: paramsOf(endpoint) }), 400);
    },
  );

  it('refuses a tenant header that is no tenant id', async () => {
    for (const endpoint of endpoints.filter((one) => one.tenant.from.startsWith('header') && one.body === undefined)) {
      expectClear(await app.call(endpoint, { cookie, tenantId: 'Contoso' }), 400);
    }
    for (const endpoint of endpoints.filter((one) => one.tenant.from === 'header' && one.body === undefined)) {
      const { tenantId: _named, ...call } = fittingCall(endpoint, '');
      const answer = await app.call(endpoint, { ...call, cookie });
      expectClear(answer, 400);
      expect(answer.json.message).toBe('No tenant selected');
    }
  });

  it('wrote nothing, all in all', async () => {
    expect(await everythingStored()).toBe(before);
  });

  it('never turns any JSON, query or header into an error of ours', async () => {
    await fc.assert(
      fc.asyncProperty(
        // Signing out would end the session that the other calls need; signing in is slow on purpose.
        fc.constantFrom(...endpoints.filter(({ name }) => name !== 'auth-local' && name !== 'auth-logout')),
        fc.json(),
        fc.dictionary(fc.string(), fc.string()),
        fc.string({ unit: 'grapheme-ascii' }),
        async (endpoint, rawBody, query, tenant) => {
          const body = endpoint.method === 'GET' ? {} : { rawBody };
          const answer = await app.call(endpoint, {
            ...body,
            query,
            cookie,
            tenantId: tenant,
            params: paramsOf(endpoint),
          });
          expect(answer.status).toBeLessThan(500);
        },
      ),
      { numRuns: 300 },
    );
  });
});
