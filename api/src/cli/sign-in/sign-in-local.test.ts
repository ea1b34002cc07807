import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipelinesIssuer } from '@tenantry/simulator/issuers/workload-issuers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clientId, createSignInLab, refusal, type SignInLab, tenant } from './testing/sign-in-lab.ts';

let lab: SignInLab;

beforeEach(async () => {
  lab = await createSignInLab({
    federatedCredentials: [
      {
        issuer: pipelinesIssuer('lanternmsp'),
        subject: 'sc://lanternmsp/audits/11111111-1111-4111-8111-111111111111',
      },
    ],
  });
  vi.stubEnv('PATH', `${lab.folder}:${process.env.PATH}`);
});
afterEach(() => lab.close());

async function program(name: string, lines: string): Promise<string> {
  const path = join(lab.folder, name);
  await writeFile(path, lines);
  await chmod(path, 0o755);
  return path;
}

/** A token of the administrator's, as `az` has one. */
async function accountToken(): Promise<string> {
  const signing = lab.signIn({}, { how: 'device-code' });
  await Promise.all([signing, lab.enterCode({ username: lab.administrator(), consent: 'accept' })]);
  return (await signing).tokens.get({ skipCache: false });
}

describe('the Azure CLI', () => {
  const printing = (token: string, endsAtSeconds: number) =>
    program(
      'az',
      `#!/bin/sh\necho "$@" >> ${join(lab.folder, 'asked')}\necho '${JSON.stringify({ accessToken: token, expires_on: endsAtSeconds })}'\n`,
    );
  const soon = () => Math.floor(Date.now() / 1000) + 3600;

  it('gives the token of whoever is signed in to it', async () => {
    const token = await accountToken();
    await printing(token, soon());
    const signedIn = await lab.signIn({}, { how: 'az' });
    expect(signedIn).toMatchObject({ kind: 'account', tenantId: tenant });
    expect(await signedIn.tokens.get({ skipCache: false })).toBe(token);
  });

  it('of another tenant is refused, and so is a token that has ended', async () => {
    await printing(await accountToken(), soon());
    const other = '99999999-9999-4999-8999-999999999999';
    const [what] = await refusal(lab.signIn({}, { how: 'az', to: other }));
    expect(what).toBe(`The token is of the directory ${tenant}, not of ${other}.`);
    await printing('old', 1000);
    const [ended, whatToDo] = await refusal(lab.signIn({}, { how: 'az' }));
    expect(ended).toBe('The token has already expired.');
    expect(whatToDo).toContain(`az login --tenant ${tenant}`);
  });

  it('is told which permissions its token lacks, and how to have them', async () => {
    const claims = { tid: tenant, scp: 'Directory.Read.All AuditLog.Read.All User.Read.All' };
    await printing(`e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`, soon());
    await lab.signIn({}, { how: 'az' });
    const line = lab.said.at(-1) ?? '';
    expect(line).toContain('Policy.Read.All');
    expect(line).toContain('--sign-in browser');
    // Directory.Read.All gives it too.
    expect(line).not.toContain('Organization.Read.All');
  });

  it.each([
    ['nobody is signed in', `Please run 'az login' to setup account.`, 'Nobody is signed in to the Azure CLI'],
    ['Entra ID asks for MFA', 'AADSTS50076: Due to a configuration change. Trace ID: 1', 'requires MFA'],
    ['something else is wrong', 'The command failed with an unexpected error.', 'gave no token'],
  ])('where %s says so', async (_, stderr, words) => {
    await program('az', `#!/bin/sh\necho "ERROR: ${stderr}" >&2\nexit 1\n`);
    expect((await refusal(lab.signIn({}, { how: 'az' })))[0]).toContain(words);
  });

  it('that is not installed is said to be missing', async () => {
    vi.stubEnv('PATH', lab.folder);
    expect((await refusal(lab.signIn({}, { how: 'az' })))[0]).toContain('not installed');
  });
});

/** Without a display xdg-open runs the command in BROWSER. */
const withBrowser = (BROWSER: string) => ({ BROWSER, DISPLAY: '', WAYLAND_DISPLAY: '' });

describe('the browser', () => {
  /** Signs in on the simulator's pages as the administrator, and comes back as a form, as a browser does. */
  const script = (fields: Record<string, string>) => `#!${process.execPath}
const url = new URL(process.argv[2]);
const page = '${lab.url}/login' + url.pathname + url.search;
const answer = await fetch(page, {
  method: 'POST', redirect: 'manual', body: new URLSearchParams(${JSON.stringify(fields)}),
});
if (answer.status === 302) await fetch(answer.headers.get('location'));
else {
  const text = await answer.text();
  const action = /<form[^>]*action="([^"]+)"/.exec(text)[1].replaceAll('&amp;', '&');
  const form = new URLSearchParams();
  for (const input of text.matchAll(/<input[^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(input[0])?.[1];
    const value = /value="([^"]*)"/.exec(input[0])?.[1] ?? '';
    if (name) form.set(name, value.replaceAll('&amp;', '&').replaceAll('&quot;', '"'));
  }
  await fetch(action, { method: 'POST', body: form });
}
`;
  const opening = async (fields: Record<string, string>) => {
    const BROWSER = await program('browser.mjs', script(fields));
    return lab.signIn(withBrowser(BROWSER), { how: 'browser' });
  };

  it('comes back with a sign-in, and its address was said', async () => {
    const signedIn = await opening({ username: lab.administrator(), consent: 'accept' });
    expect(signedIn.kind).toBe('account');
    expect(signedIn.permissions()).toContain('Policy.Read.All');
    expect(lab.said.join()).toContain('https://login.microsoftonline.com/');
  });

  it('in which somebody cancels ends the wait', async () => {
    expect((await refusal(opening({ action: 'cancel' })))[0]).toContain('canceled');
  });

  it('that cannot be opened is said to be so', async () => {
    const BROWSER = await program('browser.mjs', '#!/bin/sh\nexit 3\n');
    const [what, whatToDo] = await refusal(lab.signIn(withBrowser(BROWSER), { how: 'browser' }));
    expect(what).toBe('No browser could be opened on this machine.');
    expect(whatToDo).toContain('--sign-in device-code');
  });

  it('ends at once with Ctrl-C, and so does its port', async () => {
    const stop = new AbortController();
    const BROWSER = await program('browser.mjs', '#!/bin/sh\nexit 0\n');
    const running = lab.signIn(withBrowser(BROWSER), { how: 'browser', signal: stop.signal });
    const outcome = running.then(
      () => 'it went on',
      (error: unknown) => error,
    );
    await vi.waitFor(() => expect(lab.said.join()).toContain('redirect_uri='));
    const redirect = /redirect_uri=([^&\s]+)/.exec(lab.said.join())?.[1] ?? '';
    const stopped = new Error('SIGINT');
    stop.abort(stopped);
    expect(await outcome).toBe(stopped);
    await expect(fetch(decodeURIComponent(redirect))).rejects.toThrow('fetch failed');
  });

  it('is not opened where it would leave the simulator', async () => {
    expect((await refusal(lab.signIn({}, { how: 'browser' })))[0]).toContain('not to the simulator');
  });
});

describe('Azure Pipelines', () => {
  const env = {
    AZURE_CLIENT_ID: clientId,
    SYSTEM_OIDCREQUESTURI: 'https://vstoken.dev.azure.com/lanternmsp/audits/oidctoken',
    SYSTEM_ACCESSTOKEN: 'the-token-of-the-job',
    AZURESUBSCRIPTION_SERVICE_CONNECTION_ID: '11111111-1111-4111-8111-111111111111',
  };

  it('signs in by its service connection', async () => {
    const signedIn = await lab.signIn(env);
    expect(signedIn.kind).toBe('application');
    expect(new Set(lab.sent.map(({ url }) => url.host))).toEqual(
      new Set(['vstoken.dev.azure.com', 'login.microsoftonline.com']),
    );
  });

  it.each([401, 302])('that gives no token (%i) is said to do so, and its answer is not passed on', async (status) => {
    const through = {
      fetch: async (request: Request) =>
        request.url.includes('oidctoken')
          ? new Response('{"oidcTokenOfTomorrow":"eyJ.secret"}', { status })
          : lab.upstream.fetch(request),
    };
    const lines = await refusal(lab.signIn(env, { through }));
    expect(lines[0]).toBe(`Azure Pipelines gave no token for federation (${status}).`);
    expect(lines[1]).toContain('SYSTEM_ACCESSTOKEN: $(System.AccessToken)');
    expect(lines.join()).not.toContain('eyJ');
  });
});
