import type { MailArea, MailFlowDetails, MailFlowReport } from '@tenantry/contract/mailflow';

/** The areas that a list of domains shows, in its order. */
export const glanceAreas = ['spf', 'dkim', 'dmarc', 'mx', 'mtaSts', 'tlsRpt', 'bimi', 'dnssec'] as const;
type GlanceArea = (typeof glanceAreas)[number];

export const mailAreaLabels: Record<MailArea, string> = {
  domain: 'Domain',
  spf: 'SPF',
  dkim: 'DKIM',
  dmarc: 'DMARC',
  mx: 'MX',
  mtaSts: 'MTA-STS',
  tlsRpt: 'TLS-RPT',
  bimi: 'BIMI',
  dnssec: 'DNSSEC',
  dane: 'DANE',
};

/** `unknown`: could not be checked. `plain`: nothing is wrong, and nothing is gained. */
export type Tone = 'good' | 'warning' | 'bad' | 'plain' | 'unknown';
export type Glance = { label: string; tone: Tone };

const notKnown = 'Unknown';

const recordWords = { ok: 'Valid', missing: 'None', invalid: 'Invalid', couldNotCheck: notKnown } as const;
const spfWords = { none: 'Missing', permerror: 'Broken', temperror: notKnown, valid: 'Valid' } as const;
const dmarcWords = { none: 'Monitoring', quarantine: 'Quarantine', reject: 'Reject' } as const;
const stsWords = { enforce: 'Enforced', testing: 'Testing', none: 'Off' } as const;
const dkimWords = {
  ok: 'Valid',
  missing: 'Missing',
  broken: 'Broken',
  unknownSelectors: notKnown,
  couldNotCheck: notKnown,
} as const;
const mxWords = {
  ok: 'Valid',
  mixed: 'Mixed',
  gateway: 'Gateway',
  null: 'No mail',
  none: 'None',
  couldNotCheck: notKnown,
} as const;
const bimiWords = { ...recordWords, declined: 'Declined' } as const;
const dnssecWords = {
  signed: 'Signed',
  notValidated: 'Not validated',
  unsigned: 'Not signed',
  couldNotCheck: notKnown,
} as const;

function dmarcWord({ found, valid, applied }: MailFlowDetails['dmarc']): string {
  if (found === null) return notKnown;
  if (!found) return 'Missing';
  return valid === false || applied === null ? 'Invalid' : dmarcWords[applied];
}

function stsWord({ state, policy }: MailFlowDetails['mtaSts']): string {
  const mode = policy?.mode ?? null;
  return state === 'ok' && mode !== null ? stsWords[mode] : recordWords[state];
}

const words: Record<GlanceArea, (details: MailFlowDetails) => string> = {
  spf: ({ spf }) => spfWords[spf.class],
  dkim: ({ dkim }) => dkimWords[dkim.state],
  dmarc: ({ dmarc }) => dmarcWord(dmarc),
  mx: ({ mx }) => mxWords[mx.state],
  mtaSts: ({ mtaSts }) => stsWord(mtaSts),
  tlsRpt: ({ tlsRpt }) => recordWords[tlsRpt.state],
  bimi: ({ bimi }) => bimiWords[bimi.state],
  dnssec: ({ dnssec }) => dnssecWords[dnssec.state],
};

const withoutGain = ['None', 'Declined', 'Not signed', 'Off', 'No mail', 'Not validated'];

function toneOf(area: GlanceArea, label: string, { issues }: MailFlowDetails): Tone {
  if (label === notKnown) return 'unknown';
  const found = issues.filter((issue) => issue.area === area).map(({ severity }) => severity);
  if (found.includes('error')) return 'bad';
  if (found.includes('warning')) return 'warning';
  return withoutGain.includes(label) ? 'plain' : 'good';
}

/** One area of a domain in a word; how bad it is the check's own issues say. */
export function glanceOf({ details }: MailFlowReport, area: GlanceArea): Glance {
  const label = words[area](details);
  return { label, tone: toneOf(area, label, details) };
}

/** SPF's number of lookups against its limit, as '7 of 10'; says so where they could not be counted to the end. */
export function lookupsText({ spfLookupCount, details: { spf } }: MailFlowReport): string {
  return spfLookupCount === null ? 'DNS lookups unknown' : `${spfLookupCount} of ${spf.lookupLimit} DNS lookups`;
}
