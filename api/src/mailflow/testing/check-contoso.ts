import type { FetchPolicy } from '../../ports/sts-policy.ts';
import { checkDomain } from '../check-domain.ts';
import type { MailFlowResult } from '../mail-flow-result.ts';
import { askedDns } from './asked-dns.ts';
import { apex, contosoZone, policyText } from './contoso.ts';

export const now = new Date('2026-11-20T10:20:30.456Z');
export const fetchPolicy: FetchPolicy = () =>
  Promise.resolve({ status: 'ok', text: policyText, contentType: 'text/plain' });
/** What the mail engine says of contoso.com with these changes to its zone. */
export const check = (
  changes: Record<string, unknown> = {},
  policy: FetchPolicy | undefined = fetchPolicy,
): Promise<MailFlowResult> =>
  checkDomain('contoso.com', { dns: askedDns(contosoZone(changes)), fetchPolicy: policy, now });
export const spf = (record: string, zone: Record<string, unknown> = {}) =>
  check({ ...apex({ TXT: [[record]] }), ...zone });
export const dmarc = (record: string) => check({ '_dmarc.contoso.com': { TXT: [[record]] } });
export const told = ({ issues }: MailFlowResult) => issues.map(({ severity, code }) => `${severity} ${code}`);
/** What an issue of the result says to publish. */
export const published = (result: MailFlowResult, code: string) =>
  result.issues
    .find((issue) => issue.code === code)
    ?.publish.map(({ name, type, value }) => `${name} ${type} ${value}`);
/** The steps to the target at a name. */
export const stages = ({ targets }: MailFlowResult, name: string) =>
  targets.find((entry) => entry.name === name)?.stages.map(({ value }) => value);
export const part = ({ scoreParts }: MailFlowResult, area: string) =>
  scoreParts.find((entry) => entry.area === area)?.earned;

export const sts = `_mta-sts.contoso.com`;
export const stsFile = 'https://mta-sts.contoso.com/.well-known/mta-sts.txt';
