import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiSession } from '../stack/api-session.ts';
import { type Bundle, buildBundle } from './testing/bundle-host.ts';

describe('the deployed bundle', () => {
  let bundle: Bundle;
  let host: Awaited<ReturnType<Bundle['start']>>;
  let headers: { cookie: string };

  beforeAll(async () => {
    bundle = await buildBundle('mcp');
    host = await bundle.start();
    headers = { cookie: (await openApiSession(host.url)).cookie() };
  });
  afterAll(async () => {
    await host.stop();
    bundle.remove();
  });

  it('speaks Model Context Protocol by a file of its own, with its help articles beside it', async () => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const url = new URL('/api/mcp', host.url);
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    expect((await client.listTools()).tools).toHaveLength(10);
    const called = await client.callTool({ name: 'list_tenants', arguments: {} });
    expect(called.structuredContent).toMatchObject({ total: 4, leftOut: null });
    const { contents } = await client.readResource({ uri: 'tenantry://help/require-mfa' });
    expect(contents).toMatchObject([{ mimeType: 'text/markdown', text: expect.stringMatching(/^# /) }]);
    await client.close();
    // No other call has to load the SDK.
    expect(readFileSync(join(bundle.out, 'main.js'), 'utf8')).not.toContain('node_modules/@modelcontextprotocol');
  });

  it('answers GET and DELETE with 405, by the routes that Azure registers', async () => {
    for (const method of ['GET', 'DELETE']) {
      const answer = await fetch(new URL('/api/mcp', host.url), { method, headers });
      expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 405, 'POST']);
    }
  });
});
