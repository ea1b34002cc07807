import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { apiChecks } from './api-checks.ts';
import { pageChecks, type WebAppConfig } from './page-checks.ts';
import { runSmoke } from './run-smoke.ts';
import { asker } from './smoke-check.ts';

const usage =
  'usage: npm run smoke -- --origin https://… [--functions https://….azurewebsites.net] [--web DIR] [--wait SECONDS]\n' +
  '  --origin     where browsers find the product\n' +
  '  --functions  the function app itself, which has to refuse\n' +
  '  --web        the web files that were deployed: their index.html has to be what is answered\n' +
  '  --wait       how long failing checks are made again (240)\n' +
  'With SMOKE_USER and SMOKE_PASSWORD in the environment, somebody is signed in and out.\n' +
  'Ends with 0 where all is as expected, 1 where something is not, 2 where nothing answered or an argument is wrong.';

// Longer than the 45 s after which Static Web Apps ends a call of the API.
const ANSWER_LIMIT_MS = 50_000;
const PAUSE_MS = 5_000;

function origin(option: string, text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new Error(`${option}: expected an address such as https://tenantry.example, not "${text}"`);
  }
  return new URL(text).origin;
}

function readArguments() {
  const { values } = parseArgs({
    options: {
      origin: { type: 'string' },
      functions: { type: 'string' },
      web: { type: 'string' },
      wait: { type: 'string', default: '240' },
    },
  });
  if (values.origin === undefined) throw new Error('--origin is missing');
  if (!/^\d{1,4}$/.test(values.wait)) throw new Error(`--wait: expected seconds, not "${values.wait}"`);
  return {
    origin: origin('--origin', values.origin),
    functions: values.functions === undefined ? undefined : origin('--functions', values.functions),
    releasedPage: values.web === undefined ? undefined : readFileSync(join(values.web, 'index.html'), 'utf8'),
    waitMs: Number(values.wait) * 1000,
  };
}

const given = (() => {
  try {
    return readArguments();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}\n`);
    process.exit(2);
  }
})();

const { SMOKE_USER: username, SMOKE_PASSWORD: password } = process.env;
const config: WebAppConfig = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../staticwebapp.config.json'), 'utf8'),
);
const ask = asker(ANSWER_LIMIT_MS);
process.exitCode = await runSmoke({
  checks: [
    ...apiChecks(ask, { ...given, account: username && password ? { username, password } : undefined }),
    ...pageChecks(ask, { ...given, config }),
  ],
  waitMs: given.waitMs,
  pause: () => delay(PAUSE_MS),
  now: () => performance.now(),
  say: (text) => process.stdout.write(`${text}\n`),
});
