import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { finished, printed, type Run } from './command.ts';

/** Where a release goes: outputs of infra/bicep/main.bicep. */
export interface Target {
  resourceGroup: string;
  functionApp: string;
  webApp: string;
}

/** @throws Error naming the output that the deployment did not give */
export function targetOf(outputs: Record<string, { value?: unknown } | undefined>): Target {
  const output = (name: string): string => {
    const value = outputs[name]?.value;
    if (typeof value !== 'string' || value === '') throw new Error(`The deployment has no output ${name}`);
    return value;
  };
  return {
    resourceGroup: output('AZURE_RESOURCE_GROUP'),
    functionApp: output('FUNCTION_APP_NAME'),
    webApp: output('STATIC_WEB_APP_NAME'),
  };
}

/**
 * Puts a release where it runs: the function package first, because a new page may ask for calls that the old one does not have.
 * The web app's token is asked for at this moment, masked in the log, and handed on by the environment alone.
 * @throws CommandError where a step failed; steps before it have taken effect
 */
export async function putRelease(run: Run, folder: string, target: Target, say: (text: string) => void): Promise<void> {
  const group = ['--resource-group', target.resourceGroup];
  say(`Function package to ${target.functionApp} ...`);
  const zip = ['functionapp', 'deployment', 'source', 'config-zip', ...group, '--name', target.functionApp];
  await printed(run, 'az', [...zip, '--src', join(folder, 'api.zip'), '--output', 'none']);

  const secrets = ['staticwebapp', 'secrets', 'list', ...group, '--name', target.webApp];
  const token = await printed(run, 'az', [...secrets, '--query', 'properties.apiKey', '--output', 'tsv']);
  if (token === '') throw new Error(`Azure gave no deployment token for ${target.webApp}`);
  say(`::add-mask::${token}`);
  say(`Web files to ${target.webApp} ...`);
  const web = join(folder, 'web');
  const upload = [swaCli(), 'deploy', web, '--swa-config-location', web, '--env', 'production', '--no-use-keychain'];
  const { stdout, stderr } = await finished(run, process.execPath, upload, { SWA_CLI_DEPLOYMENT_TOKEN: token });
  // It ends with 0 in some cases in which it uploaded nothing.
  if (!`${stdout}${stderr}`.includes('Project deployed to')) {
    throw new Error(`The Static Web Apps CLI did not say that the page was deployed:\n${stderr.trim()}`);
  }
}

function swaCli(): string {
  const manifest = createRequire(import.meta.url).resolve('@azure/static-web-apps-cli/package.json');
  return join(dirname(manifest), 'dist/cli/bin.js');
}
