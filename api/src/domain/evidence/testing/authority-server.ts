import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { timeStampAuthority } from './time-stamp-authority.ts';

/** A time stamp authority that answers by HTTPS at localhost (RFC 3161, 3.4). */
export async function startAuthorityServer(tls: { key: string; cert: string }) {
  const authority = await timeStampAuthority();
  const queries: Buffer[] = [];
  const server = createServer(tls, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const query = Buffer.concat(chunks);
    queries.push(query);
    response.writeHead(200, { 'content-type': 'application/timestamp-reply' });
    response.end(await authority.answer(query));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `https://localhost:${(server.address() as AddressInfo).port}/tsr`,
    rootPem: authority.rootPem,
    queries,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
