import { HttpRequest, InvocationContext } from '@azure/functions';
import { getHealth } from '@tenantry/contract/health';
import { expect, it } from 'vitest';
import { NewerShapeError } from '../store/shape.ts';
import { createHandler } from './handle.ts';
import { publicRoute } from './route.ts';

it('data of a newer version is a 503 that says what to do, and the log says which data', async () => {
  const logged: unknown[] = [];
  const context = new InvocationContext({
    functionName: getHealth.name,
    logHandler: (_level, ...args) => void logged.push(...args),
  });
  const route = publicRoute(getHealth, async () => {
    throw new NewerShapeError('tenants', 3, 2);
  });
  const handler = createHandler(route, {
    publicOrigin: 'http://localhost:4280',
    trustedProxies: 0,
    ready: async () => undefined,
    identify: async () => null,
    tenants: { open: async () => null },
    clock: { now: () => new Date() },
  });
  const answer = await handler(new HttpRequest({ method: 'GET', url: 'http://localhost:4280/api/health' }), context);
  expect(answer.status).toBe(503);
  const body = JSON.parse(String(answer.body)) as Record<string, unknown>;
  expect(body).toMatchObject({ code: 'UNAVAILABLE', message: expect.stringContaining('Deploy that version again') });
  expect(body.message).not.toContain('tenants');
  expect(logged.join()).toContain("'tenants' has the shape 3");
});
