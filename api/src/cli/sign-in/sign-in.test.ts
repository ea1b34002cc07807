import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cloudNames } from '@tenantry/contract/clouds';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clouds } from '../../adapters/graph/clouds.ts';
import { createGraphClient } from '../../adapters/graph/graph-client.ts';
import type { Upstream } from '../../adapters/graph/upstream.ts';
import type { Environment } from './settings.ts';
import {
  byGithub,
  bySecret,
  clientId,
  createSignInLab,
  dayMs,
  pemOf,
  refusal,
  registered,
  retry,
  type SignInLab,
  subject,
  tenant,
} from './testing/sign-in-lab.ts';

let lab: SignInLab;

beforeEach(async () => {
  lab = await createSignInLab();
});
afterEach(() => lab.close());

/** The same with another registration. */
async function another(...options: Parameters<typeof createSignInLab>): Promise<void> {
  await lab.close();
  lab = await createSignInLab(...options);
}

describe.each(cloudNames)('in the cloud %s', (name) => {
  const readsOrganization = async (env: Environment) => {
    const signedIn = await lab.signIn(env, { name });
    const graph = createGraphClient({ tokens: signedIn.tokens, upstream: lab.upstream, cloud: clouds[name], retry });
    await graph.get('/v1.0/organization');
    return signedIn;
  };
  const hosts = () => [...new Set(lab.sent.map(({ url }) => url.origin))].sort();
  const ofCloud = [clouds[name].loginOrigin, clouds[name].graphOrigin].sort();

  it('a client secret reads Graph, and nobody but the cloud’s own hosts is asked', async () => {
    const signedIn = await readsOrganization(bySecret);
    expect(signedIn).toMatchObject({ kind: 'application', tenantId: tenant, clientId });
    expect(signedIn.permissions()).toContain('Policy.Read.All');
    expect(hosts()).toEqual(ofCloud);
  });

  it('a certificate does', async () => {
    await readsOrganization(await lab.certificateFile(pemOf(registered)));
    expect(hosts()).toEqual(ofCloud);
    expect(lab.sent.map(({ body }) => body).join('')).not.toContain('PRIVATE');
  });
});

describe('federation', () => {
  it('signs in by GitHub’s token, which goes to the login host alone', async () => {
    const { kind } = await lab.signIn(byGithub);
    expect(kind).toBe('application');
    const issuer = lab.sent.filter(({ url }) => url.host === 'token.actions.githubusercontent.com');
    const audiences = new Set(issuer.map(({ url }) => url.searchParams.get('audience')));
    expect(audiences).toEqual(new Set(['api://AzureADTokenExchange']));
    const assertions = lab.sent.filter(({ body }) => body.includes('client_assertion='));
    expect(new Set(assertions.map(({ url }) => url.host))).toEqual(new Set(['login.microsoftonline.com']));
  });

  it.each([
    ['there is no credential', []],
    ['none matches', [{ issuer: 'https://token.actions.githubusercontent.com', subject: 'repo:other/one:ref:x' }]],
  ])('says the subject, issuer and audience to enter where %s', async (_, credentials) => {
    await another({ federatedCredentials: credentials });
    const [what, whatToDo] = await refusal(lab.signIn(byGithub));
    expect(what).toMatch(/federated credential.*\(AADSTS700(21\d?|25)\)$/);
    for (const word of [subject, 'https://token.actions.githubusercontent.com', 'api://AzureADTokenExchange'])
      expect(whatToDo).toContain(word);
  });

  it('says what a workflow needs where GitHub gives no token', async () => {
    const forbidden: Upstream = {
      fetch: async (request) =>
        request.url.includes('githubusercontent') ? new Response('no', { status: 403 }) : lab.upstream.fetch(request),
    };
    const lines = await refusal(lab.signIn(byGithub, { through: forbidden }));
    expect(lines[0]).toBe('GitHub gave no token for federation (403).');
    expect(lines[1]).toContain('id-token: write');
  });

  it('signs in by a token in a file, and says where there is none', async () => {
    const reply = await fetch(`${lab.url}/issuers/github/idtoken?audience=api://AzureADTokenExchange`, {
      headers: { authorization: 'bearer runner' },
    });
    const path = join(lab.folder, 'token');
    await writeFile(path, String(Object(await reply.json()).value));
    const env = { AZURE_CLIENT_ID: clientId, AZURE_FEDERATED_TOKEN_FILE: path };
    expect((await lab.signIn(env)).kind).toBe('application');
    const missing = { ...env, AZURE_FEDERATED_TOKEN_FILE: join(lab.folder, 'nothing') };
    expect((await refusal(lab.signIn(missing)))[0]).toContain('nothing cannot be read (ENOENT).');
  });
});

describe('a person', () => {
  it('signs in by a device code, with permissions to read and no other', async () => {
    const signing = lab.signIn({}, { how: 'device-code' });
    await Promise.all([signing, lab.enterCode({ username: lab.administrator(), consent: 'accept' })]);
    const signedIn = await signing;
    expect(signedIn.kind).toBe('account');
    expect(signedIn.permissions()).toContain('Policy.Read.All');
    expect(signedIn.permissions().filter((one) => /Write/.test(one))).toEqual([]);
    const graph = createGraphClient({ tokens: signedIn.tokens, upstream: lab.upstream, retry });
    expect(await graph.get('/v1.0/organization')).toBeDefined();
  });

  it('gets another token without being asked again', async () => {
    const signing = lab.signIn({}, { how: 'device-code' });
    await Promise.all([signing, lab.enterCode({ username: lab.administrator(), consent: 'accept' })]);
    const { tokens } = await signing;
    const first = await tokens.get({ skipCache: false });
    lab.said.length = 0;
    const [one, two] = await Promise.all([tokens.get({ skipCache: true }), tokens.get({ skipCache: true })]);
    expect([one === first, one === two, lab.said]).toEqual([false, true, []]);
  });

  it('who declines is told so, and so is one whose code nobody entered in time', async () => {
    let shiftMs = 0;
    await another({ now: () => new Date(Date.now() + shiftMs) });
    const signing = refusal(lab.signIn({}, { how: 'device-code' }));
    await Promise.all([signing, lab.enterCode({ username: lab.administrator(), action: 'cancel' })]);
    expect((await signing)[0]).toBe('The sign-in with the code was declined.');
    lab.said.length = 0;
    const late = refusal(lab.signIn({}, { how: 'device-code' }));
    await vi.waitFor(() => expect(lab.said.join('\n')).toMatch(/enter the code/));
    shiftMs = dayMs;
    expect((await late)[0]).toBe('The code has expired: nobody entered it in time.');
  });
});

describe('a token', () => {
  it('is asked for once while it is good, and anew where Graph does not take it', async () => {
    const { tokens } = await lab.signIn(bySecret);
    const first = await tokens.get({ skipCache: false });
    expect([lab.tokenRequests(), await tokens.get({ skipCache: false })]).toEqual([1, first]);
    lab.cloud.entra.change({ tenantId: tenant, expireAccessTokens: true });
    const graph = createGraphClient({ tokens, upstream: lab.upstream, retry });
    await Promise.all(['/v1.0/organization', '/v1.0/domains'].map((path) => graph.get(path)));
    expect(lab.tokenRequests()).toBe(2);
  });

  it('that is about to end is never handed out', async () => {
    await another({ tokenLifetimeSeconds: 60 });
    const { tokens } = await lab.signIn(bySecret);
    const [one, two] = [await tokens.get({ skipCache: false }), await tokens.get({ skipCache: false })];
    expect(one).not.toBe(two);
  });
});
