import { type Check, evidenceFrom, verdict } from '../check.ts';
import { type Facts, factOf } from '../facts.ts';
import { booleanAt, type JsonObject } from '../json-reader.ts';
import { failedForNow, missingData } from '../missing-data.ts';
import { countOf } from '../sentence-parts.ts';

// Exchange's own settings: no application can read them through Graph, so that they come with a snapshot only.
const base = { category: 'mail-flow', severity: 'medium' } as const;

/** Successful sign-ins over SMTP AUTH in the sign-in log: proof that it is not off. */
function smtpSignIns(facts: Facts): number {
  const byClient = factOf(facts, 'legacySignIns')?.byClient ?? {};
  return Object.entries(byClient).reduce(
    (sum, [client, count]) => (client.toLowerCase() === 'authenticated smtp' ? sum + count : sum),
    0,
  );
}

const smtpAuth: Check['evaluate'] = (facts) => {
  const config = factOf(facts, 'exchangeTransportConfig');
  const used = smtpSignIns(facts);
  const inUse =
    used > 0 ? [evidenceFrom('legacySignIns', `${countOf(used, 'successful sign-in')} with Authenticated SMTP`)] : [];
  if (config === undefined && used > 0)
    return verdict('fail', 'SMTP AUTH is in use: accounts signed in with it in the last 7 days.', inUse);
  if (config === undefined)
    return missingData(facts, [failedForNow(facts, 'legacySignIns') ? 'legacySignIns' : 'exchangeTransportConfig']);
  const key = 'SmtpClientAuthenticationDisabled';
  const states = config.map((one) => booleanAt(one, key));
  const evidence = [
    ...states.map((state) => evidenceFrom('exchangeTransportConfig', `${key} = ${state ?? 'not told'}`)),
    ...inUse,
  ];
  if (states.includes(false)) return verdict('fail', 'SMTP AUTH is allowed in the organization.', evidence);
  if (states.length === 0 || states.includes(null))
    return verdict('couldNotCheck', 'The transport configuration does not say whether SMTP AUTH is allowed.', evidence);
  // Only the sign-ins would show what a mailbox is allowed by itself.
  if (facts.legacySignIns?.state === 'failed') return missingData(facts, ['legacySignIns']);
  if (used > 0)
    return verdict(
      'warning',
      'SMTP AUTH is off for the organization, but single mailboxes still sign in with it.',
      evidence,
    );
  return verdict('pass', 'SMTP AUTH is off for the organization.', evidence);
};

const modernAuth: Check['evaluate'] = (facts) => {
  const config: readonly JsonObject[] | undefined = factOf(facts, 'exchangeOrganizationConfig');
  if (config === undefined) return missingData(facts, ['exchangeOrganizationConfig']);
  const key = 'OAuth2ClientProfileEnabled';
  const states = config.map((one) => booleanAt(one, key));
  const evidence = states.map((state) => evidenceFrom('exchangeOrganizationConfig', `${key} = ${state ?? 'not told'}`));
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
    frameworks: { cis: ['6.5.4'], scuba: ['MS.EXO.5.1v1'] },
    datasets: ['exchangeTransportConfig'],
    helpful: ['legacySignIns'],
    recommendation:
      'In Exchange Online PowerShell run Set-TransportConfig -SmtpClientAuthenticationDisabled $true, and move devices that send mail to a connector or to OAuth.',
    evaluate: smtpAuth,
  },
  {
    ...base,
    id: 'exo.modernauth',
    title: 'Modern authentication is on for Exchange Online',
    findingTitle: 'Modern authentication is off for Exchange Online',
    endangers: 'everyone',
    frameworks: { cis: ['6.5.1'] },
    datasets: ['exchangeOrganizationConfig'],
    recommendation: 'In Exchange Online PowerShell run Set-OrganizationConfig -OAuth2ClientProfileEnabled $true.',
    evaluate: modernAuth,
  },
];
