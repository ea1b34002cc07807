import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Upstream } from '../../adapters/graph/upstream.ts';
import { openRegistering, tenant } from './testing/registering.ts';

let place: Awaited<ReturnType<typeof openRegistering>>;
beforeEach(async () => {
  place = await openRegistering();
});
afterEach(() => place.close());

const program = join(import.meta.dirname, '../register-app.ts');

function start(args: string[]) {
  const child = spawn(process.execPath, [program, '--tenant', tenant, ...args], {
    env: { ...process.env, ...place.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  let told = '';
  child.stderr.on('data', (text) => said.push(String(text)));
  child.stdout.on('data', (text) => {
    told += text;
  });
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  return { child, said, ended, told: () => told };
}

describe('Ctrl-C', () => {
  // One after another until a run is through: each request is a step at which somebody could end it.
  it.each([
    ['before the request has gone out', false],
    ['after it was done, before its answer came', true],
  ])(
    'at every request of --apply, %s, leaves what the next run finishes',
    async (_, isDone) => {
      const left: string[] = [];
      for (let step = 1; ; step += 1) {
        const stop = new AbortController();
        let count = 0;
        const through = (simulator: Upstream): Upstream => ({
          async fetch(request) {
            count += 1;
            if (count !== step) return simulator.fetch(request);
            if (isDone) await simulator.fetch(request);
            stop.abort(new Error('SIGINT'));
            throw new Error('ended');
          },
        });
        const ended = await place.register('--apply', { signal: stop.signal, through });
        if (!stop.signal.aborted) {
          expect(ended.error).toBeNull();
          break;
        }
        expect(ended.error?.message).toBe('SIGINT');
        left.push(ended.left);
        expect((await place.tagged()).length).toBeLessThanOrEqual(1);
        const again = await place.register('--apply');
        expect(again.error).toBeNull();
        expect(again.told).toContain('npm run audit');
        expect(await place.tagged()).toHaveLength(1);
        await place.register('--remove --yes');
        expect(existsSync(place.path('tenantry-app', 'tenantry-app.pem'))).toBe(false);
      }
      expect(left.length).toBeGreaterThan(5);
      expect(left[0]).toBe('Nothing was changed at Microsoft.');
      expect(left.join('\n')).toContain('Under way, and perhaps done: the application was made.');
      expect(left.at(-1)).toMatch(/Done by then: .*Run the same command again/s);
    },
    120_000,
  );

  it('ends the process with 130 and says what was left', async () => {
    place.cloud.faults.set({ pathPrefix: '/applications', kind: 'slow', delayMs: 25_000 });
    const { child, said, ended } = start(['--apply', '--sign-in', 'device-code', '--out', place.path('out')]);
    await place.enterCode(said, place.administrator);
    const asked = () => place.cloud.requestCounts().some(({ path }) => path.includes('/applications'));
    await expect.poll(asked, { timeout: 20_000, interval: 20 }).toBe(true);
    child.kill('SIGINT');
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(said.join('')).toMatch(
      /Stopped\.\nNothing was changed at Microsoft\.\nThe certificate .* stays: the next run takes it\.\n$/,
    );
  });
});

describe('printing', () => {
  it('asks nobody, changes nothing and writes nothing', async () => {
    const { said, ended, told } = start([
      '--redirect-uri',
      'https://tenantry.example/callback',
      '--out',
      place.path('out'),
    ]);
    expect(await ended).toBe(0);
    expect(place.cloud.requestCounts()).toEqual([]);
    expect(existsSync(place.path('out'))).toBe(false);
    expect(said.join('')).toContain('This is the simulator');
    const [, json = ''] = /\/v1\.0\/applications\n(\{[\s\S]*?\n\})\n/.exec(told()) ?? [];
    expect(JSON.parse(json)).toMatchObject({
      displayName: 'Tenantry',
      web: { redirectUris: ['https://tenantry.example/callback'] },
    });
    expect(told()).toMatch(/IdentityRiskyUser\.Read\.All +risky users/);
    expect(told()).toContain(
      '/v2.0/adminconsent?client_id=<appId>&scope=https://graph.microsoft.com/.default&redirect_uri=https://tenantry.example/callback&state=',
    );
  });

  it.each([
    [['--apply', '--remove'], 'exclude each other'],
    [['--sign-in', 'environment'], 'An administrator registers applications'],
    [['--redirect-uri', 'http://tenantry.example/callback'], 'expected an https:// address'],
    [['--valid-days', '0'], 'from 1 to 730'],
    [['--cloud', 'moon'], '--cloud: expected'],
    [['--nothing'], 'usage:'],
  ])('%j is refused in words', async (args, words) => {
    const { said, ended } = start(args);
    expect(await ended).toBe(2);
    expect(said.join('')).toContain(words);
  });
});
