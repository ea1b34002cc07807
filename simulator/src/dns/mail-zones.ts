import type { TenantProfile } from '../tenant-profile.ts';
import type { Zone, ZoneRecords } from './zone.ts';

/** Public halves of RSA keys made for the simulator; their private halves were thrown away. */
const dkimKeys = {
  first2048:
    'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAzo+BqRoC0QaYZrMtLWoEDGXUJEj2atJbYU4h036Rm40wAU6tsRSLv473S3GfLwvxXCOdk0yAABf4gqcb8sRU9oGBXIYxFJ9Ms21DsUHrDup6csvBgIGc9kQkBgP6fNl12bTt6WYMmGMUjpJcctfM9JWtnkNHTiqa5Y2zlliGUd2MIXjxXNmX62KKAcEqeynpPTvgwX8t4Ctf3y72Wkx+rgef2JCCVrvESNtG4ACgaus+gzz70fuWG/3tk0k8n9/Ih7yYHUpDAvj+kutstdtMV4p6ssOOCtNa4vN9stUtHROHq/plcS2NJ5RuMBN/KVjlxoTvjZDmyzLhUMXc7ZCw/wIDAQAB',
  second2048:
    'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA5ryOHX6VaGLh3ieqdrL9yic/kxnbiE4ywGeoOdcVl2N5Ohg2ZQT+VbiZCZAe6uIbl+5J04vK9N1DMu6NzZFxXGqwckszwp5yv46sGeh/kXMQ3Pb/y3jcJEN0+VMapYzDM8P4PJZYJdJTmGHHWMDluOaG7WnWJL/zZ2hkwjYpp2nbPIvxkq76KxYpNCAeU3Cg8U2+jpRORFKJgAY0UpSRq7eEkCgyqgJdqN2UgJqhk2cbD4zWia7KH2VAcm4r7WUoN5d6QQqpHe3sC9/E8vP+iSRsmTVcajYJGR4nPjH1azIsF+6vSDDu5BJRv52T1wlmtcJ/+IEHrdQfngTigY2KfQIDAQAB',
  old1024:
    'MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQCde6c4EfRd/lMfHJwm21IevMXetuWtHAsr1pIT5C7deQ3kZB6Ewbrp5wMuXvDziEGwi2w1OB8eXXFsJrJTuCgHCnCqtR7arOJh8Z3lURrdT/ExtwyAAmKkrcrZ89btgQVn7lbEJgfqICJmYUjydm/csZMGccoLdjnv/5zl8ykZ2QIDAQAB',
};

/** A TXT record is a row of strings of at most 255 octets (RFC 1035, 3.3): long keys are cut. */
function txt(value: string): string[] {
  return value.match(/.{1,255}/g) ?? [''];
}

function label(domain: string): string {
  return domain.replaceAll('.', '-');
}

/** Names that every Microsoft 365 tenant's mail depends on, and its initial domain as Microsoft sets it up. */
function exchangeOnline({ domain, name }: TenantProfile): Zone {
  return {
    [`${name}.onmicrosoft.com`]: {
      MX: [{ priority: 0, exchange: `${name}.mail.protection.outlook.com` }],
      TXT: [['v=spf1 include:spf.protection.outlook.com -all']],
    },
    // Microsoft signs mail of the initial domain without being asked.
    [`selector1._domainkey.${name}.onmicrosoft.com`]: { TXT: [txt(`v=DKIM1; k=rsa; p=${dkimKeys.first2048}`)] },
    [`selector2._domainkey.${name}.onmicrosoft.com`]: { TXT: [txt(`v=DKIM1; k=rsa; p=${dkimKeys.second2048}`)] },
    [`${name}.mail.protection.outlook.com`]: { A: ['192.0.2.27'] },
    [`${label(domain)}.mail.protection.outlook.com`]: { A: ['192.0.2.25'], AAAA: ['2001:db8:25::25'] },
    'spf.protection.outlook.com': {
      TXT: [['v=spf1 ip4:192.0.2.0/25 ip4:198.51.100.0/24 ip6:2001:db8:25::/48 -all']],
    },
    'autodiscover.outlook.com': { A: ['192.0.2.26'] },
  };
}

function mailHost(domain: string, apexTxt: string[]): ZoneRecords {
  return {
    MX: [{ priority: 0, exchange: `${label(domain)}.mail.protection.outlook.com` }],
    TXT: apexTxt.map(txt),
    NS: ['ns1.dns.example', 'ns2.dns.example'],
    A: ['203.0.113.10'],
  };
}

/**
 * The keys that Microsoft made when the domain was added, below the initial domain: nothing points to them until the
 * domain's CNAME records are published. Domains added since May 2025 have theirs elsewhere.
 */
function unusedDkimKeys({ name }: TenantProfile, domain: string): Zone {
  return Object.fromEntries(
    [dkimKeys.first2048, dkimKeys.second2048].map((key, index) => [
      `selector${index + 1}-${label(domain)}._domainkey.${name}.onmicrosoft.com`,
      { TXT: [txt(`v=DKIM1; k=rsa; p=${key}`)] },
    ]),
  );
}

function dkimSelectors(profile: TenantProfile, keys: string[]): Zone {
  const zone: Zone = {};
  keys.forEach((key, index) => {
    const target = `selector${index + 1}-${label(profile.domain)}._domainkey.${profile.name}.onmicrosoft.com`;
    zone[`selector${index + 1}._domainkey.${profile.domain}`] = { CNAME: [target] };
    zone[target] = { TXT: [txt(`v=DKIM1; k=rsa; p=${key}`)] };
  });
  return zone;
}

/** Domains without mail: parked as RFC 7505 and M3AAWG advise, or left bare. */
function parked(profile: TenantProfile, protectedByPolicy: boolean): Zone {
  const zone: Zone = {};
  for (const domain of profile.parkedDomains) {
    zone[domain] = { NS: ['ns1.dns.example', 'ns2.dns.example'], A: ['203.0.113.11'] };
    if (!protectedByPolicy) continue;
    zone[domain] = { ...zone[domain], MX: [{ priority: 0, exchange: '.' }], TXT: [['v=spf1 -all']] };
    zone[`_dmarc.${domain}`] = { TXT: [[`v=DMARC1; p=reject; rua=mailto:dmarc@${profile.domain}`]] };
    // Reports that go to another domain need its consent.
    zone[`${domain}._report._dmarc.${profile.domain}`] = { TXT: [['v=DMARC1']] };
  }
  return zone;
}

/** SPF soft fail, DMARC that only watches, no DKIM. */
export function weakMailZone(profile: TenantProfile): Zone {
  const { domain } = profile;
  return {
    ...exchangeOnline(profile),
    ...parked(profile, false),
    ...unusedDkimKeys(profile, domain),
    [domain]: mailHost(domain, [
      'v=spf1 include:spf.protection.outlook.com include:news.mailer.example ~all',
      'MS=ms48210377',
    ]),
    'news.mailer.example': { TXT: [['v=spf1 ip4:203.0.113.64/27 -all']] },
    [`_dmarc.${domain}`]: { TXT: [['v=DMARC1; p=none;']] },
    [`autodiscover.${domain}`]: { CNAME: ['autodiscover.outlook.com'] },
  };
}

/** SPF hard fail, both DKIM selectors with 2,048-bit keys, DMARC reject with reports, parked domains closed. */
export function goodMailZone(profile: TenantProfile): Zone {
  const { domain } = profile;
  return {
    ...exchangeOnline(profile),
    ...parked(profile, true),
    ...dkimSelectors(profile, [dkimKeys.first2048, dkimKeys.second2048]),
    [domain]: { ...mailHost(domain, ['v=spf1 include:spf.protection.outlook.com -all', 'MS=ms73310942']), AD: true },
    [`_dmarc.${domain}`]: { TXT: [[`v=DMARC1; p=reject; rua=mailto:dmarc@${domain}; adkim=s; aspf=s`]] },
    [`_dmarc.${profile.name}.onmicrosoft.com`]: { TXT: [['v=DMARC1; p=reject;']] },
    [`_mta-sts.${domain}`]: { TXT: [['v=STSv1; id=20260301T080000;']] },
    [`mta-sts.${domain}`]: {
      A: ['203.0.113.10'],
      MTA_STS_POLICY: `version: STSv1\nmode: enforce\nmx: ${label(domain)}.mail.protection.outlook.com\nmax_age: 604800\n`,
    },
    [`_smtp._tls.${domain}`]: { TXT: [[`v=TLSRPTv1; rua=mailto:tls@${domain}`]] },
    [`autodiscover.${domain}`]: { CNAME: ['autodiscover.outlook.com'] },
  };
}

/** Mail without SPF, DKIM or DMARC. */
export function unprotectedMailZone(profile: TenantProfile): Zone {
  const { domain } = profile;
  return {
    ...exchangeOnline(profile),
    ...parked(profile, false),
    ...unusedDkimKeys(profile, domain),
    [domain]: mailHost(domain, ['MS=ms10482216']),
  };
}

/** SPF hard fail, one old 1,024-bit DKIM key, DMARC quarantine for a part of the mail. */
export function mixedMailZone(profile: TenantProfile): Zone {
  const { domain } = profile;
  return {
    ...exchangeOnline(profile),
    ...parked(profile, false),
    ...dkimSelectors(profile, [dkimKeys.old1024, dkimKeys.first2048]),
    [domain]: mailHost(domain, ['v=spf1 include:spf.protection.outlook.com -all', 'MS=ms55120983']),
    [`_dmarc.${domain}`]: { TXT: [[`v=DMARC1; p=quarantine; pct=50; rua=mailto:dmarc@${domain}`]] },
    [`autodiscover.${domain}`]: { CNAME: ['autodiscover.outlook.com'] },
  };
}
