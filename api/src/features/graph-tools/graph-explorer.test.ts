import { describe, expect, it } from 'vitest';
import { type GraphClient, GraphError } from '../../ports/graph.ts';
import type { Microsoft365 } from '../../ports/microsoft365.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { createGraphExplorer } from './graph-explorer.ts';

const tenant = { id: 't', m365TenantId: 't', isMock: true } as TenantRecord;

/** An explorer whose Graph answers every path alike. */
function explorer(get: GraphClient['get']) {
  const microsoft365 = { graph: () => ({ get }) } as unknown as Microsoft365;
  const accountGraph = () => Promise.reject(new TypeError('not asked here'));
  return createGraphExplorer({ microsoft365, accountGraph });
}

describe('the explorer', () => {
  it('says that a file is one, and lets go of it', async () => {
    let cancelled = 0;
    const file = new ReadableStream({
      cancel() {
        cancelled += 1;
      },
    });
    const query = (answer: unknown) => explorer(async () => answer).query(tenant, '/v1.0/users/a/photo/$value');
    expect(await query(file)).toMatchObject({ success: false, status: 415, data: null });
    expect(cancelled).toBe(1);
    expect(await query(new Blob(['x']))).toMatchObject({ success: false, status: 415 });
    expect(await query('a,b\n1,2')).toMatchObject({ success: true, data: 'a,b\n1,2' });
    for (const nothing of [null, undefined]) expect(await query(nothing)).toMatchObject({ success: true, data: null });
  });

  it('shows no more than a page of what people look at', async () => {
    const large = { value: Array.from({ length: 2000 }, () => ({ displayName: 'x'.repeat(1000) })) };
    const answer = await explorer(async () => large).query(tenant, '/v1.0/users');
    expect(answer).toMatchObject({ success: false, status: 413, data: null });
  });

  it('repeats no token that stands in a refusal', async () => {
    const token = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0aaaa.c2ln';
    const refuse = () => Promise.reject(new GraphError({ status: 400, code: 'x', message: `Bad token ${token}` }));
    expect((await explorer(refuse).query(tenant, '/v1.0/users')).error).toBe('x: Bad token [REDACTED]');
  });
});
