import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { BICEP_VERSION, findBicep, findPowerShell } from './dotnet-tools.ts';
import { installOnce } from './install-once.ts';

const folders: string[] = [];
afterAll(() => {
  for (const one of folders) rmSync(one, { recursive: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dotnet-tools-'));
  folders.push(folder);
  return folder;
}

/** An environment whose PATH has commands that are scripts of Node, and an empty cache. */
function environmentWith(commands: Record<string, string>): NodeJS.ProcessEnv & { XDG_CACHE_HOME: string } {
  const folder = newFolder();
  for (const [name, script] of Object.entries(commands)) {
    writeFileSync(join(folder, name), `#!${process.execPath}\n${script}`);
    chmodSync(join(folder, name), 0o755);
  }
  return { PATH: [folder, dirname(process.execPath)].join(delimiter), XDG_CACHE_HOME: newFolder() };
}

const versionOf = (version: string) => `console.log('Bicep CLI version ${version} (abc)');`;
/** Installs what it is asked for: an empty file at the place of the command. */
const DOTNET = `
  const { appendFileSync, mkdirSync, writeFileSync } = require('fs');
  appendFileSync(process.env.XDG_CACHE_HOME + '/log', process.argv.slice(2, 4).join(' ') + '\\n');
  const folder = process.argv.at(-1);
  mkdirSync(folder, { recursive: true });
  writeFileSync(folder + '/pwsh', '');`;

test('nothing is found where neither the tools nor dotnet are on the PATH', async () => {
  const environment = environmentWith({});
  expect(await findBicep(environment)).toBeUndefined();
  expect(await findPowerShell(environment)).toBeUndefined();
});

test('the pinned compiler on the PATH comes before that of dotnet', async () => {
  const environment = environmentWith({ bicep: versionOf(BICEP_VERSION), dotnet: DOTNET });
  expect(await findBicep(environment)).toMatchObject({ name: 'bicep', version: BICEP_VERSION });
  expect(readdirSync(environment.XDG_CACHE_HOME)).toEqual([]);
});

test('another version on the PATH is used only where dotnet cannot bring the pinned one', async () => {
  const other = versionOf('0.30.3');
  expect(await findBicep(environmentWith({ bicep: other }))).toMatchObject({ name: 'bicep', version: '0.30.3' });
  const both = environmentWith({ bicep: other, dotnet: DOTNET });
  expect(await findBicep(both)).toMatchObject({ name: 'dotnet', version: BICEP_VERSION });
  expect(readFileSync(join(both.XDG_CACHE_HOME, 'log'), 'utf8')).toMatch(/^restore /);
});

test('az is used where it has installed the compiler, and not where it has not', async () => {
  const folder = newFolder();
  const environment = { ...environmentWith({ az: '' }), AZURE_CONFIG_DIR: folder };
  expect(await findBicep(environment)).toBeUndefined();
  await mkdir(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin', 'bicep'), `#!${process.execPath}\n${versionOf(BICEP_VERSION)}`);
  chmodSync(join(folder, 'bin', 'bicep'), 0o755);
  expect(await findBicep(environment)).toMatchObject({ name: 'az bicep', version: BICEP_VERSION });
});

test('PowerShell 7 on the PATH is used; what is older is not', async () => {
  const seven = await findPowerShell(environmentWith({ pwsh: "console.log('PowerShell 7.4.1');" }));
  expect(seven).toMatch(/pwsh$/);
  expect(await findPowerShell(environmentWith({ pwsh: "console.log('PowerShell 6.2.0');" }))).toBeUndefined();
});

test('dotnet installs PowerShell once, also for two that ask at the same time', async () => {
  const environment = environmentWith({ dotnet: DOTNET });
  const [first, second] = await Promise.all([findPowerShell(environment), findPowerShell(environment)]);
  expect(first).toBe(second);
  expect(existsSync(first ?? '')).toBe(true);
  await findPowerShell(environment);
  const runs = readFileSync(join(environment.XDG_CACHE_HOME, 'log'), 'utf8').trim().split('\n');
  expect(runs).toEqual(['tool install', 'tool install']);
  expect(readdirSync(dirname(dirname(first ?? '')))).toHaveLength(1);
});

test('a dotnet that cannot install says what to do, and leaves nothing behind', async () => {
  const environment = environmentWith({ dotnet: "console.log('error NU1101: no such package'); process.exit(1);" });
  const failed = /could not install Bicep .* from NuGet:\nerror NU1101: no such package\nInstall it yourself/;
  await expect(findBicep(environment)).rejects.toThrow(failed);
  expect(readdirSync(join(environment.XDG_CACHE_HOME, 'tenantry-dotnet'))).toEqual([]);
});

test('whoever fills a folder second uses that of the first', async () => {
  const folder = join(newFolder(), 'tool');
  const fill = (text: string) => (into: string) => writeFile(join(into, 'file'), text);
  await installOnce(folder, async (into) => {
    await installOnce(folder, fill('first'));
    await fill('second')(into);
  });
  expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('first');
  expect(readdirSync(dirname(folder))).toEqual(['tool']);
});

test('an installation that fails for another reason is not hidden by a folder that is there', async () => {
  const folder = join(newFolder(), 'tool');
  const failing = installOnce(folder, async () => {
    await mkdir(folder);
    throw new Error('no space left');
  });
  await expect(failing).rejects.toThrow('no space left');
});
