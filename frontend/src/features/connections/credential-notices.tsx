import type { Credential } from '@tenantry/contract/connections';
import { secretEnd } from '../../blocks/secret-expiry.ts';
import { secretExpiryWarning } from '../../blocks/secret-expiry-warning.ts';
import { countOf, formatNumber } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { Notice } from '../../ui/notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';

/** Says that stored credentials cannot be decrypted. */
export function CorruptedNotice({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Notice intent="warning" title="Some Microsoft Graph credentials are corrupted">
      {formatNumber(count)} credential(s) detected with encryption corruption. Click Reconnect to re-authenticate those
      tenants manually.
    </Notice>
  );
}

type InstallationProps = { expiresAt: string | null; hasCertificate: boolean };

/** The registration with which all tenants without one of their own are reached. */
export function InstallationSecretNotice({ expiresAt, hasCertificate }: InstallationProps) {
  const warning = secretExpiryWarning(expiresAt, new Date(), hasCertificate ? 'certificate' : 'client secret');
  if (warning === null) return null;
  return (
    <Notice intent={warning.isOver ? 'error' : 'warning'} title={warning.title}>
      It belongs to this installation’s app registration, which most tenants use.{' '}
      {hasCertificate ? 'Upload a new one to' : 'Create a new one in'} Entra ID and save it under{' '}
      <TextLink to={paths.adminGraphSettings}>Graph API Settings</TextLink>.
    </Notice>
  );
}

const namedAtMost = 3;

/**
 * Secrets of tenants' own registrations that have ended or soon will, whatever else is wrong with the connection: a scan
 * may have found it out before. Nothing real is read with a simulated one's.
 */
export function EndingSecretsNotice({ credentials }: { credentials: readonly Credential[] }) {
  const now = new Date();
  const ending = credentials
    .flatMap(({ tenantName, isMock, secretExpiresAt }) => {
      const warning = isMock ? null : secretExpiryWarning(secretExpiresAt, now);
      return warning === null || secretExpiresAt === null ? [] : [{ tenantName, secretExpiresAt, ...warning }];
    })
    .sort((one, two) => one.secretExpiresAt.localeCompare(two.secretExpiresAt));
  if (ending.length === 0) return null;
  const isOver = ending.some((one) => one.isOver);
  const named = ending
    .slice(0, namedAtMost)
    .map(({ tenantName, secretExpiresAt }) => `${tenantName}: ${secretEnd(secretExpiresAt, now)}`);
  const more = ending.length - named.length;
  return (
    <Notice intent={isOver ? 'error' : 'warning'} title={`${countOf(ending.length, 'client secret')} to be replaced`}>
      {named.join('; ')}
      {more > 0 && ` and ${countOf(more, 'more tenant')}`}. Create new ones in Entra ID and save them with the settings
      button in each row.
    </Notice>
  );
}
