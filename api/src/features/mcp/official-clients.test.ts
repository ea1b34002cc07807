import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../../local/stack/free-port.ts';
import { openSimulatedApp, type SimulatedApp } from '../../../testing/simulated-app.ts';
import { type McpOverHttp, startMcpOverHttp } from './testing/mcp-over-http.ts';

const run = promisify(execFile);
const packages = join(import.meta.dirname, '../../../../node_modules/@modelcontextprotocol');

describe('the official programs', () => {
  let opened: SimulatedApp;
  let mcp: McpOverHttp;
  beforeAll(async () => {
    const port = await freePort();
    // The suite comes from the address that it asks: that has to be the origin of the installation.
    opened = await openSimulatedApp({ PUBLIC_ORIGIN: `http://127.0.0.1:${port}` });
    mcp = await startMcpOverHttp(opened.app, { cookie: opened.cookie, port });
  });
  afterAll(async () => {
    await mcp.close();
    await opened.close();
  });

  // The others of the suite are about tools, prompts and streams of its own example server, which this one does not offer.
  it.each(['server-initialize', 'ping', 'tools-list', 'resources-list', 'dns-rebinding-protection'])(
    'the conformance suite passes its scenario %s',
    async (scenario) => {
      const suite = join(packages, 'conformance/dist/index.js');
      const { stdout } = await run(process.execPath, [suite, 'server', '--url', mcp.url.href, '--scenario', scenario]);
      expect(stdout).toMatch(/Passed: (\d+)\/\1, 0 failed, 0 warnings/);
    },
  );

  const inspect = async (...args: string[]): Promise<Record<string, unknown>> => {
    const inspector = join(packages, 'inspector-cli/build/index.js');
    // It looks for its own package beside the folder that it is started in.
    const options = { cwd: join(packages, 'inspector-cli/build') };
    const { stdout } = await run(process.execPath, [inspector, mcp.url.href, '--transport', 'http', ...args], options);
    return JSON.parse(stdout);
  };

  it('the inspector lists tools, resources and their templates', async () => {
    const { tools } = await inspect('--method', 'tools/list');
    expect(tools).toHaveLength(10);
    const { resources } = await inspect('--method', 'resources/list');
    expect(resources).toEqual(
      expect.arrayContaining([expect.objectContaining({ uri: 'tenantry://help/require-mfa' })]),
    );
    const { resourceTemplates } = await inspect('--method', 'resources/templates/list');
    expect(resourceTemplates).toHaveLength(2);
  });

  it('the inspector calls a tool and reads a resource', async () => {
    const called = await inspect('--method', 'tools/call', '--tool-name', 'list_tenants', '--tool-arg', 'limit=1');
    expect(called).toMatchObject({ structuredContent: { total: 4, items: [{ status: 'Unknown' }] } });
    const read = await inspect('--method', 'resources/read', '--uri', 'tenantry://help/require-mfa');
    expect(read).toMatchObject({ contents: [{ mimeType: 'text/markdown', text: expect.stringMatching(/^# /) }] });
  });
});
