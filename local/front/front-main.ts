import { parseArgs } from 'node:util';
import { createCompressingFront } from './compressing-front.ts';

const { values } = parseArgs({ options: { port: { type: 'string' }, target: { type: 'string' } } });
const { port, target } = values;
if (port === undefined || target === undefined) {
  process.stderr.write('usage: node local/front/front-main.ts --port N --target URL\n');
  process.exit(2);
}

const front = createCompressingFront({
  target,
  log: (line) => process.stdout.write(`${new Date().toISOString()} ${line}\n`),
});
front.listen(Number(port), '127.0.0.1');

const stop = (): void => {
  front.close(() => process.exit(0));
  front.closeIdleConnections();
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
