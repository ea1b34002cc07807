// Plain JavaScript without dependencies: the bootstrap uses it before anything is installed.

/** What never goes by a proxy: the stack talks to itself there. */
const ownHosts = ['localhost', '127.0.0.1', '[::1]'];

/**
 * What a process is told of the proxy that the caller's environment names, under one spelling: libraries prefer now the one, now the
 * other. NO_PROXY always holds this machine. Empty where no proxy is named.
 * @param env the caller's environment
 */
export function proxyEnvironment(env) {
  const http = env.http_proxy || env.HTTP_PROXY || undefined;
  const https = env.https_proxy || env.HTTPS_PROXY || http;
  if (https === undefined) return {};
  const listed = (env.no_proxy || env.NO_PROXY || '').split(/[\s,]+/).filter((host) => host !== '');
  const noProxy = [...new Set([...listed, ...ownHosts])].join(',');
  return {
    HTTPS_PROXY: https,
    HTTP_PROXY: http,
    NO_PROXY: noProxy,
    https_proxy: https,
    http_proxy: http,
    no_proxy: noProxy,
  };
}

/** The same, for a process that is to reach the network by it: Node's own fetch and http look at a proxy only when told so. */
export function throughProxy(env) {
  const named = proxyEnvironment(env);
  return named.HTTPS_PROXY === undefined ? named : { ...named, NODE_USE_ENV_PROXY: '1' };
}

/** What takes every proxy from a process that has no business beyond this machine. Not every library heeds NO_PROXY. */
export const withoutProxy = Object.fromEntries(
  ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'].flatMap((name) => [
    [name, undefined],
    [name.toLowerCase(), undefined],
  ]),
);
