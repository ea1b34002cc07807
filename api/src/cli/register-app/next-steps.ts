import type { FarEnd } from '../microsoft.ts';
import { consentAddressOf } from './consent-address.ts';
import type { LocalCertificate } from './key-file.ts';
import type { RegisterArguments } from './register-arguments.ts';

export type Registered = {
  clientId: string;
  tenantId: string;
  certificatePath: string;
  local: LocalCertificate;
  /** What was consented to, by the token that the certificate got. */
  permissions: readonly string[];
};

const warnWithinMs = 30 * 86_400_000;

/** As the shell of this machine sets a variable. */
const setting = (name: string, value: string): string =>
  process.platform === 'win32'
    ? `$env:${name} = '${value.replaceAll("'", "''")}'`
    : `export ${name}='${value.replaceAll("'", "'\\''")}'`;

function consentPart({ asked, farEnd }: Told, { clientId, permissions }: Registered): string[] {
  const address = consentAddressOf({ ...asked.app, cloud: farEnd.cloud, tenant: asked.tenant, clientId });
  const whenGiven =
    permissions.length === 0
      ? '1. Give consent, as a Global Administrator or Privileged Role Administrator. Open in a browser:'
      : `1. Consent was given for ${permissions.length} permissions. If some were added, give it again:`;
  return [
    whenGiven,
    `   ${address}`,
    '   The browser comes back to the redirect URI. Where Tenantry does not run there, that page fails; the consent counts.',
    ...(asked.app.isMultiTenant
      ? [`   In another organization its own administrator does: put its domain in the place of ${asked.tenant}.`]
      : []),
  ];
}

type Told = { asked: RegisterArguments; farEnd: Pick<FarEnd, 'cloud'>; now: Date };

/** What somebody does with the application now. */
export function nextSteps(told: Told, registered: Registered): string {
  const { clientId, tenantId, certificatePath, local } = registered;
  const { asked, farEnd, now } = told;
  const cloud = farEnd.cloud.name === 'commercial' ? '' : ` --cloud ${farEnd.cloud.name}`;
  const endsSoon = local.expiresAt.getTime() - now.getTime() < warnWithinMs;
  const lines = [
    '',
    `Application (client) ID  ${clientId}`,
    `Directory (tenant) ID    ${tenantId}`,
    `Certificate              ${certificatePath}, until ${local.expiresAt.toISOString().slice(0, 10)}, thumbprint ${local.thumbprintSha1.toUpperCase()}`,
    ...(endsSoon ? ['                         It ends soon: run this command with --new-certificate.'] : []),
    '',
    ...consentPart(told, registered),
    '',
    '2. Audit without a stack:',
    `   ${setting('AZURE_CLIENT_ID', clientId)}`,
    `   ${setting('AZURE_CLIENT_CERTIFICATE_PATH', certificatePath)}`,
    `   npm run audit -- --tenant ${asked.tenant}${cloud} --sign-in environment`,
    '',
    '3. Or the whole product on this machine:',
    '   npm start -- --microsoft',
    `   and in Admin Panel, Graph API Settings: the two ids above and the certificate file.`,
    '',
    'Whoever has the certificate file reads what the application reads: keep it where only you do.',
  ];
  return `${lines.join('\n')}\n`;
}
