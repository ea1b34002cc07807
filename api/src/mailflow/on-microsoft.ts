/**
 * Whether a name is one that Microsoft owns and a tenant only borrows: Microsoft publishes its MX, SPF and DKIM records,
 * and the tenant can add a DMARC record alone (Microsoft Learn, "Set up DMARC", section on *.onmicrosoft.com domains).
 */
export const isOnMicrosoft = (domain: string): boolean =>
  /(?:^|\.)(?:onmicrosoft\.(?:com|us|de)|partner\.onmschina\.cn)$/.test(domain);
