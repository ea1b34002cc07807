import { parseArgs } from 'node:util';
import { createLinkedBackendHop } from './linked-backend-hop.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string' },
    target: { type: 'string', multiple: true },
    'public-origin': { type: 'string' },
  },
});
const { port, target, 'public-origin': publicOrigin } = values;
if (port === undefined || target === undefined || publicOrigin === undefined) {
  process.stderr.write('usage: node local/hop/hop-main.ts --port N --target URL [--target URL] --public-origin URL\n');
  process.exit(2);
}

const domain = process.env.HOP_COOKIE_DOMAIN === '1' ? new URL(publicOrigin).hostname : undefined;
const hop = createLinkedBackendHop({
  targets: target,
  publicOrigin,
  cookies: { domain, laxToStrict: process.env.HOP_LAX_TO_STRICT === '1' },
  log: (line) => process.stdout.write(`${new Date().toISOString()} ${line}\n`),
});
hop.listen(Number(port), '127.0.0.1');

const stop = (): void => {
  hop.close(() => process.exit(0));
  hop.closeIdleConnections();
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
