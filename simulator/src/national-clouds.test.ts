import { describe, expect, test } from 'vitest';
import { weakProfile } from './profiles/weak-profile.ts';
import { createSimulatedCloud } from './simulated-cloud.ts';

const now = () => new Date('2026-06-01T12:00:00Z');
const { id } = weakProfile;

/** Asks the simulator as a client of Microsoft's own hosts does. */
async function ask(url: string, init: RequestInit = {}) {
  const answer = await cloud.handle(new Request(url, init));
  return { status: answer.status, body: { ...Object(await answer.json()) } };
}

const cloud = createSimulatedCloud({ now });

async function tokenOf(login: string, graph: string) {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: 'x',
    client_secret: 'y',
    scope: `https://${graph}/.default`,
  });
  return ask(`https://${login}/${id}/oauth2/v2.0/token`, { method: 'POST', body });
}

const read = (graph: string, token: unknown) =>
  ask(`https://${graph}/v1.0/users?$top=5`, { headers: { authorization: `Bearer ${token}` } });

const clouds = [
  ['login.microsoftonline.com', 'graph.microsoft.com'],
  ['login.microsoftonline.us', 'graph.microsoft.us'],
  ['login.microsoftonline.us', 'dod-graph.microsoft.us'],
  ['login.partner.microsoftonline.cn', 'microsoftgraph.chinacloudapi.cn'],
] as const;

describe.each(clouds)('%s and %s', (login, graph) => {
  test('give tokens for this Graph, whose links stay with it', async () => {
    const { status, body } = await tokenOf(login, graph);
    expect(status).toBe(200);
    const claims = JSON.parse(Buffer.from(String(body.access_token).split('.')[1] ?? '', 'base64url').toString());
    expect(claims.aud).toBe(`https://${graph}`);
    const page = await read(graph, body.access_token);
    expect([page.status, String(page.body['@odata.nextLink']).startsWith(`https://${graph}/v1.0/users?`)]).toEqual([
      200,
      true,
    ]);
  });

  test('refuse the tokens of every other Graph', async () => {
    for (const [otherLogin, otherGraph] of clouds.filter(([, other]) => other !== graph)) {
      const { body } = await tokenOf(otherLogin, otherGraph);
      expect(await read(graph, body.access_token)).toMatchObject({
        status: 401,
        body: { error: { code: 'InvalidAuthenticationToken' } },
      });
    }
  });

  test('describe themselves by their own hosts', async () => {
    const { body } = await ask(`https://${login}/${id}/v2.0/.well-known/openid-configuration`);
    expect(body).toMatchObject({
      issuer: `https://${login}/${id}/v2.0`,
      token_endpoint: `https://${login}/${id}/oauth2/v2.0/token`,
    });
    expect(clouds.some(([host, name]) => host === login && name === body.msgraph_host)).toBe(true);
  });
});

const missing = (segment: string) => ({
  status: 400,
  body: { error: { code: 'BadRequest', message: `Resource not found for the segment '${segment}'.` } },
});

describe('what the Graph of a cloud does not have', () => {
  const paths = [
    ['/admin/configurationManagement/configurationSnapshotJobs', 'configurationManagement', ['us', 'dod', 'cn']],
    ['/security/secureScores?$top=1', 'security', ['cn']],
    ['/identityProtection/riskDetections', 'identityProtection', ['cn']],
    ['/policies/authenticationMethodsPolicy', 'authenticationMethodsPolicy', ['cn']],
    ['/tenantRelationships/delegatedAdminCustomers', 'delegatedAdminCustomers', ['cn']],
    ['/admin/sharepoint/settings', 'settings', ['cn']],
    ['/policies/authorizationPolicy', 'authorizationPolicy', []],
  ] as const;
  const short = ['com', 'us', 'dod', 'cn'];

  test.each(paths)(
    '%s is refused by its segment there, alone and in a batch, and answered elsewhere',
    async (path, segment, lacking) => {
      for (const [index, [login, graph]] of clouds.entries()) {
        const { body } = await tokenOf(login, graph);
        const authorization = `Bearer ${body.access_token}`;
        const alone = await ask(`https://${graph}/v1.0${path}`, { headers: { authorization } });
        const requests = JSON.stringify({ requests: [{ id: '1', method: 'GET', url: path }] });
        const batch = await ask(`https://${graph}/v1.0/$batch`, {
          method: 'POST',
          body: requests,
          headers: { authorization },
        });
        const [item] = batch.body.responses;
        if (lacking.some((one) => one === short[index])) {
          expect([alone, item]).toMatchObject([missing(segment), missing(segment)]);
        } else {
          expect([alone.status, item.status]).toEqual([200, 200]);
        }
      }
    },
  );
});

test('a login host gives no token for the Graph of another cloud: AADSTS500011', async () => {
  expect((await tokenOf('login.microsoftonline.us', 'graph.microsoft.com')).body.error_codes).toEqual([500011]);
});
