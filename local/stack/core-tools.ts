import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** What runs the bundle: our own host (local/functions-host), or Microsoft's in Azure Functions Core Tools. */
export type FunctionsHostKind = 'own' | 'core-tools';

/** @throws Error for a value of FUNCTIONS_HOST that means neither */
export function functionsHostKind(env: NodeJS.ProcessEnv): FunctionsHostKind {
  const asked = env.FUNCTIONS_HOST ?? 'own';
  if (asked === 'own' || asked === 'core-tools') return asked;
  throw new Error(`FUNCTIONS_HOST: expected own or core-tools, not "${asked}"`);
}

/** The package azure-functions-core-tools, in which the binary lies once it was downloaded. */
function coreToolsPackage(): string {
  return dirname(createRequire(import.meta.url).resolve('azure-functions-core-tools/package.json'));
}

/**
 * Where `func` is. Not the package's own script of that name, which would download the binary by itself, at any time.
 * @throws Error that says how to install it
 */
export function coreToolsBinary(folder: string = coreToolsPackage()): string {
  const binary = join(folder, 'bin', process.platform === 'win32' ? 'func.exe' : 'func');
  if (existsSync(binary)) return binary;
  throw new Error(
    `Azure Functions Core Tools are not installed: ${binary} is not there. npm keeps packages from running scripts here ` +
      '(.npmrc), and this one downloads its binary by one. Once:\n' +
      '  node node_modules/azure-functions-core-tools/lib/install.js',
  );
}

/** How `func` is started in the folder of the bundle. Its settings come by the environment: no local.settings.json is needed. */
export function coreToolsCommand(port: number, bundle: string, binary: string) {
  return {
    command: binary,
    args: ['start', '--port', String(port)],
    cwd: dirname(bundle),
    env: { FUNCTIONS_WORKER_RUNTIME: 'node', FUNCTIONS_CORE_TOOLS_TELEMETRY_OPTOUT: '1' },
  };
}
