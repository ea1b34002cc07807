import { join, resolve } from 'node:path';
import { buildOutputs, ROOT } from './build-outputs.ts';
import { runStack } from './stack/run-stack.ts';
import { parseStartArguments, refuseOtherClouds, START_USAGE } from './start-arguments.ts';

if (process.argv.includes('--help')) {
  process.stdout.write(`${START_USAGE}\n`);
  process.exit(0);
}
/** Where the user stands: npm changes to the root of the project. */
const here = process.env.npm_lifecycle_event === 'start' ? (process.env.INIT_CWD ?? '.') : '.';

const options = (() => {
  try {
    const parsed = parseStartArguments(process.argv.slice(2));
    if (parsed.microsoft) refuseOtherClouds(process.env);
    return parsed;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${START_USAGE}\n`);
    process.exit(2);
  }
})();

await runStack(
  {
    port: options.port,
    dataDir: resolve(here, options.data ?? join(ROOT, options.microsoft ? '.local-microsoft' : '.local')),
    cloud: options.microsoft ? 'microsoft' : 'simulator',
    hasDemonstration: options.demo || !options.microsoft,
    hostCount: options.hostCount,
    allTimers: options.allTimers,
    paths: {
      frontendDist: join(ROOT, 'frontend/dist'),
      apiBundle: join(ROOT, 'api/dist/main.js'),
      simulatorScript: join(ROOT, 'simulator/src/simulator-main.ts'),
      staticWebAppConfig: join(ROOT, 'staticwebapp.config.json'),
    },
    env: process.env,
  },
  async (signal) => {
    if (options.build) await buildOutputs(false, (line) => process.stdout.write(`${line}\n`), signal);
  },
);
