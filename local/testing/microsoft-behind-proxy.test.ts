import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goodProfile } from '../../simulator/src/profiles/good-profile.ts';
import { createSignInCloud } from '../../simulator/src/sign-in/sign-in-cloud.ts';
import { ROOT } from '../build-outputs.ts';
import { type MicrosoftBehindProxy, startMicrosoftBehindProxy } from './microsoft-behind-proxy.ts';

const run = promisify(execFile);

// Each has a process of its own.
describe('Microsoft behind a proxy', { timeout: 120_000 }, () => {
  let isDown = false;
  let microsoft: MicrosoftBehindProxy;
  const cloud = createSignInCloud({ now: () => new Date() });
  const tenant = cloud.tenants.find(({ domain }) => domain === goodProfile.domain);

  beforeAll(async () => {
    microsoft = await startMicrosoftBehindProxy({ cloud, isDown: () => isDown });
  });
  afterAll(() => microsoft.close());

  async function ask(environment: Record<string, string>) {
    const script = join(ROOT, 'local/testing/ask-microsoft.ts');
    const { stdout } = await run(process.execPath, [script, tenant?.id ?? '', tenant?.domain ?? ''], {
      env: { PATH: process.env.PATH, ...environment },
    });
    return JSON.parse(stdout);
  }

  it('sign-in, Graph and DNS over HTTPS go by the proxy that HTTPS_PROXY names', async () => {
    const said = await ask(microsoft.environment);
    expect(said).toMatchObject({
      login: 'reached',
      graph: 'reached',
      organization: { value: [{ id: tenant?.id }] },
      mx: { status: 'ok', values: [{ priority: 0 }] },
      txt: { status: 'ok', values: expect.arrayContaining([[expect.stringMatching(/^v=spf1 /)]]) },
      absent: { status: 'nxdomain' },
    });
    expect(microsoft.hosts()).toEqual([
      'cloudflare-dns.com',
      'graph.microsoft.com',
      'login.microsoftonline.com',
      'telemetry.example',
    ]);
    expect(microsoft.strangers()).toEqual(['telemetry.example']);
    expect(said.elsewhere).toMatchObject({ error: 'fetch failed' });
    expect(microsoft.requests().every(({ kind, port }) => kind === 'connect' && port === 443)).toBe(true);
  });

  it('without the test authority nobody believes it', async () => {
    const { NODE_EXTRA_CA_CERTS: _, ...environment } = microsoft.environment;
    const said = await ask(environment);
    expect(said.login).toMatchObject({ error: 'fetch failed', cause: expect.stringContaining('self-signed') });
    expect(said.organization.error).toBeTruthy();
  });

  it('while it is down, each request fails and none goes another way', async () => {
    isDown = true;
    const said = await ask(microsoft.environment);
    isDown = false;
    expect(said.login).toMatchObject({ error: 'fetch failed' });
    expect(said.mx).toEqual({ status: 'servfail' });
  });

  it('a command that asks the DNS goes by the proxy without being told more than HTTPS_PROXY', async () => {
    const { HTTPS_PROXY, NODE_EXTRA_CA_CERTS } = microsoft.environment;
    const before = microsoft.requests().length;
    const command = [join(ROOT, 'local/bootstrap.mjs'), 'mailflow', goodProfile.domain];
    const { stdout } = await run(process.execPath, command, {
      env: { PATH: process.env.PATH, HTTPS_PROXY, NODE_EXTRA_CA_CERTS },
    });
    expect(JSON.parse(stdout)).toMatchObject({ domain: goodProfile.domain });
    expect(stdout).toContain('v=DMARC1; p=reject');
    const hosts = new Set(
      microsoft
        .requests()
        .slice(before)
        .map(({ host }) => host),
    );
    expect([...hosts]).toEqual(['cloudflare-dns.com']);
  });
});

describe('a proxy that takes connections and says nothing', () => {
  it('ends each request at its own time limit, and as a proxy of the policy host too', async () => {
    // Not an answer to CONNECT, which Node would end at once where nobody listens for it.
    const silent = createServer().on('connect', () => undefined);
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const moduleAt = (file: string) => pathToFileURL(join(ROOT, 'api/src/adapters/dns', file)).href;
    const script = `
      import { dohResolver } from ${JSON.stringify(moduleAt('doh-resolver.ts'))};
      import { fetchMtaStsPolicy } from ${JSON.stringify(moduleAt('sts-policy-fetch.ts'))};
      const doh = dohResolver({ url: 'https://cloudflare-dns.com/dns-query', timeoutMs: 200 });
      const dns = { resolve: async () => ({ status: 'ok', values: ['198.51.100.7'] }) };
      const proxy = { url: process.env.HTTPS_PROXY, except: [] };
      const fetchPolicy = fetchMtaStsPolicy(dns, { proxy, isAllowed: () => true, timeoutMs: 200 });
      console.log(JSON.stringify([await doh.resolve('contoso.com', 'MX'), await fetchPolicy('contoso.com')]));
      process.exit();`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], {
      env: { PATH: process.env.PATH, HTTPS_PROXY: `http://127.0.0.1:${port}`, NODE_USE_ENV_PROXY: '1' },
    });
    expect(JSON.parse(stdout)).toEqual([
      { status: 'timeout', unreachable: true },
      { status: 'failed', reason: 'the policy host did not answer in time' },
    ]);
    silent.closeAllConnections();
    silent.close();
  });
});
