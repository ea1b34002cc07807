import type { DkimSelector } from '../dkim/check-dkim.ts';
import type { MailIssue } from '../mail-flow-result.ts';
import { microsoft365 } from '../mail-providers.ts';
import { dkimPortal } from '../targets/dkim-target.ts';
import { issuesOf, type JudgedFacts, notesAt, publishAt, tryAgain } from './issue.ts';

const { error, warning, info } = issuesOf('dkim');

/** What is wrong with DKIM, with the CNAME records to publish for Microsoft 365. */
export function dkimIssues(facts: JudgedFacts): MailIssue[] {
  const { dkim, parked } = facts;
  if (parked) return [];
  const issues: MailIssue[] = [];
  if (dkim.wildcard)
    issues.push(
      warning('dkim_wildcard', {
        message: 'A wildcard answers for every name under _domainkey: a key found there proves little.',
        recommendation: 'Remove the wildcard TXT record.',
      }),
    );
  if (dkim.state === 'couldNotCheck')
    issues.push(warning('dkim_could_not_check', { message: 'DKIM: could not check.', recommendation: tryAgain }));
  if (dkim.state === 'missing' || dkim.state === 'broken') issues.push(withoutKey(facts));
  if (dkim.state === 'unknownSelectors' && !facts.sending.isOpen)
    issues.push(
      info('dkim_selectors_unknown', {
        message: 'No DKIM key was found under the usual selectors; the domain may use another one.',
        recommendation: 'Check the DKIM-Signature header of a message that was sent: s= is the selector.',
      }),
    );
  return dkim.state === 'ok' ? [...issues, ...inactive(facts), ...keys(dkim.selectors)] : issues;
}

const cnames = ({ domain }: JudgedFacts) =>
  microsoft365.selectors.map((selector) => ({ name: `${selector}._domainkey.${domain}`, type: 'CNAME' as const }));

function withoutKey(facts: JudgedFacts): MailIssue {
  const { dkim, provider, domain } = facts;
  const faults = dkim.selectors
    .filter(({ state }) => state !== 'missing')
    .map(({ selector, state, problems }) => `${selector}: ${[stateWords[state] ?? state, ...problems].join(', ')}`);
  const found = faults.length === 0 ? '' : ` (${faults.join('; ')})`;
  const onMicrosoft = provider === microsoft365.id;
  const signer = onMicrosoft
    ? ' Microsoft signs its mail for the onmicrosoft.com domain only, which does not count for DMARC.'
    : '';
  return error(dkim.state === 'missing' ? 'dkim_missing' : 'dkim_broken', {
    message: `${domain} has no usable DKIM key${found}.${signer} Forwarded mail then fails DMARC.`,
    recommendation: onMicrosoft ? microsoftSteps(facts) : 'Publish the key that the sending service shows.',
    publish: publishAt(facts, ...cnames(facts)),
  });
}

const stateWords: Readonly<Record<string, string>> = {
  cname_without_key: 'CNAME without a key',
  revoked: 'revoked',
  invalid: 'invalid',
  multiple: 'several records',
  wildcard: 'wildcard',
};

function microsoftSteps(facts: JudgedFacts): string {
  const toPublish = facts.targets.filter(({ area }) => area === 'dkim');
  const known = toPublish.filter(({ value }) => value !== null);
  if (toPublish.length === 0)
    return `Both CNAME records exist: turn on signing, or rotate the keys if it is on, in the ${dkimPortal}.`;
  const records = toPublish.length === 1 ? 'this CNAME record' : 'both CNAME records';
  if (known.length === toPublish.length) return `Publish ${records}, then turn on signing in the ${dkimPortal}.`;
  const names = toPublish.map(({ name }) => name).join(' and ');
  return `Publish ${records} (${names}), then turn on signing there. ${notesAt(facts, ...cnames(facts))}`;
}

/** One selector signs, the other waits for the next change of keys: its key may be absent until then. */
function inactive(facts: JudgedFacts): MailIssue[] {
  const { dkim, provider } = facts;
  const own = dkim.selectors.filter((entry) => entry.provider === provider);
  const idle = own.filter(({ state }) => state !== 'ok' && state !== 'couldNotCheck');
  if (provider !== microsoft365.id || idle.length === 0) return [];
  const isAbsent = idle.some(({ state }) => state === 'missing');
  return [
    info('dkim_inactive_selector', {
      message: `${idle.map(({ selector, state }) => `${selector} (${stateWords[state] ?? state})`).join(', ')} has no key at present; the other selector signs.`,
      recommendation: isAbsent
        ? [
            'Publish the second CNAME record as well: keys cannot be rotated without it.',
            notesAt(facts, ...cnames(facts)),
          ]
            .filter((text) => text !== '')
            .join(' ')
        : 'No action is needed: both records exist, so that keys can be rotated.',
      publish: publishAt(facts, ...cnames(facts)),
    }),
  ];
}

function keys(selectors: readonly DkimSelector[]): MailIssue[] {
  return selectors.flatMap(({ selector, state, keyType, keyBits, testing, problems, provider }) => {
    const issues: MailIssue[] = [];
    const isRsa = state === 'ok' && keyType === 'rsa' && keyBits !== null;
    const rotate =
      provider === microsoft365.id
        ? 'Rotate the keys to 2048 bits: Rotate-DkimSigningConfig -KeySize 2048.'
        : 'Have the sending service create a 2048-bit key.';
    if (isRsa && keyBits < 2048)
      issues.push(
        (keyBits < 1024 ? error : warning)('dkim_key_short', {
          message: `The DKIM key of ${selector} has only ${keyBits} bits${keyBits < 1024 ? ', which receivers do not accept' : ''}.`,
          recommendation: rotate,
        }),
      );
    if (state === 'ok' && testing)
      issues.push(
        warning('dkim_testing', {
          message: `The DKIM key of ${selector} is in test mode (t=y).`,
          recommendation: 'Remove t=y.',
        }),
      );
    if (state === 'invalid' || state === 'multiple')
      issues.push(
        warning('dkim_invalid', {
          message: `The DKIM record of ${selector} is invalid: ${problems.join(', ')}.`,
          recommendation: 'Publish the record again exactly as the sending service shows it.',
        }),
      );
    return issues;
  });
}
