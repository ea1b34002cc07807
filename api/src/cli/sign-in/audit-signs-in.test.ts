import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { selfSignedCertificate } from '@tenantry/simulator/testing/self-signed-certificate';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  byGithub,
  bySecret,
  clientId,
  createSignInLab,
  pemOf,
  registered,
  type SignInLab,
  secret,
  tenant,
} from './testing/sign-in-lab.ts';

let lab: SignInLab;
const open: { close(): unknown }[] = [];

beforeEach(async () => {
  lab = await createSignInLab();
});
afterEach(async () => {
  for (const one of open.splice(0)) one.close();
  await lab.close();
});

const entry = join(import.meta.dirname, '..', 'audit.ts');

/** The command itself, with these settings and no others that could sign it in. */
function audit(env: Record<string, string>, args: string[] = []) {
  const { PATH = '', HOME = '' } = process.env;
  const out = join(lab.folder, 'out');
  const child = spawn(process.execPath, [entry, '--tenant', tenant, '--out', out, '--format', 'json', ...args], {
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part) => (text += part));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, ended, text: () => text, out };
}

const simulated = () => ({ MICROSOFT_CLOUD: 'simulator', SIMULATOR_URL: lab.url });

async function listening(server: {
  listen(port: number, host: string, done: () => void): unknown;
  address(): unknown;
}) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** A proxy that does with each CONNECT what it is told to. */
async function proxy(onConnect: (socket: Socket) => void): Promise<string> {
  const server: Server = createServer();
  server.on('connect', (_, socket) => {
    socket.on('error', () => socket.destroy());
    onConnect(socket as Socket);
  });
  open.push(server);
  return `http://someone:hidden@127.0.0.1:${await listening(server)}`;
}

const behind = (url: string) => ({ ...bySecret, NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: url });

describe('npm run audit', () => {
  it.each(['secret', 'certificate', 'federation'])(
    'has no secret and no token in its output, its debug output and its files: %s',
    async (way) => {
      const certificate = await lab.certificateFile(pemOf(registered));
      const credential = { secret: bySecret, certificate, federation: byGithub }[way];
      const { ended, text, out } = audit({
        ...simulated(),
        ...credential,
        AZURE_LOG_LEVEL: 'verbose',
        DEBUG: 'azure*',
      });
      expect(await ended).toBe(0);
      const files = readdirSync(out).map((name) => readFileSync(join(out, name), 'utf8'));
      const everything = [text(), ...files].join('\n');
      expect(everything).toContain('azure:identity');
      // Each JWT begins so: its header is JSON.
      expect(everything).not.toMatch(/eyJ[\w-]{20}/);
      for (const hidden of [secret, 'PRIVATE KEY', 'client_assertion=']) expect(everything).not.toContain(hidden);
    },
    60_000,
  );

  it('ends with 2 and in two lines where it cannot sign in', async () => {
    const { ended, text } = audit({ ...simulated(), ...bySecret, AZURE_CLIENT_SECRET: 'wrong' });
    expect(await ended).toBe(2);
    expect(text().trim().split('\n')).toEqual([
      `Signing in as the application ${clientId} with a client secret (AZURE_CLIENT_SECRET).`,
      'The client secret is wrong. (AADSTS7000215)',
      'Set AZURE_CLIENT_SECRET to the value of the secret, not to its ID.',
    ]);
  });

  it('asks nobody where nobody is there: it names every way', async () => {
    const { ended, text } = audit(simulated());
    expect(await ended).toBe(2);
    expect(text()).toContain('--sign-in device-code');
  });

  it('ends at Ctrl-C while it waits for a device code', async () => {
    const { child, ended, text } = audit(simulated(), ['--sign-in', 'device-code']);
    await vi.waitFor(() => expect(text()).toContain('enter the code'), { timeout: 20_000 });
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(text()).toContain('Stopped.');
  });
});

describe('npm run audit for Microsoft itself', () => {
  it('says that a proxy asks for a password, and not which one it has', async () => {
    const url = await proxy((socket) => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'));
    const { ended, text } = audit(behind(url));
    expect(await ended).toBe(2);
    expect(text()).toMatch(
      /The proxy 127\.0\.0\.1:\d+ asks for a name and password \(407\)\.\nPut them into HTTPS_PROXY/,
    );
    expect(text()).not.toContain('hidden');
  });

  it('says that a proxy is not there', async () => {
    const { ended, text } = audit(behind('http://127.0.0.1:9'));
    expect(await ended).toBe(2);
    expect(text()).toContain('login.microsoftonline.com cannot be reached by the proxy 127.0.0.1:9');
  });

  it('says that something opens TLS, and what to do so that it is trusted', async () => {
    const { certificate: cert, privateKey: key } = selfSignedCertificate(
      new Date(Date.now() - 86_400_000),
      new Date(Date.now() + 86_400_000),
      'login.microsoftonline.com',
    );
    const tls = createTlsServer({ key, cert }, (socket) => socket.on('error', () => socket.destroy()));
    open.push(tls);
    const port = await listening(tls);
    const url = await proxy((socket) => {
      const far = connect(port, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
      far.on('error', () => socket.destroy());
      socket.pipe(far).pipe(socket);
    });
    const { ended, text } = audit(behind(url));
    expect(await ended).toBe(2);
    expect(text()).toMatch(/login\.microsoftonline\.com is not trusted \(\w+\)/);
    expect(text()).toContain('NODE_EXTRA_CA_CERTS');
  });
});
