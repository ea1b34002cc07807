import { parseArgs } from 'node:util';
import { readArguments, refuseRepeated, UsageError } from '../command.ts';
import { tenantFrom } from '../tenant-argument.ts';

export const registerUsage = `usage: npm run register-app -- --tenant DOMAIN [options]

Prints the app registration that Tenantry needs, and changes nothing.
  --apply                 make it, or bring the one that this command made up to date
  --remove                remove what this command made

the application
  --tenant DOMAIN|ID      the organization: a domain of it, or its directory id
  --name NAME             its display name (Tenantry)
  --multi-tenant          for a provider: administrators of other organizations can consent to it
  --redirect-uri URI      where sign-ins and consents come back to; may be repeated
                          (http://localhost:4280/callback)
  --public-client         people also sign in through it, by device code or browser
  --with-tenant-configuration
                          also ask for tenant configuration snapshots: a permission to write

the certificate
  --out DIR               where the private key is kept, on this machine alone (tenantry-app)
  --valid-days DAYS       1 to 730 (365)
  --new-certificate       make a new one although the present one is good

sign-in, for --apply and --remove
  --sign-in HOW           browser, device-code, az (browser)
  --client-id ID          the application that signs you in (Microsoft Graph Command Line Tools)
  --cloud NAME            commercial, gcc, gcchigh, dod, china (commercial)
  --yes                   do not ask before removing

exit codes: 0 done; 2 it could not run; 130 Ctrl-C`;

const personalWays = ['browser', 'device-code', 'az'];

/** What the registration is to be. */
export type WantedApp = {
  /** null: as it is, or the usual name. */
  name: string | null;
  isMultiTenant: boolean;
  redirectUris: readonly string[];
  isPublicClient: boolean;
  withTenantConfiguration: boolean;
};

export type RegisterArguments = {
  action: 'print' | 'apply' | 'remove';
  tenant: string;
  app: WantedApp;
  out: string;
  validDays: number;
  newCertificate: boolean;
  yes: boolean;
  signIn: { how: string; clientId: string | undefined; cloud: string };
};

export const usualName = 'Tenantry';
const usualRedirectUri = 'http://localhost:4280/callback';

const options = {
  tenant: { type: 'string' },
  apply: { type: 'boolean', default: false },
  remove: { type: 'boolean', default: false },
  name: { type: 'string' },
  'multi-tenant': { type: 'boolean', default: false },
  'redirect-uri': { type: 'string', multiple: true },
  'public-client': { type: 'boolean', default: false },
  'with-tenant-configuration': { type: 'boolean', default: false },
  out: { type: 'string', default: 'tenantry-app' },
  'valid-days': { type: 'string', default: '365' },
  'new-certificate': { type: 'boolean', default: false },
  'sign-in': { type: 'string', default: 'browser' },
  'client-id': { type: 'string' },
  cloud: { type: 'string', default: 'commercial' },
  yes: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

function actionFrom({ apply, remove }: { apply: boolean; remove: boolean }): RegisterArguments['action'] {
  if (apply && remove) throw new UsageError('--apply and --remove exclude each other.');
  if (remove) return 'remove';
  return apply ? 'apply' : 'print';
}

/** As Entra ID takes the address of a web platform: HTTPS, or HTTP to localhost. */
function redirectUriFrom(text: string): string {
  const url = URL.parse(text);
  const isGood =
    url !== null &&
    !url.hash &&
    (url.protocol === 'https:' || (url.protocol === 'http:' && url.hostname === 'localhost'));
  if (!isGood)
    throw new UsageError(
      `--redirect-uri: expected an https:// address, or http://localhost with a port, not "${text}".\nTenantry’s ends with /callback.`,
    );
  return text;
}

function daysFrom(text: string): number {
  const days = Number(text);
  if (!/^\d{1,3}$/.test(text) || days < 1 || days > 730)
    throw new UsageError(`--valid-days: expected a number from 1 to 730, not "${text}"`);
  return days;
}

function nameFrom(text: string | undefined): string | null {
  const name = text?.trim();
  if (name === undefined) return null;
  if (name === '' || name.length > 120) throw new UsageError('--name: expected 1 to 120 characters.');
  return name;
}

function wayFrom(text: string): string {
  const way = text.toLowerCase();
  if (!personalWays.includes(way))
    throw new UsageError(
      `--sign-in: expected ${personalWays.join(', ')}, not "${text}". An administrator registers applications, not an application.`,
    );
  return way;
}

/**
 * What `npm run register-app` was asked for; `help` where that was all.
 * @throws UsageError in words for who typed it
 */
export function parseRegisterArguments(args: string[]): RegisterArguments | 'help' {
  const { values, tokens } = readArguments(() => parseArgs({ args, options, tokens: true }), registerUsage);
  refuseRepeated(tokens, ['redirect-uri']);
  if (values.help) return 'help';
  return {
    action: actionFrom(values),
    tenant: tenantFrom(values.tenant, registerUsage),
    app: {
      name: nameFrom(values.name),
      isMultiTenant: values['multi-tenant'],
      redirectUris: [...new Set((values['redirect-uri'] ?? [usualRedirectUri]).map(redirectUriFrom))],
      isPublicClient: values['public-client'],
      withTenantConfiguration: values['with-tenant-configuration'],
    },
    out: values.out,
    validDays: daysFrom(values['valid-days']),
    newCertificate: values['new-certificate'],
    yes: values.yes,
    signIn: { how: wayFrom(values['sign-in']), clientId: values['client-id'], cloud: values.cloud },
  };
}
