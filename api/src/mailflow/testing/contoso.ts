import { rsaSpki } from './rsa-key.ts';

const outlook = 'contoso-com.mail.protection.outlook.com';
export const policyText = `version: STSv1\nmode: enforce\nmx: ${outlook}\nmax_age: 604800\n`;

/** A DKIM key record. */
export function dkimRecord(bits: number, tags = ''): { TXT: string[][] } {
  const key = rsaSpki(bits).toString('base64');
  return { TXT: [`v=DKIM1; k=rsa;${tags} p=${key}`.match(/.{1,255}/g) ?? []] };
}

const key = dkimRecord(2048);
const target = (number: number) => `selector${number}-contoso-com._domainkey.contoso.onmicrosoft.com`;

/** A domain on Microsoft 365 in which everything is as it should be, with changes by name; null takes a name out. */
export function contosoZone(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const zone: Record<string, unknown> = {
    'contoso.com': {
      AD: true,
      MX: [{ priority: 0, exchange: outlook }],
      TXT: [['v=spf1 include:spf.protection.outlook.com -all']],
      A: ['192.0.2.1'],
    },
    [outlook]: { A: ['192.0.2.2'] },
    [`_25._tcp.${outlook}`]: {
      AD: true,
      TLSA: [{ certUsage: 3, selector: 1, match: 1, data: 'ab'.repeat(32) }],
    },
    'spf.protection.outlook.com': { TXT: [['v=spf1 ip4:192.0.2.0/24 -all']] },
    'selector1._domainkey.contoso.com': { CNAME: [target(1)] },
    'selector2._domainkey.contoso.com': { CNAME: [target(2)] },
    [target(1)]: key,
    [target(2)]: key,
    '_dmarc.contoso.com': { TXT: [['v=DMARC1; p=reject; rua=mailto:dmarc@contoso.com']] },
    '_mta-sts.contoso.com': { TXT: [['v=STSv1; id=1']] },
    '_smtp._tls.contoso.com': { TXT: [['v=TLSRPTv1; rua=mailto:tls@contoso.com']] },
    ...changes,
  };
  return Object.fromEntries(Object.entries(zone).filter(([, records]) => records !== null));
}

/** The apex of the domain above, with other records; undefined takes a type out. */
export function apex(records: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const all = { ...(contosoZone()['contoso.com'] as object), ...records };
  return { 'contoso.com': Object.fromEntries(Object.entries(all).filter(([, values]) => values !== undefined)) };
}
