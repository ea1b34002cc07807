import { generateKeyPairSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { selfSignedCertificate } from '@tenantry/simulator/testing/self-signed-certificate';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createGraphClient } from '../../adapters/graph/graph-client.ts';
import type { Upstream } from '../../adapters/graph/upstream.ts';
import { GraphError } from '../../ports/graph.ts';
import {
  bySecret,
  clientId,
  createSignInLab,
  dayMs,
  pemOf,
  refusal,
  registered,
  retry,
  type SignInLab,
  secret,
  tenant,
} from './testing/sign-in-lab.ts';

let lab: SignInLab;

beforeEach(async () => {
  lab = await createSignInLab();
});
afterEach(() => lab.close());

const failing = (path: string, more: { status: number; retryAfterSeconds?: number; times?: number }) =>
  lab.cloud.faults.set({ pathPrefix: path, kind: 'status', ...more });

describe('Entra ID says no', () => {
  it.each([
    ['a wrong secret', { ...bySecret, AZURE_CLIENT_SECRET: 'wrong' }, tenant, 'AADSTS7000215'],
    ['no such application', { ...bySecret, AZURE_CLIENT_ID: tenant }, tenant, 'AADSTS700016'],
    ['no such tenant', bySecret, 'nowhere.example', 'AADSTS90002'],
  ])('to %s', async (_, env, to, code) => {
    const [what, whatToDo] = await refusal(lab.signIn(env, { to }));
    expect(what).toContain(`(${code})`);
    expect(whatToDo).not.toBe('');
    expect(lab.tokenRequests()).toBeLessThanOrEqual(1);
  });

  it('to a secret that has expired, and to one that works again a moment later yes', async () => {
    lab.cloud.entra.change({ clientId, expireSecrets: true });
    expect((await refusal(lab.signIn(bySecret)))[0]).toContain('AADSTS7000222');
    lab.cloud.entra.change({ clientId, addSecret: { value: 'newer' } });
    expect((await lab.signIn({ ...bySecret, AZURE_CLIENT_SECRET: 'newer' })).kind).toBe('application');
  });

  it('to a certificate that is not registered, and to one that has expired', async () => {
    const unknown = selfSignedCertificate(new Date(Date.now() - dayMs), new Date(Date.now() + dayMs));
    const env = await lab.certificateFile(pemOf(unknown));
    expect((await refusal(lab.signIn(env)))[0]).toBe(
      'The certificate is not in the app registration, or has expired. (AADSTS700027)',
    );
    const old = selfSignedCertificate(new Date(Date.now() - 2 * dayMs), new Date(Date.now() - dayMs));
    await lab.close();
    lab = await createSignInLab({ certificates: [old.certificate] });
    expect((await refusal(lab.signIn(await lab.certificateFile(pemOf(old)))))[0]).toContain('AADSTS1000502');
  });

  it('where the clock of this machine is wrong', async () => {
    await lab.close();
    lab = await createSignInLab({ now: () => new Date(Date.now() + dayMs / 2) });
    const [what] = await refusal(lab.signIn(await lab.certificateFile(pemOf(registered))));
    expect(what).toContain('AADSTS700024');
  });

  it('where Conditional Access blocks the application, or it was removed from the tenant', async () => {
    lab.cloud.entra.change({ tenantId: tenant, blockApplication: true });
    expect((await refusal(lab.signIn(bySecret)))[0]).toContain('AADSTS53003');
    lab.cloud.entra.change({ tenantId: tenant, blockApplication: false, consent: 'removed' });
    expect((await refusal(lab.signIn(bySecret)))[0]).toContain('AADSTS700016');
  });

  it('with a token that carries nothing where nobody gave consent: the address for that is said', async () => {
    lab.cloud.entra.change({ tenantId: tenant, consent: 'withdrawn' });
    const [what, whatToDo] = await refusal(lab.signIn(bySecret));
    expect(what).toContain('nobody has given consent');
    expect(whatToDo).toContain(`https://login.microsoftonline.com/${tenant}/adminconsent?client_id=${clientId}`);
  });

  it('with a token of another directory than AZURE_TENANT_ID: both are named', async () => {
    const env = { ...bySecret, AZURE_TENANT_ID: '99999999-9999-4999-8999-999999999999' };
    const domain = lab.administrator().split('@')[1] ?? '';
    const [what] = await refusal(lab.signIn(env, { to: domain }));
    expect(what).toBe(`The token is of the directory ${tenant}, not of ${domain}.`);
  });

  it('later: the audit hears the code, and asks again no more than once', async () => {
    const { tokens } = await lab.signIn(bySecret);
    lab.cloud.entra.change({ clientId, expireSecrets: true });
    lab.cloud.entra.change({ tenantId: tenant, expireAccessTokens: true });
    const graph = createGraphClient({ tokens, upstream: lab.upstream, retry });
    const error = await graph.get('/v1.0/organization').catch((thrown: unknown) => thrown);
    expect(error instanceof GraphError && error.failure).toMatchObject({ status: 401, code: 'AADSTS7000222' });
    expect(lab.tokenRequests()).toBe(2);
  });
});

describe('a certificate file', () => {
  it.each([
    ['that holds no key', () => registered.certificate, {}, 'does not hold a certificate and its private key'],
    ['that holds no certificate', () => registered.privateKey, {}, 'does not hold a certificate and its private key'],
    ['that is a PFX', () => '0\u0082', {}, 'is a PFX file'],
    ['whose key needs a password', () => protectedPem(), {}, 'is protected by a password'],
    [
      'whose password is wrong',
      () => protectedPem(),
      { AZURE_CLIENT_CERTIFICATE_PASSWORD: 'wrong' },
      'The password does not open',
    ],
  ])('%s is said to be so, and nothing is sent', async (_, pem, more, word) => {
    const [what] = await refusal(lab.signIn({ ...(await lab.certificateFile(pem())), ...more }));
    expect(what).toContain(word);
    expect(lab.sent).toEqual([]);
  });

  it('that is not there is named', async () => {
    const path = join(lab.folder, 'nothing.pem');
    const [what] = await refusal(lab.signIn({ AZURE_CLIENT_ID: clientId, AZURE_CLIENT_CERTIFICATE_PATH: path }));
    expect(what).toBe(`The certificate ${path} does not exist.`);
  });

  it('with a password is opened by it', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const key = privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'right' });
    const env = await lab.certificateFile(`${registered.certificate}\n${key}`);
    const lines = await refusal(lab.signIn({ ...env, AZURE_CLIENT_CERTIFICATE_PASSWORD: 'right' }));
    // The key is another one's than the certificate's: that Entra ID is the one to say so shows that it was opened.
    expect(lines[0]).toContain('AADSTS700027');
  });
});

function protectedPem(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'right' });
  return `${registered.certificate}\n${key}`;
}

describe('on the way', () => {
  it('throttling is waited for and told, and then it goes on', async () => {
    failing('/oauth2/v2.0/token', { status: 429, retryAfterSeconds: 1, times: 1 });
    expect((await lab.signIn(bySecret)).kind).toBe('application');
    expect(lab.said.at(-1)).toBe('Entra ID asks to slow down: waiting 1 s.');
  });

  it.each([
    [429, 'throttling sign-ins (429)'],
    [503, 'it answered 503'],
  ])('a login host that answers %i to every try is said to do so', async (status, words) => {
    failing('/oauth2/v2.0/token', { status });
    expect((await refusal(lab.signIn(bySecret)))[0]).toContain(words);
    expect(lab.tokenRequests()).toBe(retry.maxAttempts);
    lab.cloud.faults.clear();
    // Neither library goes on refusing by itself.
    expect((await lab.signIn(bySecret)).kind).toBe('application');
  });

  it.each([
    ['ENOTFOUND', 'cannot be resolved', 3],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'opens TLS', 1],
  ])('%s is told in words', async (code, words, tries) => {
    let sent = 0;
    const through: Upstream = {
      async fetch() {
        sent += 1;
        throw new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) });
      },
    };
    expect((await refusal(lab.signIn(bySecret, { through })))[0]).toContain(words);
    expect(sent).toBe(tries);
  });

  it('a setting that leads to another host than the cloud’s sends nothing there', async () => {
    const lines = await refusal(lab.signIn({ ...bySecret, AZURE_REGIONAL_AUTHORITY_NAME: 'westeurope' }));
    expect(lines[0]).toMatch(/^The sign-in was led to westeurope\..*Nothing was sent there\.$/);
    expect(lines[1]).toContain('AZURE_REGIONAL_AUTHORITY_NAME');
    expect(lab.sent.filter(({ url }) => url.host !== 'login.microsoftonline.com')).toEqual([]);
  });

  it('AZURE_AUTHORITY_HOST leads nowhere else', async () => {
    expect((await lab.signIn({ ...bySecret, AZURE_AUTHORITY_HOST: 'https://evil.example' })).kind).toBe('application');
    expect(new Set(lab.sent.map(({ url }) => url.host))).toEqual(new Set(['login.microsoftonline.com']));
  });

  it('no message says the secret', async () => {
    const env = { ...bySecret, AZURE_CLIENT_SECRET: `${secret}-wrong` };
    const lines = await refusal(lab.signIn(env));
    expect([...lines, ...lab.said].join('\n')).not.toContain(secret);
  });
});

describe('Ctrl-C', () => {
  const stopped = new Error('SIGINT');
  async function endsAtOnce(run: (signal: AbortSignal) => Promise<unknown>, when: () => void): Promise<void> {
    const stop = new AbortController();
    const running = run(stop.signal);
    const outcome = running.then(
      () => 'it went on',
      (error: unknown) => error,
    );
    await vi.waitFor(when);
    stop.abort(stopped);
    expect(await outcome).toBe(stopped);
  }

  it('ends the wait for a device code', () =>
    endsAtOnce(
      (signal) => lab.signIn({}, { how: 'device-code', signal }),
      () => expect(lab.said.join()).toContain('enter the code'),
    ));

  it('ends the wait of one that is throttled', () => {
    failing('/oauth2/v2.0/token', { status: 429, retryAfterSeconds: 120 });
    return endsAtOnce(
      (signal) => lab.signIn(bySecret, { signal }),
      () => expect(lab.said.join()).toContain('waiting 120 s'),
    );
  });

  it('ends a request that nobody answers', () => {
    let asked = false;
    const through: Upstream = {
      fetch: ({ signal }) => {
        asked = true;
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      },
    };
    return endsAtOnce(
      (signal) => lab.signIn(bySecret, { signal, through }),
      () => expect(asked).toBe(true),
    );
  });

  it('ends az, and leaves no process behind', async () => {
    const marker = join(lab.folder, 'ended');
    const az = join(lab.folder, 'az');
    await writeFile(
      az,
      `#!/bin/sh\ntail -f /dev/null &\ntrap "kill $!; echo > ${marker}; exit 1" TERM\necho > ${marker}.begun\nwait\n`,
    );
    await chmod(az, 0o755);
    vi.stubEnv('PATH', `${lab.folder}:${process.env.PATH}`);
    await endsAtOnce(
      (signal) => lab.signIn({}, { how: 'az', signal }),
      () => expect(existsSync(`${marker}.begun`)).toBe(true),
    );
    await vi.waitFor(() => expect(existsSync(marker)).toBe(true));
  });
});
