import type { IncomingMessage } from 'node:http';

/**
 * X-Forwarded-For as a proxy hands it on: what the request came with, and behind it the peer that sent it, as `ip:port`
 * (`[ip]:port` for IPv6). Only what a proxy appended itself can be trusted.
 */
export function forwardedFor({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string {
  const { remoteAddress = '', remotePort } = socket;
  const peer = `${remoteAddress.includes(':') ? `[${remoteAddress}]` : remoteAddress}:${remotePort}`;
  const earlier = headers['x-forwarded-for'];
  return earlier === undefined ? peer : `${earlier}, ${peer}`;
}
