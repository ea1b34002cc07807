import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '@tenantry/contract/endpoints';
import { listFindings } from '@tenantry/contract/findings';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { canaries, canaryText, tracesIn } from '../testing/canaries.ts';
import { type CapturedTelemetry, captureTelemetry } from '../testing/captured-telemetry.ts';
import { logCases } from '../testing/log-cases.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { logEvents } from './ports/telemetry.ts';

describe('what is logged', () => {
  let captured: CapturedTelemetry;
  let test: TestApp;
  beforeAll(async () => {
    captured = await captureTelemetry();
    test = await createTestApp({}, { sink: captured.sink });
    await test.registerAdmin();
  });
  afterAll(async () => {
    await test.close();
    await captured.close();
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it.each(Object.entries(logCases))('"%s" gives nothing away', async (event, run) => {
    captured.lines.length = 0;
    await run({ test, app: test.app, log: test.app.log, captured });
    expect(captured.records().map((record) => record.message)).toContain(event);
    expect(tracesIn(await captured.text())).toEqual([]);
  });
});

/** Text that an answer of the browser may carry: headers take no other characters. */
const inHeader = canaryText.replace(/[^ -~]/g, '');

describe('a request', () => {
  let captured: CapturedTelemetry;
  let test: TestApp;
  beforeAll(async () => {
    captured = await captureTelemetry();
    test = await createTestApp({}, { sink: captured.sink });
    await test.registerAdmin();
  });
  // Some calls end sessions.
  const signIn = () => test.signInAs('admin', { kind: 'all' });
  afterAll(async () => {
    await test.close();
    await captured.close();
  });

  it.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s leaves one record, and nothing of what a user typed',
    async (name, endpoint) => {
      captured.lines.length = 0;
      const [known = ''] = await test.tenantIds();
      const cookie = await signIn();
      const fields = Object.keys(Reflect.get(endpoint.body ?? {}, 'shape') ?? {});
      const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, param = '']) => param);
      const answer = await test.call(endpoint, {
        cookie: `${cookie}; other=${canaries.cookie}`,
        tenantId: known,
        params: Object.fromEntries(names.map((param) => [param, `${known}_${canaries.email}`])),
        query: { search: canaryText, token: canaries.token, code: canaries.authorizationCode, state: canaries.bearer },
        ...(endpoint.method === 'GET'
          ? {}
          : { body: Object.fromEntries([...fields, 'password'].map((field) => [field, canaryText])) }),
        headers: { authorization: canaries.bearer, 'user-agent': inHeader, 'x-forwarded-for': `${canaries.address}:5` },
      });
      const records = captured.records().filter(({ message }) => String(message).startsWith('A request'));
      expect(records).toMatchObject([
        { function: name, requestId: answer.headers['x-request-id'], status: answer.status },
      ]);
      expect(tracesIn(await captured.text())).toEqual([]);
    },
  );

  it('names the tenant and the role, not the user', async () => {
    captured.lines.length = 0;
    const [known = ''] = await test.tenantIds();
    await test.call(listFindings, { cookie: await signIn(), tenantId: known });
    const [record] = captured.records();
    expect(record).toMatchObject({
      function: 'findings',
      tenantId: known,
      role: 'admin',
      outcome: 'succeeded',
      status: 200,
    });
    expect(JSON.stringify(record)).not.toMatch(/ada|lovelace/i);
  });
});

describe('every place that logs', () => {
  const folder = import.meta.dirname;
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !/^(cli|adapters\/telemetry)\//.test(path))
    .map((path) => [path, readFileSync(join(folder, path), 'utf8')] as const);
  /** Of the domain's own: they name their records by kind and outcome. */
  const isTelemetry = (path: string) => path.startsWith('domain/telemetry/telemetry');

  it('says one of the constant messages, for each of which there is a case', () => {
    const said = sources.flatMap(([path, text]) =>
      isTelemetry(path)
        ? [...text.matchAll(/(?:done|failed): '([^']+)'/g)].map(([, event = '']) => event)
        : [...text.matchAll(/(?<![\w.]|function )(?:\w+\.)*(?:log|logNow)\(\s*(?!record: )([^\s][^,)]*)/g)].map(
            ([, first = '']) => first.replace(/^'(.*)'$/, '$1'),
          ),
    );
    expect(said.filter((event) => !Object.hasOwn(logEvents, event))).toEqual([]);
    expect(new Set(said)).toEqual(new Set(Object.keys(logEvents)));
    expect(Object.keys(logCases).toSorted()).toEqual(Object.keys(logEvents).toSorted());
  });

  // Without settings there is nothing to log by: these two tell which are wrong, and no value (config.test.ts).
  const withoutSettings = new Set(['main.ts', 'http/refused-start.ts']);

  it('logs by the port alone', () => {
    const others = /\bconsole\.|\bprocess\.std(?:out|err)\b|\bcontext\.(?:log|error|warn|info|debug|trace)\b/;
    expect(new Set(sources.filter(([, text]) => others.test(text)).map(([path]) => path))).toEqual(withoutSettings);
  });
});
