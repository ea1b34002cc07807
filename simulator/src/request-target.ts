/** Which part of the cloud a request is for, and under which address its links are to be written. */
export interface Target {
  service: 'graph' | 'login' | 'dns' | 'control' | null;
  /** Path below the service's host or prefix. */
  path: string;
  baseUrl: string;
  url: URL;
}

const serviceOfHost: Record<string, 'graph' | 'login'> = {
  'graph.microsoft.com': 'graph',
  'login.microsoftonline.com': 'login',
  'login.simulator.test': 'login',
};

const services = ['graph', 'login', 'dns', 'control'] as const;

export function readTarget(request: Request): Target {
  // Clients may send the `$` of `$batch` and `$count` escaped.
  const url = new URL(request.url.replaceAll('%24', '$'));
  const forwarded = request.headers.get('x-forwarded-host')?.split(',')[0]?.trim().toLowerCase();
  const host = forwarded && serviceOfHost[forwarded] ? forwarded : url.hostname.toLowerCase();
  const byHost = serviceOfHost[host];
  if (byHost) return { service: byHost, path: url.pathname, baseUrl: `https://${host}`, url };
  const [, prefix = '', ...rest] = url.pathname.split('/');
  const service = services.find((name) => name === prefix) ?? null;
  return { service, path: `/${rest.join('/')}`, baseUrl: `${url.origin}/${prefix}`, url };
}
