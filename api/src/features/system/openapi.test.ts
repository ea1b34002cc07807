import { Validator } from '@seriousme/openapi-schema-validator';
import { endpoints } from '@tenantry/contract/endpoints';
import { ErrorBody } from '@tenantry/contract/errors';
import { startScan } from '@tenantry/contract/scans';
import { getOpenApi } from '@tenantry/contract/system';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { storeToken, userOf, withToken } from '../../../testing/api-tokens.ts';
import { openMicrosoftApp } from '../../../testing/microsoft-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { openApiDocument } from './openapi.ts';
import { portablePattern } from './openapi-patterns.ts';
import { allowedValue, judgeOf, type Operation, resolved, type Schema } from './testing/allowed-request.ts';

type Document = { openapi: string; paths: Record<string, Record<string, Operation>>; components: object };

const document = JSON.parse(JSON.stringify(openApiDocument(endpoints, 'session'))) as Document;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation: resolved(operation, document) })),
);
const operationOf = new Map(operations.map(({ operation }) => [operation.operationId, operation]));

function operationNamed(name: string): Operation {
  const operation = operationOf.get(name);
  if (!operation) throw new Error(`The document has no operation ${name}`);
  return operation;
}

/** Every schema within a part of the document. */
function* schemasIn(part: unknown): Generator<Schema> {
  if (typeof part !== 'object' || part === null) return;
  if (!Array.isArray(part)) yield part as Schema;
  for (const inner of Object.values(part)) yield* schemasIn(inner);
}

describe('the document of the API', () => {
  it('has each call once, with each parameter of its path, in the form of OpenAPI 3.1', () => {
    expect(document.openapi).toBe('3.1.0');
    expect([...operationOf.keys()].toSorted()).toEqual(endpoints.map(({ name }) => name).toSorted());
    for (const { path, operation } of operations) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = operation.parameters.filter((one) => one.in === 'path');
      expect(declared.map(({ name }) => name).toSorted()).toEqual(named.toSorted());
      expect(declared.every(({ required }) => required)).toBe(true);
      const places = operation.parameters.map((one) => `${one.in} ${one.name}`);
      expect(new Set(places).size).toBe(places.length);
      for (const status of Object.keys(operation.responses)) expect(status).toMatch(/^[2-5](?:\d\d|XX)$/);
    }
  });

  it('is valid by the published schema of OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
    const broken = { ...structuredClone(document), paths: { 'no-slash': {} } };
    expect((await new Validator().validate(broken)).valid).toBe(false);
  });

  it('says of a success that comes without a body that there is none', () => {
    const { responses } = operationNamed('mcp');
    expect(responses['202']).toEqual({ description: 'Success, without a body' });
    expect(responses['200']).toHaveProperty('content');
    expect(operationNamed('approvals-decide').responses['202']).toHaveProperty('content');
  });

  it('says of each call whether a token may make it, and how', () => {
    for (const { name, token, access } of endpoints) {
      const { security, responses, ...operation } = operationNamed(name) as Operation & { security: object[] };
      const ways = access === 'public' ? [] : ['session', ...(token === null ? [] : ['token', 'bearer'])];
      expect([name, Reflect.get(operation, 'x-token'), security.flatMap(Object.keys)]).toEqual([name, token, ways]);
      expect(Object.hasOwn(responses, '429')).toBe(token !== null);
    }
  });

  it('has schemas and patterns that validators of any language read', () => {
    const found = [...schemasIn(document)];
    const patterns = found.flatMap(({ pattern }) => (typeof pattern === 'string' ? [pattern] : []));
    expect(patterns.length).toBeGreaterThan(50);
    for (const pattern of patterns) {
      for (const flags of ['u', '']) expect(() => new RegExp(pattern, flags)).not.toThrow();
      // Unicode properties, digits of any script, looking around and surrogates are read in other ways, or not at all.
      expect(pattern).not.toMatch(/\\[pPdDwWkbB]|\(\?[=!<]|\\u[dD][89a-fA-F]/);
    }
    for (const { operation } of operations) {
      const bodies = [
        operation.requestBody?.content,
        ...Object.values(operation.responses).map(({ content }) => content),
      ];
      const schemas = bodies.flatMap((content) => Object.values(content ?? {}).map(({ schema }) => schema ?? {}));
      for (const schema of [...schemas, ...operation.parameters.map((one) => one.schema)]) {
        expect(() => judgeOf(schema)).not.toThrow();
      }
    }
  });

  it('is not made where a pattern has a Unicode property that nobody wrote out', () => {
    expect(() => portablePattern(String.raw`^\p{Script=Greek}+$`)).toThrow(/without Unicode properties/);
    expect(portablePattern(String.raw`^\d[\d.]\\d$`)).toBe(String.raw`^[0-9][0-9.]\\d$`);
  });

  it('loses no flag of a pattern: none of the contract has another than u', () => {
    const flags = new Set<string>();
    for (const { params, query, body } of endpoints) {
      for (const schema of [params, query, body]) {
        if (!schema) continue;
        z.toJSONSchema(schema, {
          unrepresentable: 'any',
          override: ({ zodSchema }) => {
            const { patterns } = zodSchema._zod.bag as { patterns?: Set<RegExp> };
            for (const pattern of patterns ?? []) flags.add(pattern.flags);
          },
        });
      }
    }
    expect([...flags].filter((one) => one !== '' && one !== 'u')).toEqual([]);
  });

  it.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    'allows in texts of %s nothing that the contract refuses',
    (name, endpoint) => {
      const { parameters, requestBody } = operationNamed(name);
      const fields = Object.entries((requestBody?.content['application/json'].schema.properties ?? {}) as Schema);
      const places = [
        ...parameters.map(
          (one) => [one.in === 'path' ? endpoint.params : endpoint.query, one.name, one.schema] as const,
        ),
        ...fields.map(([field, schema]) => [endpoint.body, field, schema as Schema] as const),
      ];
      for (const [whole, field, schema] of places) {
        if (!whole || schema.type !== 'string') continue;
        const judge = judgeOf(schema);
        // The patterns speak of the first plane; above it the rules of the contract alone do.
        const plane = fc
          .oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.string({ unit: 'grapheme', maxLength: 60 }))
          .filter((text) => !/[\u{10000}-\u{10ffff}]/u.test(text));
        fc.assert(
          fc.property(plane, (text) => {
            if (!text.isWellFormed() || !judge.safeParse(text).success) return;
            const issues = z.safeParse(whole, { [field]: text }).error?.issues ?? [];
            expect(issues.filter(({ path }) => path[0] === field)).toEqual([]);
          }),
          { numRuns: 50 },
        );
      }
    },
  );
});

describe('a request that the document allows', () => {
  let app: TestApp;
  let scanned: string;
  let other: string;
  beforeAll(async () => {
    const opened = await openMicrosoftApp();
    app = opened.app;
    // Rendering is a worker of the built bundle (report-renderer.test.ts).
    vi.spyOn(app.app.reportQueue, 'renderQuestionnaire').mockResolvedValue(Buffer.from('%PDF-1.7'));
    [scanned = '', other = ''] = await app.tenantIds();
    await app.call(startScan, { body: { tenant_id: scanned }, cookie: await app.signInAs('admin', { kind: 'all' }) });
    await app.drainQueue();
    return opened.close;
  });

  it('is for the document that the API gives out', async () => {
    const viewer = await app.signInAs('viewer', { kind: 'none' });
    const told = { openapi: '3.1.0', paths: document.paths };
    expect((await app.call(getOpenApi, { cookie: viewer })).json).toMatchObject(told);
    const token = await storeToken(app, userOf(viewer));
    expect((await app.call(getOpenApi, { headers: withToken(token) })).json).toMatchObject(told);
    expect((await app.call(getOpenApi)).status).toBe(401);
  });

  it.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    'of %s is answered as the document says',
    async (name, endpoint) => {
      const { parameters, requestBody, responses } = operationNamed(name);
      // There is no renderer of reports here: of a tenant that was scanned one would be needed.
      const tenantId = ['report-pdf', 'report-generate'].includes(name) ? other : scanned;
      const soon = new Date(Date.now() + 24 * 3_600_000).toISOString();
      const likely = [tenantId, `${tenantId}_absent`, soon];
      const valuesIn = (place: string) =>
        Object.fromEntries(
          parameters
            .filter((one) => one.in === place && (one.required || place === 'header'))
            .map((one) => [one.name, String(allowedValue(one.schema, likely))]),
        );
      const answer = await app.call(endpoint, {
        params: valuesIn('path'),
        query: valuesIn('query'),
        headers: valuesIn('header'),
        ...(requestBody ? { body: allowedValue(requestBody.content['application/json'].schema, likely) } : {}),
        cookie: await app.signInAs('admin', { kind: 'all' }),
      });
      expect(answer.status).toBeLessThan(500);
      const range = `${String(answer.status)[0]}XX`;
      const declared = responses[answer.status] ?? responses[range];
      expect(declared).toBeDefined();
      const mediaType = (answer.headers['content-type'] ?? '').split(';')[0] ?? '';
      if (answer.status === 302) return;
      expect(Object.keys(declared?.content ?? {})).toContain(mediaType);
      const schema = declared?.content?.[mediaType]?.schema;
      if (schema) expect(judgeOf(schema).safeParse(answer.json).error?.issues ?? []).toEqual([]);
      if (answer.status >= 400) expect(z.safeParse(ErrorBody, answer.json).success).toBe(true);
    },
  );
});
