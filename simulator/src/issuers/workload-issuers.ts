import type { JsonWebKey } from 'node:crypto';
import { guidOf, keyOfText } from '../counter-hash.ts';
import { tokenExchangeAudience } from '../entra/federated-assertion.ts';
import { createTokenIssuer, type TokenIssuer } from '../entra/token-issuer.ts';
import { issuerHosts, readTarget, type Target } from '../request-target.ts';
import { jsonResponse } from '../wire-response.ts';

/** GitHub Actions and Azure Pipelines, as far as they tell Entra which workflow asks. */
export interface WorkloadIssuers {
  answer(request: Request, target: Target): Promise<Response>;
  /** The keys that the issuer publishes; none where it is not one of the simulator's. */
  keysOf(issuer: string): Promise<JsonWebKey[]>;
}

/** Lifetime of an identity token of a workflow. */
const tokenSeconds = 300;
const github = 'https://token.actions.githubusercontent.com';
const pipelines = 'https://vstoken.dev.azure.com';

/** Azure DevOps names an organization by a guid in its issuer. */
export function pipelinesIssuer(organization: string): string {
  return `${pipelines}/${guidOf(keyOfText(`azure-devops/${organization.toLowerCase()}`), 0, 0)}`;
}

const hasBearer = (request: Request) => /^bearer \S+$/i.test(request.headers.get('authorization') ?? '');

function notFound({ url }: Target): Response {
  return jsonResponse(404, { message: `No issuer of the simulator answers ${url.pathname}.` });
}

/** What both have of OpenID Connect Discovery. */
async function answerMetadata(issuer: string, below: string, signer: TokenIssuer): Promise<Response | null> {
  if (below === '.well-known/openid-configuration') {
    return jsonResponse(200, {
      issuer,
      jwks_uri: `${issuer}/.well-known/jwks`,
      subject_types_supported: ['public', 'pairwise'],
      response_types_supported: ['id_token'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid'],
    });
  }
  return below === '.well-known/jwks' ? jsonResponse(200, await signer.keySet()) : null;
}

/**
 * The address in ACTIONS_ID_TOKEN_REQUEST_URL (docs.github.com, "openid-connect"): the workflow of `repository` (`OWNER/REPO`),
 * on `ref`, or in `environment`, which then is the subject.
 */
async function githubToken(request: Request, { url }: Target, signer: TokenIssuer, now: Date): Promise<Response> {
  if (request.method !== 'GET' || !hasBearer(request)) return jsonResponse(401, { message: 'Bad credentials' });
  const read = (name: string, otherwise: string) => url.searchParams.get(name) ?? otherwise;
  const repository = read('repository', 'lanternmsp/audits');
  const owner = repository.split('/')[0] ?? '';
  const [ref, environment] = [read('ref', 'refs/heads/main'), url.searchParams.get('environment')];
  const iat = Math.floor(now.getTime() / 1000);
  const value = await signer.sign({
    iss: github,
    sub: `repo:${repository}:${environment === null ? `ref:${ref}` : `environment:${environment}`}`,
    aud: read('audience', `https://github.com/${owner}`),
    repository,
    repository_owner: owner,
    ref,
    ...(environment !== null && { environment }),
    iat,
    nbf: iat,
    exp: iat + tokenSeconds,
  });
  return jsonResponse(200, { count: value.length, value });
}

/** The address in SYSTEM_OIDCREQUESTURI, `…/{organization}/{project}/…/oidctoken`: the service connection is the subject. */
async function pipelinesToken(request: Request, target: Target, signer: TokenIssuer, now: Date): Promise<Response> {
  const [, , organization = '', project = ''] = target.path.split('/').map(decodeURIComponent);
  const connection = target.url.searchParams.get('serviceConnectionId') ?? '';
  if (request.method !== 'POST' || !hasBearer(request))
    return jsonResponse(401, { $id: '1', message: 'TF400813: The user is not authorized to access this resource.' });
  if (connection === '') return jsonResponse(400, { $id: '1', message: 'serviceConnectionId is missing.' });
  const iat = Math.floor(now.getTime() / 1000);
  const oidcToken = await signer.sign({
    iss: pipelinesIssuer(organization),
    sub: `sc://${organization}/${project}/${connection}`,
    aud: tokenExchangeAudience,
    iat,
    nbf: iat,
    exp: iat + tokenSeconds,
  });
  return jsonResponse(200, { oidcToken });
}

export function createWorkloadIssuers({ now }: { now: () => Date }): WorkloadIssuers {
  const signers = { github: createTokenIssuer(), 'azure-pipelines': createTokenIssuer() };
  async function answer(request: Request, target: Target): Promise<Response> {
    const [, name = '', ...rest] = target.path.split('/');
    const below = rest.join('/');
    if (name === 'github') {
      if (rest.at(-1) === 'idtoken') return githubToken(request, target, signers.github, now());
      return (await answerMetadata(github, below, signers.github)) ?? notFound(target);
    }
    if (name !== 'azure-pipelines') return notFound(target);
    const signer = signers['azure-pipelines'];
    if (below.endsWith('/oidctoken')) return pipelinesToken(request, target, signer, now());
    const [organizationId = '', ...metadata] = rest;
    return (await answerMetadata(`${pipelines}/${organizationId}`, metadata.join('/'), signer)) ?? notFound(target);
  }
  async function read(url: string): Promise<unknown> {
    const request = new Request(url);
    const reply = await answer(request, readTarget(request));
    return reply.ok ? reply.json() : null;
  }
  return {
    answer,
    async keysOf(issuer) {
      if (!Object.hasOwn(issuerHosts, URL.parse(issuer)?.host ?? '')) return [];
      const { jwks_uri } = Object(await read(`${issuer}/.well-known/openid-configuration`));
      const { keys } = typeof jwks_uri === 'string' ? Object(await read(jwks_uri)) : {};
      return Array.isArray(keys) ? keys : [];
    },
  };
}
