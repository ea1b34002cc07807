import { parseArgs } from 'node:util';
import { serveOverStdio } from '../adapters/mcp/mcp-stdio.ts';
import {
  messageOf,
  parseJson,
  readArguments,
  readDate,
  readText,
  refuseRepeated,
  runCommand,
  UsageError,
} from './command.ts';
import { snapshotOffer } from './mcp/snapshot-offer.ts';

const usage = 'usage: npm run mcp -- --snapshot FILE [--now ISO-DATE]';

const say = (text: string): void => void process.stderr.write(`${text}\n`);

async function main(): Promise<void> {
  const { values, tokens } = readArguments(
    () => parseArgs({ options: { snapshot: { type: 'string' }, now: { type: 'string' } }, tokens: true }),
    usage,
  );
  refuseRepeated(tokens);
  if (values.snapshot === undefined) throw new UsageError(usage);
  const file = parseJson(readText(values.snapshot), values.snapshot);
  const asOf = values.now === undefined ? null : readDate(values.now);
  const offer = await snapshotOffer(file, { asOf, onError: (error) => say(messageOf(error)) });
  // Standard output is the protocol's; whoever starts this by hand is told what it waits for.
  say('Tenantry speaks Model Context Protocol on standard input and output. Ctrl-C ends it.');
  await serveOverStdio(offer, { input: process.stdin, output: process.stdout }, (error) => say(messageOf(error)));
}

await runCommand(main);
