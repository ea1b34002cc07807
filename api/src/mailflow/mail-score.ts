import type { MailArea, MailFacts, ScorePart } from './mail-flow-result.ts';
import { isOnMicrosoft } from './on-microsoft.ts';
import { needsReports } from './targets/dmarc-target.ts';

/** Parts of 100; the reasons stand in docs/mail-flow.md. */
export const scoreWeights = {
  dmarc: 30,
  spf: 25,
  dkim: 20,
  mx: 10,
  mtaSts: 5,
  dnssec: 4,
  tlsRpt: 3,
  dane: 3,
} as const satisfies Partial<Record<MailArea, number>>;

type Share = (facts: MailFacts) => number | null;

/** Share of an area's weight, 0 to 1; null: could not be checked, or does not apply. */
const shares: Readonly<Record<keyof typeof scoreWeights, Share>> = {
  spf: spfShare,
  dkim: dkimShare,
  dmarc: dmarcShare,
  mx: mxShare,
  mtaSts: mtaStsShare,
  tlsRpt: ({ tlsRpt, takesNoMail }) => (takesNoMail ? null : share(tlsRpt.state)),
  dnssec: ({ dnssec }) => (dnssec.state === 'couldNotCheck' ? null : dnssec.state === 'signed' ? 1 : 0),
  dane: daneShare,
};

function share(state: string): number | null {
  if (state === 'couldNotCheck') return null;
  return state === 'ok' ? 1 : 0;
}

const openToAll: ReadonlySet<string> = new Set(['spf_all_pass', 'spf_networks_open']);

function spfShare({ spf, dmarc, parked }: MailFacts): number | null {
  if (spf.class === 'temperror') return null;
  if (spf.class !== 'valid' || spf.warnings.some(({ code }) => openToAll.has(code))) return 0;
  if (spf.warnings.some(({ code }) => code === 'spf_networks_wide')) return 0.4;
  if (spf.all === '-') return 1;
  if (spf.all !== '~') return 0.4;
  // Under an enforced DMARC policy ~all stops forged mail as well.
  const isEnforced = dmarc.applied === 'reject' || dmarc.applied === 'quarantine';
  return isEnforced && !parked ? 1 : 0.8;
}

function dkimShare({ dkim, parked }: MailFacts): number | null {
  if (parked || dkim.state === 'couldNotCheck' || dkim.state === 'unknownSelectors') return null;
  if (dkim.state !== 'ok') return 0;
  const usable = dkim.selectors.filter(({ state }) => state === 'ok');
  if (usable.every(({ testing }) => testing)) return 0.5;
  if (dkim.keyBits === null || dkim.keyBits >= 2048) return 1;
  return dkim.keyBits >= 1024 ? 0.8 : 0.2;
}

const policyShares = { reject: 1, quarantine: 0.75, none: 0.25 } as const;

function dmarcShare(facts: MailFacts): number | null {
  const { dmarc } = facts;
  if (dmarc.found === null || dmarc.unknown !== null) return null;
  if (dmarc.applied === null) return 0;
  const own = dmarc.valid === true ? policyShares[dmarc.applied] : 0.1;
  const forSubdomains = dmarc.sp === 'none' && dmarc.applied !== 'none' ? 0.2 : 0;
  const withoutReports = dmarc.rua.length === 0 && needsReports(facts) ? 0.1 : 0;
  return Math.max(0, own - forSubdomains - withoutReports);
}

function mxShare({ mx, takesNoMail }: MailFacts): number | null {
  if (mx.state === 'couldNotCheck') return null;
  if (mx.state === 'null') return 1;
  if (mx.state === 'none') return takesNoMail ? 0.7 : 0.3;
  if (mx.leftOut.length === 0 && mx.hosts.every(({ hasAddress }) => hasAddress === false)) return 0;
  if (mx.state === 'mixed' || mx.problems.length > 0) return 0.6;
  return 1;
}

function mtaStsShare({ mtaSts, takesNoMail }: MailFacts): number | null {
  if (takesNoMail || mtaSts.state === 'couldNotCheck') return null;
  if (mtaSts.state !== 'ok' || mtaSts.unlistedMx.length > 0) return 0;
  return mtaSts.policy?.mode === 'enforce' ? 1 : mtaSts.policy?.mode === 'testing' ? 0.5 : 0;
}

/** Counted where DNSSEC and TLSA could be judged: without the AD bit nobody knows whether DANE is in force. */
function daneShare({ dnssec, mx }: MailFacts): number | null {
  if (dnssec.state === 'couldNotCheck' || dnssec.dane.length === 0) return null;
  if (dnssec.dane.some(({ state }) => state === 'couldNotCheck')) return null;
  const hosts = dnssec.dane.length + mx.leftOut.length;
  return dnssec.dane.filter(({ state }) => state === 'ok').length / hosts;
}

/** What each area earned, and the score over those that count. */
export function scoreOf(facts: MailFacts): { score: number | null; parts: ScorePart[] } {
  const areas = Object.keys(scoreWeights) as (keyof typeof scoreWeights)[];
  // Of Microsoft's own names only DMARC is the tenant's to publish.
  const isDue = (area: MailArea) => area === 'dmarc' || !isOnMicrosoft(facts.domain);
  const parts = areas.map((area): ScorePart => {
    const earned = isDue(area) ? shares[area](facts) : null;
    const weight = scoreWeights[area];
    return { area, weight, earned: earned === null ? null : Math.round(earned * weight * 100) / 100 };
  });
  const counted = parts.filter(({ earned }) => earned !== null);
  const most = counted.reduce((sum, { weight }) => sum + weight, 0);
  const earned = counted.reduce((sum, part) => sum + (part.earned ?? 0), 0);
  return { score: most === 0 ? null : Math.round((100 * earned) / most), parts };
}
