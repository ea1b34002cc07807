import type { MailDomainPolicy, MailRecordState } from '@tenantry/contract/mail-domains';
import { shownText } from '../../../mailflow/bounded-text.ts';
import { scoreWeights } from '../../../mailflow/mail-score.ts';
import type { DomainDns } from '../../facts/domain-dns.ts';
import { type Facts, factOf } from '../../facts/facts.ts';
import type { MtaStsReading } from '../../facts/mail-reading.ts';
import { dkimFinding } from './dkim-finding.ts';
import { dmarcOf, dmarcShare } from './dmarc-record.ts';
import type { DomainFinding } from './domain-findings.ts';
import { rejectsForged } from './forged-mail.ts';
import { mxFinding } from './mx-finding.ts';
import { spfFinding } from './spf-finding.ts';

type Standing = { state: MailRecordState; text: string };

/** How the mail records of a domain stand, as the checks of the audit and the mail engine judge them. */
export type DomainStanding = {
  domain: string;
  /** False where no answer came about SPF, DMARC and MX: nothing new is known of it. */
  wasRead: boolean;
  spf: Standing & { all: '-' | '~' | '?' | '+' | null };
  dkim: Standing;
  dmarc: Standing & { policy: MailDomainPolicy; percent: number | null };
  mx: Standing;
  mtaSts: Standing;
  /** How much is wrong: the points that the mail engine gives for what is missing, and half of them for what is weak. */
  lost: number;
};

const textCap = 300;

const states: Record<Exclude<DomainFinding['status'], 'fail'>, MailRecordState> = {
  pass: 'good',
  warning: 'weak',
  couldNotCheck: 'unknown',
  notApplicable: 'notNeeded',
};

/** What a check says of a record. @param isMissing of one that fails: there is none */
const standing = ({ status, text }: DomainFinding, isMissing: boolean): Standing => ({
  state: status === 'fail' ? (isMissing ? 'missing' : 'bad') : states[status],
  text: shownText(text, textCap),
});

/** No check of the audit asks for MTA-STS: what is wrong with it is what the mail engine tells. */
function mtaStsStanding(reading: MtaStsReading | undefined): Standing {
  if (reading === undefined) return { state: 'unknown', text: 'it is read from the next scan on' };
  const { state, mode, worst } = reading;
  if (state === 'couldNotCheck') return { state: 'unknown', text: 'its record or its policy could not be read' };
  if (state === 'missing') return { state: worst === null ? 'notNeeded' : 'missing', text: '' };
  const text = mode === null ? 'not in effect' : `mode ${mode}`;
  if (worst === null) return { state: 'good', text };
  return { state: worst === 'error' ? 'bad' : 'weak', text };
}

function policyOf(dns: DomainDns): MailDomainPolicy {
  const { published } = dmarcOf(dns);
  if (published.status === 'fail') return 'missing';
  return (published.status === 'couldNotCheck' ? null : dns.reading.dmarc?.policy) ?? 'unknown';
}

const lostShare: Record<MailRecordState, number> = {
  missing: 1,
  bad: 1,
  weak: 0.5,
  unknown: 0.05,
  good: 0,
  notNeeded: 0,
};

const weighed = ['spf', 'dkim', 'dmarc', 'mx', 'mtaSts'] as const;

function standingOf(dns: DomainDns, all: readonly DomainDns[], facts: Facts): DomainStanding {
  const { domain, reading } = dns;
  const { spf, dkim, dmarc, mx } = reading;
  const policy = policyOf(dns);
  const records = {
    spf: { ...standing(spfFinding(dns, false), spf?.class === 'none'), all: spf?.all ?? null },
    dkim: standing(
      dkimFinding(dns, factOf(facts, 'dkimSigningConfig')),
      dkim?.every(({ state }) => state === 'missing') === true,
    ),
    dmarc: {
      ...standing(rejectsForged(dns, all), policy === 'missing'),
      policy,
      percent: dmarcShare(dmarc?.record ?? null),
    },
    mx: standing(mxFinding(dns), mx?.state === 'none'),
    mtaSts: mtaStsStanding(reading.mtaSts),
  };
  const isRead = [spf, dmarc, mx].some((one) => one !== null) && !isSilent(dns);
  const lost = weighed.reduce((sum, area) => sum + scoreWeights[area] * lostShare[records[area].state], 0);
  return { domain, wasRead: isRead, ...records, lost };
}

/** As the mail page has it: nothing is known where SPF, DMARC and MX all got no answer. */
const isSilent = ({ reading: { spf, dmarc, mx } }: DomainDns): boolean =>
  (spf === null || spf.class === 'temperror') &&
  (dmarc === null || dmarc.found === null) &&
  (mx === null || mx.state === 'couldNotCheck');

/** Every domain whose DNS was asked; null where that was not done. */
export function domainStandings(facts: Facts): DomainStanding[] | null {
  const all = factOf(facts, 'dns');
  return all === undefined ? null : all.map((dns) => standingOf(dns, all, facts));
}
