import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { coreToolsBinary, coreToolsCommand, functionsHostKind } from './core-tools.ts';
import { ManagedProcess } from './managed-process.ts';
import { functionsHostEnvironment, planProcesses, type StackPlan } from './stack-processes.ts';

const root = mkdtempSync(join(tmpdir(), 'tenantry-core-tools-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const plan: StackPlan = {
  dataDir: root,
  paths: {
    frontendDist: 'frontend',
    apiBundle: join(root, 'dist/main.js'),
    simulatorScript: 'simulator.ts',
    staticWebAppConfig: 'staticwebapp.config.json',
  },
  ports: {
    public: 1,
    staticWebApps: 4,
    hop: 2,
    simulator: 3,
    functionsHosts: [7071],
    azurite: { blob: 4, queue: 5, table: 6 },
  },
  allTimers: false,
  cloud: 'simulator',
  azuriteKey: 'a2V5',
  env: {},
};

/** The package as it is once its binary was downloaded. */
function installedPackage(): string {
  mkdirSync(join(root, 'bin'), { recursive: true });
  writeFileSync(join(root, 'bin/func'), '#!/bin/sh\necho "$FUNCTIONS_WORKER_RUNTIME in $PWD: $*"\n', { mode: 0o755 });
  return root;
}

test('our own host runs the bundle where nothing else is asked for', () => {
  const [host] = planProcesses(plan).functionsHosts;
  expect(host?.command).toBeUndefined();
  expect(host?.args[0]).toMatch(/functions-host\/main\.ts$/);
});

test('a host that nobody knows is refused', () => {
  expect(() => functionsHostKind({ FUNCTIONS_HOST: 'docker' })).toThrow(
    'FUNCTIONS_HOST: expected own or core-tools, not "docker"',
  );
});

test('Core Tools start in the folder of the bundle, with the settings of our own host and no file of settings', async () => {
  mkdirSync(join(root, 'dist'), { recursive: true });
  const { command, args, cwd, env } = coreToolsCommand(7071, plan.paths.apiBundle, coreToolsBinary(installedPackage()));
  expect(args).toEqual(['start', '--port', '7071']);
  const logFile = join(root, 'func.log');
  const settings: NodeJS.ProcessEnv = { ...functionsHostEnvironment(plan), ...env };
  const process = new ManagedProcess({ name: 'functions-host', command, args, cwd, env: settings, logFile });
  expect(await process.exited).toBe('exit code 0');
  expect(readFileSync(logFile, 'utf8')).toBe(`node in ${cwd}: start --port 7071\n`);
  expect(settings.WEBSITE_SITE_NAME).toBeUndefined();
});

test('where the binary was not downloaded, the error says how it is', () => {
  expect(() => coreToolsBinary(join(root, 'nothing'))).toThrow(
    /are not installed: .*func is not there[\s\S]*node node_modules\/azure-functions-core-tools\/lib\/install\.js/,
  );
});

test('the stack says so too, before it starts anything of the product', () => {
  const start = join(import.meta.dirname, 'testing/run-stack.ts');
  const options = { port: 65_000, dataDir: join(root, 'data'), paths: plan.paths };
  const missing = spawnSync(process.execPath, [start, JSON.stringify(options)], {
    encoding: 'utf8',
    env: { ...process.env, FUNCTIONS_HOST: 'neither' },
  });
  expect([missing.status, missing.stderr]).toEqual([1, expect.stringContaining('FUNCTIONS_HOST: expected own')]);
});
