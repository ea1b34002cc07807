import { HttpRequest, InvocationContext } from '@azure/functions';
import { getHealth } from '@tenantry/contract/health';
import { expect, it } from 'vitest';
import { openJsonLines } from '../adapters/telemetry/json-lines.ts';
import { telemetryOf } from '../composition/telemetry.ts';
import { NewerShapeError } from '../store/shape.ts';
import { createHandler } from './handle.ts';
import { publicRoute } from './route.ts';

it('data of a newer version is a 503 that says what to do, and the log says which data', async () => {
  const logged: string[] = [];
  const keep = (line: string) => logged.push(line);
  const context = new InvocationContext({ functionName: getHealth.name, invocationId: 'call-1' });
  const route = publicRoute(getHealth, async () => {
    throw new NewerShapeError('tenants', 3, 2);
  });
  const handler = createHandler(route, {
    publicOrigin: 'http://localhost:4280',
    trustedProxies: 0,
    ready: async () => undefined,
    isAuthorizationOverwritten: false,
    identify: async () => null,
    paceClient: async () => undefined,
    tenants: { open: async () => null },
    tenantGroups: { get: async () => null },
    clock: { now: () => new Date() },
    telemetry: telemetryOf(openJsonLines(keep, keep)),
  });
  const answer = await handler(new HttpRequest({ method: 'GET', url: 'http://localhost:4280/api/health' }), context);
  expect(answer.status).toBe(503);
  const body = JSON.parse(String(answer.body)) as Record<string, unknown>;
  expect(body).toMatchObject({ code: 'UNAVAILABLE', message: expect.stringContaining('Deploy that version again') });
  expect(body.message).not.toContain('tenants');
  expect(logged).toHaveLength(1);
  expect(JSON.parse(logged.join())).toMatchObject({
    ...{ level: 'error', message: 'A request failed', function: getHealth.name, requestId: 'call-1', status: 503 },
    ...{ errorName: 'NewerShapeError', part: 'tenants' },
  });
});
