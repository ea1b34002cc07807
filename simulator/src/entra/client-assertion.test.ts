import { describe, expect, test } from 'vitest';
import { pipelinesIssuer } from '../issuers/workload-issuers.ts';
import { weakProfile } from '../profiles/weak-profile.ts';
import { createSimulatedCloud, type SimulatedCloud } from '../simulated-cloud.ts';
import { type AssertionOptions, assertionType, clientAssertion } from '../testing/client-assertion.ts';
import { selfSignedCertificate, type TestCertificate } from '../testing/self-signed-certificate.ts';

const startMs = Date.parse('2026-06-01T12:00:00Z');
const now = () => new Date(startMs);
const day = (count: number) => new Date(startMs + count * 86_400_000);
const client_id = '6f1d2c3b-0000-4000-8000-00000000aaaa';
const { id } = weakProfile;
const github = 'https://token.actions.githubusercontent.com';
const subject = 'repo:lanternmsp/audits:ref:refs/heads/main';

const good = selfSignedCertificate(day(-1), day(365));
const strange = selfSignedCertificate(day(-1), day(365));
const over = selfSignedCertificate(day(-400), day(-35));

const cloud = createSimulatedCloud({
  now,
  apps: [
    {
      clientId: client_id,
      secrets: [],
      certificates: [good.certificate, over.certificate],
      federatedCredentials: [
        { issuer: github, subject },
        { issuer: pipelinesIssuer('lantern'), subject: 'sc://lantern/audits/tenants' },
        { issuer: 'https://elsewhere.example', subject: 'x' },
      ],
    },
    { clientId: 'secret-only', secrets: [{ value: 's' }] },
  ],
});

function assertion(by: TestCertificate, more: Omit<Partial<AssertionOptions>, 'now'> = {}): string {
  const audience = `https://login.microsoftonline.com/${id}/oauth2/v2.0/token`;
  return clientAssertion(by, { clientId: client_id, audience, now: now(), ...more });
}

async function ask(client_assertion: string, more: Record<string, string> = {}, at: SimulatedCloud = cloud) {
  const reply = await at.handle(
    new Request(`https://login.microsoftonline.com/${id}/oauth2/v2.0/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id,
        client_assertion_type: assertionType,
        client_assertion,
        scope: 'https://graph.microsoft.com/.default',
        ...more,
      }),
    }),
  );
  const { error_codes, error } = Object(await reply.json());
  return reply.status === 200 ? 'token' : { status: reply.status, error, code: error_codes[0] };
}

const refused = (code: number) => ({ status: 401, error: 'invalid_client', code });

describe('a certificate', () => {
  test.each([
    ['named by SHA-256, signed with PSS', assertion(good)],
    ['named by SHA-1, signed with PKCS#1', assertion(good, { isOld: true })],
    [
      'in an assertion for the issuer',
      assertion(good, { claims: { aud: `https://login.microsoftonline.com/${id}/v2.0` } }),
    ],
    ['of an application that is named in capitals', assertion(good, { claims: { iss: client_id.toUpperCase() } })],
  ])('%s gives a token', async (_name, text) => {
    expect(await ask(text)).toBe('token');
  });

  const seconds = Math.floor(startMs / 1000);
  test.each([
    ['that is not registered', assertion(strange), 700027],
    ['whose name another key signed under', assertion({ ...good, privateKey: strange.privateKey }), 700027],
    ['that has expired', assertion(over), 1000502],
    ['that is not named', assertion(good, { header: { 'x5t#S256': undefined } }), 50027],
    ['in an assertion that has expired', assertion(good, { claims: { exp: seconds - 1 } }), 700024],
    ['in an assertion that does not hold yet', assertion(good, { claims: { nbf: seconds + 3600 } }), 700024],
    ['in an assertion without an end', assertion(good, { claims: { exp: undefined } }), 700024],
    [
      'in an assertion for another tenant',
      assertion(good, { claims: { aud: 'https://login.microsoftonline.com/x/v2.0' } }),
      700023,
    ],
    ['in an assertion of another application', assertion(good, { claims: { iss: 'x', sub: 'x' } }), 700021],
    ['in an assertion about another application', assertion(good, { claims: { sub: 'x' } }), 700021],
    ['in an assertion without a signature', `${assertion(good).split('.').slice(0, 2).join('.')}.`, 50027],
    ['in an assertion that says it needs none', assertion(good, { header: { alg: 'none' } }), 700027],
    ['in what is no assertion', 'x', 50027],
  ])('%s is refused', async (_name, text, code) => {
    expect(await ask(text)).toEqual(refused(code));
  });

  test('of an application without certificates is refused, and so is another type of assertion', async () => {
    const text = assertion(good, { claims: { iss: 'secret-only', sub: 'secret-only' } });
    expect(await ask(text, { client_id: 'secret-only' })).toEqual(refused(700027));
    expect(await ask(assertion(good), { client_assertion_type: 'saml' })).toMatchObject({ status: 400, code: 9002313 });
  });

  test('of an application that nobody registered stands in the assertion itself, or is refused', async () => {
    const open = createSimulatedCloud({ now });
    const x5c = [strange.der];
    expect(await ask(assertion(strange, { header: { x5c } }), {}, open)).toBe('token');
    expect(await ask(assertion(strange), {}, open)).toEqual(refused(700027));
    expect(await ask(assertion(good, { header: { x5c } }), {}, open)).toEqual(refused(700027));
    // Whoever is registered is held to it.
    expect(await ask(assertion(strange, { header: { x5c } }))).toEqual(refused(700027));
  });

  test('may be registered over the control surface, until it is taken back', async () => {
    const open = createSimulatedCloud({ now, apps: [] });
    const post = (apps: unknown) =>
      open.handle(new Request('http://127.0.0.1/control/apps', { method: 'POST', body: JSON.stringify(apps) }));
    expect(await ask(assertion(good), {}, open)).toMatchObject({ code: 700016 });
    expect((await post([{ clientId: client_id, certificates: [good.certificate] }])).status).toBe(204);
    expect(await ask(assertion(good), {}, open)).toBe('token');
    expect((await post([{ clientId: client_id, certificates: ['none'] }])).status).toBe(400);
    open.entra.reset();
    expect(await ask(assertion(good), {}, open)).toMatchObject({ code: 700016 });
  });
});

/** What a workflow of GitHub's asks its runner for. */
async function githubToken(query: string, headers: Record<string, string> = { authorization: 'bearer runner' }) {
  const reply = await cloud.handle(
    new Request(`http://127.0.0.1/issuers/github/idtoken?api-version=2.0${query}`, { headers }),
  );
  return { status: reply.status, value: String(Object(await reply.json()).value) };
}

async function pipelinesToken(
  path: string,
  connection: string,
  headers: Record<string, string> = { authorization: 'Bearer job' },
) {
  const url = `http://127.0.0.1/issuers/azure-pipelines/${path}/oidctoken?api-version=7.1&serviceConnectionId=${connection}`;
  const reply = await cloud.handle(new Request(url, { method: 'POST', headers }));
  return { status: reply.status, value: String(Object(await reply.json()).oidcToken) };
}

const exchange = '&audience=api://AzureADTokenExchange';

describe('a federated credential', () => {
  test('of GitHub gives a token to the workflow of this repository and branch', async () => {
    expect(await ask((await githubToken(exchange)).value)).toBe('token');
  });

  test('of Azure Pipelines gives a token to this service connection', async () => {
    expect(await ask((await pipelinesToken('lantern/audits/_apis/jobs/1', 'tenants')).value)).toBe('token');
  });

  test.each([
    ['another repository', `&repository=evil/audits${exchange}`, 700213],
    ['another branch', `&ref=refs/heads/next${exchange}`, 700213],
    ['an environment', `&environment=live${exchange}`, 700213],
    ['the same repository in other letters', `&repository=LanternMSP/audits${exchange}`, 7002138],
    ['another audience', '&audience=api://other', 700212],
  ])('is refused to %s', async (_name, query, code) => {
    expect(await ask((await githubToken(query)).value)).toEqual(refused(code));
  });

  test('is refused to an issuer that is not named, and where there is none', async () => {
    const other = (await pipelinesToken('evil/audits/_apis/jobs/1', 'tenants')).value;
    expect(await ask(other)).toEqual(refused(700211));
    const text = (await githubToken(exchange)).value;
    expect(await ask(text, { client_id: 'secret-only' })).toEqual(refused(70025));
  });

  test('is refused to whoever only says that he is the issuer', async () => {
    const claims = { iss: github, sub: subject, aud: 'api://AzureADTokenExchange' };
    expect(await ask(assertion(strange, { claims }))).toEqual(refused(50013));
    const elsewhere = { iss: 'https://elsewhere.example', sub: 'x', aud: 'api://AzureADTokenExchange' };
    expect(await ask(assertion(strange, { claims: elsewhere }))).toEqual(refused(50013));
  });

  test('ends with the workflow’s token', async () => {
    let time = startMs;
    const { value } = await githubToken(exchange);
    const later = createSimulatedCloud({ now: () => new Date(time) });
    time += 301_000;
    later.entra.register([{ clientId: client_id, secrets: [], federatedCredentials: [{ issuer: github, subject }] }]);
    const url = new URL('http://127.0.0.1/issuers/github/idtoken?audience=api://AzureADTokenExchange');
    const own = await later.handle(new Request(url, { headers: { authorization: 'bearer x' } }));
    const { value: text } = Object(await own.json());
    // Another simulator's key is another issuer's.
    expect(await ask(value, {}, later)).toEqual(refused(50013));
    time += 301_000;
    expect(await ask(text, {}, later)).toEqual(refused(700024));
  });

  test('asked for without the runner’s token is not handed out', async () => {
    expect((await githubToken(exchange, {})).status).toBe(401);
    expect((await pipelinesToken('lantern/audits', 'tenants', {})).status).toBe(401);
    expect((await pipelinesToken('lantern/audits', '')).status).toBe(400);
  });
});

test('the path below the simulator’s own address names the same workflow at the issuer’s host', async () => {
  const headers = { authorization: 'bearer x' };
  const subjectAt = async (url: string, method: string) => {
    const answer = Object(await (await cloud.handle(new Request(url, { method, headers }))).json());
    const [, claims = ''] = String(answer.value ?? answer.oidcToken).split('.');
    return JSON.parse(Buffer.from(claims, 'base64url').toString()).sub;
  };
  for (const path of ['/lantern/audits/oidctoken', '/issuers/azure-pipelines/lantern/audits/oidctoken'])
    expect(await subjectAt(`https://dev.azure.com${path}?serviceConnectionId=c`, 'POST')).toBe('sc://lantern/audits/c');
  for (const path of ['/idtoken', '/issuers/github/idtoken'])
    expect(await subjectAt(`https://token.actions.githubusercontent.com${path}?repository=lantern/audits`, 'GET')).toBe(
      'repo:lantern/audits:ref:refs/heads/main',
    );
});

test('issuers describe themselves at their own addresses', async () => {
  for (const issuer of [github, pipelinesIssuer('lantern')]) {
    const read = async (url: string) => Object(await (await cloud.handle(new Request(url))).json());
    const metadata = await read(`${issuer}/.well-known/openid-configuration`);
    expect(metadata.issuer).toBe(issuer);
    expect((await read(metadata.jwks_uri)).keys).toHaveLength(1);
  }
});

test('an application that proves nothing is told what is missing: AADSTS7000216', async () => {
  const url = `https://login.microsoftonline.com/${id}/oauth2/v2.0/token`;
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id });
  const reply = await cloud.handle(new Request(url, { method: 'POST', body }));
  expect(Object(await reply.json()).error_codes).toEqual([7000216]);
});
