import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { azureSettings } from '../local/azure/azure-settings.ts';

const read = (path: string): string => readFileSync(join(import.meta.dirname, 'bicep', path), 'utf8');

/** Of the variable that holds what the platform and Microsoft's libraries read: names, and values that are text as it stands. */
function platformSettings(): Map<string, string | null> {
  const [, block = ''] = /var platformSettings = \{\n([\s\S]*?)\n\}\n/.exec(read('modules/function-app.bicep')) ?? [];
  const lines = block.matchAll(/^ {2}(\w+): (?:'([^'$]*)'$)?/gm);
  return new Map([...lines].map(([, name = '', text]) => [name, text ?? null]));
}

it('the settings with which tests start the bundle as on Azure are those that Bicep sets', () => {
  const platform = platformSettings();
  expect(platform.get('AZURE_TOKEN_CREDENTIALS')).toBe('ManagedIdentityCredential');
  const { resource, parameter, secret } = JSON.parse(read('generated/app-settings.json'));
  const set = new Set([...platform.keys(), ...[resource, parameter, secret].flatMap((one) => Object.values(one))]);
  // Azure itself sets these two.
  const { FUNCTIONS_WORKER_RUNTIME: _runtime, WEBSITE_SITE_NAME: _name, ...settings } = azureSettings('any');
  for (const [name, value] of Object.entries(settings)) {
    expect(set, name).toContain(name);
    const fixed = platform.get(name) ?? null;
    if (fixed !== null) expect(value, name).toBe(fixed);
  }
  for (const name of Object.values(resource)) expect(settings, String(name)).toHaveProperty([String(name)]);
});
