import { nationalClouds } from './national-clouds.ts';

/** Which part of the cloud a request is for, and under which address its links are to be written. */
export interface Target {
  service: (typeof services)[number] | null;
  /** Path below the service's host or prefix. */
  path: string;
  baseUrl: string;
  url: URL;
}

/** Who hands out identity tokens to workflows, and describes itself; asked by host or below `/issuers/{name}`. */
export const issuerHosts = {
  'token.actions.githubusercontent.com': 'github',
  'pipelines.actions.githubusercontent.com': 'github',
  'vstoken.dev.azure.com': 'azure-pipelines',
  'dev.azure.com': 'azure-pipelines',
} as const;

const services = ['graph', 'login', 'dns', 'control', 'issuers'] as const;

const serviceOfHost: ReadonlyMap<string, 'graph' | 'login' | 'issuers'> = new Map([
  ...nationalClouds.flatMap(({ graphHosts }) => graphHosts.map((host) => [host, 'graph'] as const)),
  ...nationalClouds.flatMap(({ loginHosts }) => loginHosts.map((host) => [host, 'login'] as const)),
  ...Object.keys(issuerHosts).map((host) => [host, 'issuers'] as const),
]);

export function readTarget(request: Request): Target {
  // Clients may send the `$` of `$batch` and `$count` escaped.
  const url = new URL(request.url.replaceAll('%24', '$'));
  const forwarded = request.headers.get('x-forwarded-host')?.split(',')[0]?.trim().toLowerCase();
  const host = forwarded && serviceOfHost.has(forwarded) ? forwarded : url.hostname.toLowerCase();
  const byHost = serviceOfHost.get(host);
  if (byHost) {
    const issuer = Object.entries(issuerHosts).find(([name]) => name === host)?.[1];
    // The path below the simulator's own address means the same at the issuer's, and no organization `issuers`.
    const below = url.pathname.replace(new RegExp(`^/issuers/${issuer}/`), '/');
    const path = issuer ? `/${issuer}${below}` : url.pathname;
    return { service: byHost, path, baseUrl: `https://${host}`, url };
  }
  const [, prefix = '', ...rest] = url.pathname.split('/');
  const service = services.find((name) => name === prefix) ?? null;
  return { service, path: `/${rest.join('/')}`, baseUrl: `${url.origin}/${prefix}`, url };
}
