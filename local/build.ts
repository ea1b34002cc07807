import { buildOutputs } from './build-outputs.ts';

// `node local/bootstrap.mjs build`: both outputs from scratch, as a deployment does.
try {
  await buildOutputs(true, (line) => process.stdout.write(`${line}\n`));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
