import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const roots = { deployed: '../../../api/src/main.ts', server: '../simulator-main.ts' };

async function inputsOf(path: string): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [fileURLToPath(new URL(path, import.meta.url))],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    alias: { '@tenantry/simulator': fileURLToPath(new URL('..', import.meta.url)) },
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  return Object.keys(metafile.inputs).map((input) => input.replaceAll('\\', '/'));
}

test('the deployed bundle has the simulated tenants and none of the sign-in', async () => {
  const inputs = await inputsOf(roots.deployed);
  expect(inputs.some((input) => input.endsWith('simulator/src/simulated-cloud.ts'))).toBe(true);
  expect(
    inputs.filter((input) => /simulator\/src\/(sign-in|simulator-server|profiles\/(staff|prospect))/.test(input)),
  ).toEqual([]);
});

test('the deployed bundle has no adapter of one machine, nothing of the local stack and nothing of a test', async () => {
  const inputs = await inputsOf(roots.deployed);
  expect(inputs.filter((input) => /sqlite|file-vault|(^|\/)(local|lab|e2e|infra|testing)\//.test(input))).toEqual([]);
});

test('the simulator’s server has it', async () => {
  const inputs = await inputsOf(roots.server);
  expect(inputs.some((input) => input.endsWith('simulator/src/sign-in/entra-sign-in.ts'))).toBe(true);
});
