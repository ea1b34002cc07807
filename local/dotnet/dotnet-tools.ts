import { mkdir, writeFile } from 'node:fs/promises';
import { arch, homedir, platform } from 'node:os';
import { join } from 'node:path';
import { cacheFolder, installOnce } from './install-once.ts';
import { findCommand, runCommand } from './run-command.ts';

/** The version of Microsoft's Bicep compiler that writes infra/bicep/main.json; the workflows pin the same one. */
export const BICEP_VERSION = '0.47.16';
const POWERSHELL_VERSION = '7.6.9';

export interface BicepCompiler {
  /** How it was found: `bicep`, `az bicep` or `dotnet`. */
  name: string;
  version: string;
  command: string;
}

/**
 * Microsoft's Bicep compiler: `bicep` or `az bicep` of the pinned version, else, where `dotnet` is, the pinned version
 * from NuGet, else `bicep` or `az bicep` of another version. Undefined where there is none of them.
 * @throws where `dotnet` is there and cannot install it
 */
export async function findBicep(environment: NodeJS.ProcessEnv = process.env): Promise<BicepCompiler | undefined> {
  const installed = [
    await compilerAt('bicep', findCommand('bicep', environment), environment),
    await compilerAt('az bicep', bicepOfAz(environment), environment),
  ].filter((one) => one !== undefined);
  const pinned = installed.find(({ version }) => version === BICEP_VERSION);
  return pinned ?? (await bicepOfDotnet(environment)) ?? installed[0];
}

/**
 * PowerShell 7: the path of `pwsh`, which is on the PATH or which `dotnet` installs. Undefined where there is neither.
 * @throws where `dotnet` is there and cannot install it
 */
export async function findPowerShell(environment: NodeJS.ProcessEnv = process.env): Promise<string | undefined> {
  const installed = findCommand('pwsh', environment);
  if (installed !== undefined) {
    const { stdout } = await runCommand(installed, ['--version'], { environment });
    if (/^PowerShell ([7-9]|\d{2,})\./.test(stdout)) return installed;
  }
  const dotnet = findCommand('dotnet', environment);
  if (dotnet === undefined) return undefined;
  const folder = join(cacheFolder(environment), `powershell-${POWERSHELL_VERSION}`);
  await installOnce(folder, (into) =>
    runDotnet(
      dotnet,
      ['tool', 'install', 'PowerShell', '--version', POWERSHELL_VERSION, '--tool-path', into],
      `PowerShell ${POWERSHELL_VERSION}`,
      environment,
    ),
  );
  return join(folder, platform() === 'win32' ? 'pwsh.exe' : 'pwsh');
}

async function compilerAt(
  name: string,
  command: string | undefined,
  environment: NodeJS.ProcessEnv,
): Promise<BicepCompiler | undefined> {
  if (command === undefined) return undefined;
  const { stdout } = await runCommand(command, ['--version'], { environment });
  const version = /Bicep CLI version (\d+\.\d+\.\d+)/.exec(stdout)?.[1];
  return version === undefined ? undefined : { name, version, command };
}

/** Where `az bicep install` puts the compiler: https://learn.microsoft.com/azure/azure-resource-manager/bicep/installation-troubleshoot */
function bicepOfAz(environment: NodeJS.ProcessEnv): string | undefined {
  if (findCommand('az', environment) === undefined) return undefined;
  const folder = environment.AZURE_CONFIG_DIR || join(environment.HOME ?? homedir(), '.azure');
  return findCommand('bicep', { PATH: join(folder, 'bin') });
}

/** Microsoft publishes the compiler as a NuGet package for each platform: https://www.nuget.org/packages/Azure.Bicep.CommandLine.linux-x64 */
async function bicepOfDotnet(environment: NodeJS.ProcessEnv): Promise<BicepCompiler | undefined> {
  const dotnet = findCommand('dotnet', environment);
  if (dotnet === undefined) return undefined;
  const system = { win32: 'win', darwin: 'osx' }[platform() as string] ?? 'linux';
  const name = `Azure.Bicep.CommandLine.${system}-${arch()}`;
  const folder = join(cacheFolder(environment), `bicep-${BICEP_VERSION}-${system}-${arch()}`);
  await installOnce(folder, (into) => restorePackage(dotnet, name, into, environment));
  const tools = join(folder, 'packages', name.toLowerCase(), BICEP_VERSION, 'tools');
  const command = join(tools, platform() === 'win32' ? 'bicep.exe' : 'bicep');
  return { name: 'dotnet', version: BICEP_VERSION, command };
}

/** PackageDownload fetches a package that no project may refer to: https://learn.microsoft.com/nuget/consume-packages/packagedownload-functionality */
async function restorePackage(dotnet: string, name: string, into: string, environment: NodeJS.ProcessEnv) {
  const project = join(into, 'project', 'bicep.csproj');
  await mkdir(join(into, 'project'));
  await writeFile(
    project,
    `<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup><TargetFramework>netstandard2.0</TargetFramework><DisableImplicitFrameworkReferences>true</DisableImplicitFrameworkReferences></PropertyGroup>
  <ItemGroup><PackageDownload Include="${name}" Version="[${BICEP_VERSION}]" /></ItemGroup>
</Project>
`,
  );
  const packages = join(into, 'packages');
  await runDotnet(dotnet, ['restore', project, '--packages', packages], `Bicep ${BICEP_VERSION}`, environment);
}

async function runDotnet(dotnet: string, args: readonly string[], what: string, environment: NodeJS.ProcessEnv) {
  const { status, stdout, stderr } = await runCommand(dotnet, args, {
    environment: {
      ...environment,
      DOTNET_NOLOGO: '1',
      DOTNET_CLI_TELEMETRY_OPTOUT: '1',
      // Otherwise processes of the build stay behind.
      MSBUILDDISABLENODEREUSE: '1',
    },
  });
  if (status === 0) return;
  const said = `${stdout}\n${stderr}`.trim().split('\n').slice(-5).join('\n');
  throw new Error(
    `${dotnet} could not install ${what} from NuGet:\n${said}\nInstall it yourself and put it on the PATH, mend the access to NuGet (dotnet nuget list source), or take dotnet off the PATH to work without it.`,
  );
}
