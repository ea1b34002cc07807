import { request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import type { Socket } from 'node:net';

/** The proxy of this machine's network. */
export type NetworkProxy = {
  /** Its address, with name and password where it asks for them. */
  url: string;
  /** Hosts that are reached without it, as NO_PROXY lists them. */
  except: readonly string[];
};

/** Whether a host is reached by the proxy: `example.org` and `.example.org` in NO_PROXY name it and all below it, `*` all there are. */
export function goesByProxy({ except }: NetworkProxy, host: string): boolean {
  return !except.some((entry) => {
    const name = entry.toLowerCase().replace(/^\*?\./, '');
    return name === '*' || host === name || host.endsWith(`.${name}`);
  });
}

/**
 * A connection to an address by way of the proxy (CONNECT, RFC 9110, 9.3.6). The proxy is told the address, not a name: who looked
 * the address up has checked it, and the proxy's own look-up may give another one.
 * @throws Error where the proxy opens no tunnel
 */
export function openTunnel({ url }: NetworkProxy, address: string, port: number, signal: AbortSignal): Promise<Socket> {
  const { protocol, hostname, port: proxyPort, username, password } = new URL(url);
  const isTls = protocol === 'https:';
  const target = `${address.includes(':') ? `[${address}]` : address}:${port}`;
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const options = {
    method: 'CONNECT',
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(proxyPort || (isTls ? 443 : 80)),
    path: target,
    headers: {
      host: target,
      ...(username === '' ? {} : { 'proxy-authorization': `Basic ${Buffer.from(login).toString('base64')}` }),
    },
    agent: false as const,
    signal,
  };
  return new Promise((resolve, reject) => {
    const call = (isTls ? requestTls : requestPlain)(options);
    call.on('connect', ({ statusCode = 0 }, socket: Socket) => {
      if (statusCode >= 200 && statusCode < 300) return resolve(socket);
      socket.destroy();
      reject(new Error(`the proxy answered ${statusCode} to a connection to ${target}`));
    });
    call.on('error', (error) =>
      reject(signal.aborted ? signal.reason : new Error(`the proxy failed: ${error.message}`, { cause: error })),
    );
    call.end();
  });
}
