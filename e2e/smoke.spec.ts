import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { administrator, openApiSession } from '../local/stack/api-session.ts';
import { startStack } from '../local/stack/start-stack.ts';

const root = join(import.meta.dirname, '..');

/** The smoke test as an administrator starts it. */
async function smoke(args: string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(root, 'infra/smoke/smoke-test.ts'), ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, lines: printed.trimEnd().split('\n') };
}

/** Refuses as a function app does that is linked to a web app. */
async function startRefusal() {
  const body = JSON.stringify({ code: 400, message: 'Login not supported for provider azureStaticWebApps' });
  const server = createServer((_, response) => response.writeHead(400).end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

test('the smoke test finds the stack as configured, and a function app that answers anybody', {
  tag: '@infra',
}, async () => {
  test.setTimeout(180_000);
  // As Azure does to cookies.
  const stack = await startStack({ HOP_COOKIE_DOMAIN: '1', HOP_LAX_TO_STRICT: '1' }, ['--no-build']);
  const refusal = await startRefusal();
  try {
    await openApiSession(stack.url);
    const args = ['--origin', stack.url, '--web', join(root, 'frontend/dist'), '--wait', '0'];
    const account = { SMOKE_USER: administrator.username, SMOKE_PASSWORD: administrator.password };
    const linked = await smoke([...args, '--functions', refusal.url], account);
    expect(linked.lines.filter((line) => line.startsWith('FAILED'))).toEqual([]);
    expect(linked.code).toBe(0);
    expect(linked.lines.find((line) => line.includes('the session cookie, cleared'))?.toLowerCase()).toMatch(
      /^ok .*__secure-tenantry=…;.*secure; samesite=strict; httponly; domain=localhost/,
    );
    for (const part of ['the page of this release', 'the session has ended after sign-out', '/.auth/me: closed']) {
      expect(linked.lines.find((line) => line.includes(part))).toMatch(/^ok /);
    }

    const [port] = stack.now().ports.functionsHosts;
    const open = await smoke([...args, '--functions', `http://127.0.0.1:${port}`]);
    expect(open.code).toBe(1);
    expect(open.lines).toContainEqual(
      expect.stringMatching(
        /^FAILED {2}\/api\/health at the function app itself: refused: 200 by the product; expected 400 /,
      ),
    );
  } finally {
    refusal.close();
    await stack.stop();
  }
});
