import { readFileSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { maxPackBytes } from '../domain/evidence/pack-zip.ts';
import { messageOf, printable, readArguments, readText, refuseRepeated, runCommand, UsageError } from './command.ts';
import { KeysUnknownError, knownKeys } from './verify-evidence/known-keys.ts';
import { shownValue } from './verify-evidence/shown-value.ts';
import { exitCodes, verifyPack } from './verify-evidence/verify-pack.ts';

const usage = `usage: npm run verify-evidence -- FILE [--installation URL | --key FILE] [--tsa-ca FILE]
  --installation  whose keys the pack has to be signed by: asked at URL/api/evidence/keys
  --key           the public key that it has to be signed by: PEM, a JSON Web Key, or a set of them
  --tsa-ca        PEM of the roots that the certificate of a time stamp may lead to
Ends with 0 where the pack is whole, signed and judged again with the same verdicts, 1 where something was changed or differs, 2 where that is not known.`;

/** A line holds what was shown before: nothing in it may end it. */
const longestLine = 2_000;

function readPack(path: string): Buffer {
  try {
    if (statSync(path).size > maxPackBytes)
      throw new UsageError(`${path} is larger than a pack may be (${maxPackBytes} bytes).`);
    return readFileSync(path);
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(`cannot read ${path}: ${messageOf(error)}`);
  }
}

async function main(): Promise<void> {
  const options = { installation: { type: 'string' }, key: { type: 'string' }, 'tsa-ca': { type: 'string' } } as const;
  const { values, positionals, tokens } = readArguments(
    () => parseArgs({ options, allowPositionals: true, tokens: true }),
    usage,
  );
  refuseRepeated(tokens);
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0) throw new UsageError(usage);
  const bytes = readPack(path);
  try {
    const authorities = values['tsa-ca'] === undefined ? null : readText(values['tsa-ca']);
    const { code, lines } = await verifyPack(bytes, await knownKeys(values.key, values.installation), authorities);
    process.stdout.write(`${lines.map((line) => shownValue(line, longestLine)).join('\n')}\n`);
    process.exitCode = code;
  } catch (error) {
    if (!(error instanceof KeysUnknownError)) throw error;
    process.stderr.write(`${printable(error.message)}\n`);
    process.exitCode = exitCodes.notKnown;
  }
}

await runCommand(main);
