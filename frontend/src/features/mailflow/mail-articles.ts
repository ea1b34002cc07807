import type { MailArea } from '@tenantry/contract/mailflow';

/** The help article about each kind of record. */
export const mailAreaArticles: Partial<Record<MailArea, string>> = {
  spf: 'spf-record',
  dkim: 'dkim-signing',
  dmarc: 'dmarc-record',
  mx: 'mx-records',
  mtaSts: 'mta-sts-and-tls-rpt',
  tlsRpt: 'mta-sts-and-tls-rpt',
};
