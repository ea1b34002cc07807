import { buildOutputs } from '../local/build-outputs.ts';

/** Before the workers start their stacks: two of them would build into the same folder. */
export default async function buildOnce(): Promise<void> {
  await buildOutputs(false, (line) => process.stdout.write(`${line}\n`));
}
