import type { DkimSelector } from '../dkim/check-dkim.ts';
import type { MailFacts, MailIssue, MailRecord } from '../mail-flow-result.ts';
import { microsoft365 } from '../mail-providers.ts';
import { issuesOf, tryAgain } from './issue.ts';

const { error, warning, info } = issuesOf('dkim');

const portal =
  'Microsoft Defender portal > Email & collaboration > Policies & rules > Threat policies > Email authentication settings > DKIM';

/** What is wrong with DKIM, with the CNAME records to publish for Microsoft 365. */
export function dkimIssues(facts: MailFacts): MailIssue[] {
  const { dkim, parked } = facts;
  if (parked) return [];
  const issues: MailIssue[] = [];
  if (dkim.wildcard)
    issues.push(
      warning('dkim_wildcard', {
        message: 'Every name under _domainkey has an answer (a wildcard), so that a key found there proves little.',
        recommendation: 'Take the wildcard TXT record out.',
      }),
    );
  if (dkim.state === 'couldNotCheck')
    issues.push(warning('dkim_could_not_check', { message: 'DKIM: could not check.', recommendation: tryAgain }));
  if (dkim.state === 'missing' || dkim.state === 'broken') issues.push(withoutKey(facts));
  if (dkim.state === 'unknownSelectors')
    issues.push(
      info('dkim_selectors_unknown', {
        message: 'No DKIM key was found under the usual selectors; it may stand under another one.',
        recommendation: 'Look at the DKIM-Signature header of a mail that was sent: s= names the selector.',
      }),
    );
  return dkim.state === 'ok' ? [...issues, ...inactive(facts), ...keys(dkim.selectors)] : issues;
}

/** Both targets differ by the name of their selector alone, in the old form and in the new. */
function besideTarget(selector: string, selectors: readonly DkimSelector[]): string | undefined {
  const isMicrosofts = ({ format }: DkimSelector) =>
    format === 'legacy_onmicrosoft' || format === 'dkim_mail_microsoft';
  const other = selectors.find((entry) => isMicrosofts(entry) && entry.cname?.startsWith(`${entry.selector}-`));
  return other?.cname?.replace(other.selector, selector);
}

function microsoftRecords({ domain, dkim }: MailFacts): MailRecord[] {
  return microsoft365.selectors.map((selector) => {
    const known = dkim.targets.find((entry) => entry.selector === selector)?.target;
    const published = dkim.selectors.find((entry) => entry.selector === selector)?.cname;
    const value =
      known ??
      published ??
      besideTarget(selector, dkim.selectors) ??
      `${selector}-${domain.replaceAll('.', '-')}._domainkey.<INITIAL-DOMAIN>`;
    return { name: `${selector}._domainkey.${domain}`, type: 'CNAME', value };
  });
}

function withoutKey(facts: MailFacts): MailIssue {
  const { dkim, provider, domain } = facts;
  const faults = dkim.selectors
    .filter(({ state }) => state !== 'missing')
    .map(({ selector, state, problems }) => `${selector}: ${[state, ...problems].join(', ')}`);
  const found = faults.length === 0 ? '' : ` (${faults.join('; ')})`;
  const onMicrosoft = provider === microsoft365.id;
  const signer = onMicrosoft
    ? ' Mail is signed in the name of the onmicrosoft.com domain only, which DMARC does not count.'
    : '';
  const proven = dkim.targets.length > 0;
  return error(dkim.state === 'missing' ? 'dkim_missing' : 'dkim_broken', {
    message: `${domain} has no usable DKIM key${found}.${signer} Forwarded mail then fails DMARC.`,
    recommendation: !onMicrosoft
      ? 'Publish the key that the sending service shows.'
      : proven
        ? `Publish these two records, then switch signing on: ${portal}.`
        : `Publish the two records that are shown under ${portal} (PowerShell: Get-DkimSigningConfig), then switch signing on there. <INITIAL-DOMAIN> is the tenant's onmicrosoft.com name; since May 2025 the target ends with dkim.mail.microsoft and is known from there only.`,
    publish: onMicrosoft ? microsoftRecords(facts) : [],
  });
}

/** One selector signs, the other waits for the next change of keys: its key may be absent until then. */
function inactive(facts: MailFacts): MailIssue[] {
  const { dkim, provider, domain } = facts;
  const own = dkim.selectors.filter((entry) => entry.provider === provider);
  const idle = own.filter(({ state }) => state !== 'ok' && state !== 'couldNotCheck');
  if (provider !== microsoft365.id || idle.length === 0) return [];
  const absent = idle
    .filter(({ state }) => state === 'missing')
    .map(({ selector }) => `${selector}._domainkey.${domain}`);
  return [
    info('dkim_inactive_selector', {
      message: `${idle.map(({ selector, state }) => `${selector} (${state})`).join(', ')} has no key at present; the other selector signs.`,
      recommendation:
        absent.length === 0
          ? 'Nothing has to be done, as long as both CNAME records stand, so that the keys can be changed.'
          : 'Publish the second CNAME record as well: without it the keys cannot be changed.',
      publish: microsoftRecords(facts).filter(({ name }) => absent.includes(name)),
    }),
  ];
}

function keys(selectors: readonly DkimSelector[]): MailIssue[] {
  return selectors.flatMap(({ selector, state, keyType, keyBits, testing, problems, provider }) => {
    const issues: MailIssue[] = [];
    const isRsa = state === 'ok' && keyType === 'rsa' && keyBits !== null;
    const rotate =
      provider === microsoft365.id
        ? 'Rotate-DkimSigningConfig -KeySize 2048 makes new keys.'
        : 'Have the sending service make a key of 2048 bits.';
    if (isRsa && keyBits < 2048)
      issues.push(
        (keyBits < 1024 ? error : warning)('dkim_key_short', {
          message: `The DKIM key of ${selector} has ${keyBits} bits${keyBits < 1024 ? ', which receivers do not accept' : ''}.`,
          recommendation: rotate,
        }),
      );
    if (state === 'ok' && testing)
      issues.push(
        warning('dkim_testing', {
          message: `The DKIM key of ${selector} is marked as a test (t=y).`,
          recommendation: 'Take out t=y.',
        }),
      );
    if (state === 'invalid' || state === 'multiple')
      issues.push(
        warning('dkim_invalid', {
          message: `The DKIM record of ${selector} cannot be used: ${problems.join(', ')}.`,
          recommendation: 'Publish the record again as the sending service shows it.',
        }),
      );
    return issues;
  });
}
