import type { DkimSelector } from '../dkim/check-dkim.ts';
import type { MailFacts, MailTarget } from '../mail-flow-result.ts';
import { microsoft365 } from '../mail-providers.ts';
import { isOnMicrosoft } from '../on-microsoft.ts';
import { target } from './mail-target.ts';

type Seen = Pick<MailFacts, 'domain' | 'provider' | 'sending' | 'dkim'>;

export const dkimPortal =
  'Microsoft Defender portal > Email & collaboration > Policies & rules > Threat policies > Email authentication settings > DKIM';

/** Both targets differ by the name of their selector alone, in the old form and in the new. */
function besideTarget(selector: string, selectors: readonly DkimSelector[]): string | undefined {
  const other = selectors.find((entry) => isMicrosofts(entry) && entry.cname?.startsWith(`${entry.selector}-`));
  return other?.cname?.replace(other.selector, selector);
}

const isMicrosofts = ({ format }: DkimSelector): boolean =>
  format === 'legacy_onmicrosoft' || format === 'dkim_mail_microsoft';

/**
 * The CNAME records of Microsoft 365, where they are missing. A value stands there only where it was seen: a key at the
 * target below the tenant's initial domain, or the record of the other selector. Targets made since May 2025 end with
 * dkim.mail.microsoft and cannot be worked out (Microsoft Learn, "Set up DKIM to sign mail from your Microsoft 365 domain").
 */
export function dkimTargets({ domain, provider, sending, dkim }: Seen): MailTarget[] {
  const isDue = dkim.state === 'missing' || dkim.state === 'broken' || dkim.state === 'ok';
  if (provider !== microsoft365.id || sending.by === 'none' || isOnMicrosoft(domain) || !isDue) return [];
  return microsoft365.selectors.flatMap((selector) => {
    const found = dkim.selectors.find((entry) => entry.selector === selector);
    // A name that waits for its key, or whose answer is missing, is no name to publish.
    const isLeft = found?.state === 'couldNotCheck' || (dkim.state === 'ok' && found?.state !== 'missing');
    if (isLeft) return [];
    const known = dkim.targets.find((entry) => entry.selector === selector)?.target;
    const published = found !== undefined && isMicrosofts(found) ? found.cname : null;
    const value = known ?? published ?? besideTarget(selector, dkim.selectors) ?? null;
    if (value !== null && value === found?.cname) return [];
    return target('dkim', `${selector}._domainkey.${domain}`, 'CNAME', {
      current: [found?.cname ?? found?.record ?? []].flat(),
      value,
      note: value === null ? readIt(selector) : null,
    });
  });
}

const readIt = (selector: string): string =>
  `The value is shown in the ${dkimPortal}, and by Get-DkimSigningConfig (${selector === 'selector1' ? 'Selector1CNAME' : 'Selector2CNAME'}).`;
