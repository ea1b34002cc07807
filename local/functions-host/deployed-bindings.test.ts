import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { endpoints } from '@tenantry/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { securityHeaders } from '../../api/src/http/security-headers.ts';
import { ROOT } from '../build-outputs.ts';
import type { Binding, FunctionMetadata } from './core-types.ts';
import { findRefusals } from './function-rules.ts';

const run = promisify(execFile);

/** Everything that runs without a browser waiting for it (docs/architecture.md, "Jobs"). */
const jobs: Record<string, Binding> = {
  'scan-work': { type: 'queueTrigger', queueName: 'scan-work', connection: 'AzureWebJobsStorage' },
  upkeep: { type: 'queueTrigger', queueName: 'upkeep', connection: 'AzureWebJobsStorage' },
  timer: { type: 'timerTrigger', schedule: '0 * * * * *' },
};

describe('the deployed bundle registers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tenantry-bindings-'));
  const out = join(folder, 'dist');
  let functions: FunctionMetadata[];

  beforeAll(async () => {
    await run(process.execPath, [join(ROOT, 'api/build.mjs'), '--out', out]);
    const listing = [join(import.meta.dirname, 'testing/list-functions.ts'), join(out, 'main.js')];
    const { stdout } = await run(process.execPath, listing, {
      env: {
        PUBLIC_ORIGIN: 'http://localhost:4280',
        AzureWebJobsStorage: 'UseDevelopmentStorage=true',
        DATA_DIR: folder,
        STORE: 'sqlite',
        VAULT: 'file',
      },
      maxBuffer: 10_000_000,
    });
    functions = JSON.parse(stdout);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Without what @azure/functions adds of its own: a random name, and a property that says no to its SDK types. */
  const bindingsOf = (name: string) =>
    Object.values(functions.find((one) => one.name === name)?.bindings ?? {}).map(({ name: _, ...binding }) => {
      Reflect.deleteProperty(binding, 'properties');
      return binding;
    });

  it('one HTTP function for each call of the contract, with its route, its method and no key of its own', () => {
    for (const { name, method, path } of endpoints) {
      // Who may call is decided by the session, in http/handle.ts: a function key would be one secret for all.
      const trigger = { type: 'httpTrigger', direction: 'in', authLevel: 'anonymous', methods: [method] };
      expect(bindingsOf(name), name).toEqual(
        expect.arrayContaining([
          { ...trigger, route: path.slice(1) },
          { type: 'http', direction: 'out' },
        ]),
      );
      expect(bindingsOf(name), name).toHaveLength(2);
    }
  });

  it.each(Object.entries(jobs))('the job %s', (name, binding) => {
    const [registered, ...others] = bindingsOf(name);
    expect(registered).toEqual({ direction: 'in', ...binding });
    expect(others).toEqual([]);
  });

  it('nothing else, and nothing twice', () => {
    const names = functions.map(({ name }) => name);
    expect(names.toSorted()).toEqual([...endpoints.map(({ name }) => name), ...Object.keys(jobs)].toSorted());
  });

  it('nothing that the host of Azure would refuse', () => {
    const registered = functions.map((metadata) => ({ metadata, callback: async () => undefined }));
    expect(findRefusals(registered, '')).toEqual([]);
  });

  it('one timer, because each would have instances of its own on Flex Consumption (decision 049)', () => {
    const types = functions.flatMap(({ bindings }) => Object.values(bindings).map(({ type }) => type));
    expect(types.filter((type) => type === 'timerTrigger')).toHaveLength(1);
  });

  it('at most three queues, with the settings that keep a lost message short', () => {
    const host = JSON.parse(readFileSync(join(out, 'host.json'), 'utf8'));
    const queues = functions.flatMap(({ bindings }) => Object.values(bindings).flatMap((one) => one.queueName ?? []));
    expect(new Set(queues).size).toBeLessThanOrEqual(3);
    expect(host.extensions).toEqual({
      // Where no function answers, the host adds them (azure-functions-host, CustomHttpHeadersMiddleware).
      http: { routePrefix: '', customHeaders: securityHeaders },
      queues: {
        maxPollingInterval: '00:00:02',
        visibilityTimeout: '00:01:00',
        batchSize: 4,
        newBatchThreshold: 2,
        maxDequeueCount: 5,
        messageEncoding: 'none',
      },
    });
  });
});
