import { flagIn } from '../../facts/configuration-properties.ts';
import { type Facts, factOf } from '../../facts/facts.ts';
import type { JsonObject } from '../../facts/json-reader.ts';
import { countOf } from '../../facts/sentence-parts.ts';
import { isSmtpAuth } from '../../microsoft/legacy-clients.ts';
import { affectedFrom, type Check, evidenceFrom, verdict } from '../shared/check.ts';
import { failedForNow, missingData } from '../shared/missing-data.ts';

const base = { category: 'mail-flow', severity: 'medium' } as const;

/** Who signed in over SMTP AUTH by the sign-in log: proof that it is not off. */
function smtpUse(facts: Facts) {
  const log = factOf(facts, 'legacySignIns');
  const count = Object.entries(log?.byClient ?? {}).reduce(
    (sum, [client, signIns]) => (isSmtpAuth(client) ? sum + signIns : sum),
    0,
  );
  const accounts = log?.smtpUsers ?? { count: 0, listed: [] };
  const evidence =
    count > 0 ? [evidenceFrom('legacySignIns', `${countOf(count, 'successful sign-in')} with Authenticated SMTP`)] : [];
  return { isUsed: count > 0, evidence, ...affectedFrom(accounts, 'user') };
}

const turnOff = 'Set-TransportConfig -SmtpClientAuthenticationDisabled $true';
const moveSenders =
  'In the Exchange admin center move the devices and applications that send as the affected accounts to a connector or to OAuth. Then';
const listMailboxes =
  'Get-CASMailbox -ResultSize Unlimited | Where-Object { $_.SmtpClientAuthenticationDisabled -eq $false }';
const listSenders = 'Exchange admin center > Reports > Mail flow > SMTP AUTH clients report';

const smtpAuth: Check['evaluate'] = (facts) => {
  const config = factOf(facts, 'exchangeTransportConfig');
  const { isUsed, evidence: inUse, affected, affectedCount } = smtpUse(facts);
  const whom = { affected, ...(affectedCount !== undefined && { affectedCount }) };
  const accounts = affectedCount ? countOf(affectedCount, 'account') : 'Accounts';
  if (config === undefined && isUsed)
    return { ...verdict('fail', `${accounts} signed in with SMTP AUTH in the last 7 days.`, inUse), ...whom };
  if (config === undefined)
    return missingData(facts, [failedForNow(facts, 'legacySignIns') ? 'legacySignIns' : 'exchangeTransportConfig']);
  const key = 'SmtpClientAuthenticationDisabled';
  const states = config.map((one) => flagIn(one, key));
  const evidence = [
    ...states.map((state) => evidenceFrom('exchangeTransportConfig', `${key} = ${state ?? 'not reported'}`)),
    ...inUse,
  ];
  if (states.includes(false))
    return isUsed
      ? {
          ...verdict(
            'fail',
            `SMTP AUTH is allowed, and ${accounts.toLowerCase()} used it in the last 7 days.`,
            evidence,
          ),
          ...whom,
        }
      : {
          ...verdict('fail', 'SMTP AUTH is allowed in the organization.', evidence),
          recommendation: `Look up which accounts send with it (${listSenders}) and move them to a connector or to OAuth. Then run ${turnOff} in Exchange Online PowerShell.`,
        };
  if (states.length === 0 || states.includes(null))
    return verdict('couldNotCheck', 'The transport configuration does not say whether SMTP AUTH is allowed.', evidence);
  if (isUsed)
    return {
      ...verdict(
        'warning',
        `SMTP AUTH is off for the organization, but ${accounts.toLowerCase()} used it in the last 7 days.`,
        evidence,
      ),
      ...whom,
      recommendation: `Individual mailboxes are allowed to use it: list them in Exchange Online PowerShell with ${listMailboxes}, move what sends with them, and run Set-CASMailbox -SmtpClientAuthenticationDisabled $null for each.`,
    };
  const isLogRead = factOf(facts, 'legacySignIns') !== undefined;
  return verdict(
    'pass',
    isLogRead
      ? 'SMTP AUTH is off for the organization, and nobody used it in the last 7 days.'
      : 'SMTP AUTH is off for the organization. Whether individual mailboxes are allowed it cannot be seen.',
    evidence,
  );
};

const modernAuth: Check['evaluate'] = (facts) => {
  const config: readonly JsonObject[] | undefined = factOf(facts, 'exchangeOrganizationConfig');
  if (config === undefined) return missingData(facts, ['exchangeOrganizationConfig']);
  const key = 'OAuth2ClientProfileEnabled';
  const states = config.map((one) => flagIn(one, key));
  const evidence = states.map((state) =>
    evidenceFrom('exchangeOrganizationConfig', `${key} = ${state ?? 'not reported'}`),
  );
  if (states.includes(false)) return verdict('fail', 'Outlook can sign in with a password alone.', evidence);
  if (states.length === 0 || states.includes(null))
    return verdict(
      'couldNotCheck',
      'The organization configuration does not say whether modern authentication is on.',
      evidence,
    );
  return verdict('pass', 'Modern authentication is on for Exchange Online.', evidence);
};

export const exchangeProtocolChecks: readonly Check[] = [
  {
    ...base,
    id: 'exo.smtpauth',
    title: 'SMTP AUTH is off',
    findingTitle: 'SMTP AUTH is in use or allowed',
    endangers: 'everyone',
    frameworks: { cis: ['6.5.4'], scuba: ['MS.EXO.5.1v1'], prowler: ['exchange_transport_config_smtp_auth_disabled'] },
    datasets: ['exchangeTransportConfig'],
    helpful: ['legacySignIns'],
    recommendation: `${moveSenders} run ${turnOff} in Exchange Online PowerShell, and look for mailboxes that allow it individually: ${listMailboxes}.`,
    impact:
      'SMTP AUTH needs only a password. Anyone who guesses or steals one can send mail as that user, bypassing MFA.',
    evaluate: smtpAuth,
  },
  {
    ...base,
    id: 'exo.modernauth',
    title: 'Modern authentication is on for Exchange Online',
    findingTitle: 'Modern authentication is off for Exchange Online',
    endangers: 'everyone',
    frameworks: { cis: ['6.5.1'], prowler: ['exchange_organization_modern_authentication_enabled'] },
    datasets: ['exchangeOrganizationConfig'],
    recommendation: 'In Exchange Online PowerShell run Set-OrganizationConfig -OAuth2ClientProfileEnabled $true.',
    impact:
      'Outlook falls back to a user name and password, so that Conditional Access and multifactor authentication do not apply to mail.',
    evaluate: modernAuth,
  },
];
