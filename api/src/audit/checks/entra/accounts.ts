import type { CappedList, SignInActivityFacts } from '../../facts/account-facts.ts';
import { type Facts, factOf } from '../../facts/facts.ts';
import type { AlertFacts, LegacySignInFacts, RiskFacts } from '../../facts/risk-facts.ts';
import { countOf } from '../../facts/sentence-parts.ts';
import { affectedFrom, type Check, type CheckVerdict, evidenceFrom, verdict } from '../shared/check.ts';
import { withData } from '../shared/missing-data.ts';

const base = { category: 'login-anomalies' } as const;
const staleWarningPercent = 5;

function stale(facts: SignInActivityFacts, of: 'member' | 'guest', all: Facts): CheckVerdict {
  const list: CappedList = of === 'member' ? facts.staleMembers : facts.staleGuests;
  const total = of === 'member' ? facts.enabledMembers : facts.enabledGuests;
  const evidence = [
    evidenceFrom(
      'signInActivity',
      `${list.count} of ${total} enabled ${of}s have not signed in for ${facts.staleAfterDays} days, as of ${all.signInActivity?.fetchedAt.slice(0, 10)}`,
    ),
  ];
  const affected = affectedFrom(list, 'user');
  if (list.count > 0) {
    const few = list.count * 100 <= total * staleWarningPercent;
    const message = `${countOf(list.count, `enabled ${of} account`)} of ${total.toLocaleString('en-GB')} had no successful sign-in for more than ${facts.staleAfterDays} days.`;
    const population = { of: total, untold: facts.unclear + facts.undated };
    return { ...verdict(few ? 'warning' : 'fail', message, evidence), ...affected, population };
  }
  if (facts.unclear > 0)
    return verdict(
      'couldNotCheck',
      `Microsoft does not say whether ${countOf(facts.unclear, 'account')} ${facts.unclear === 1 ? 'is enabled, or a guest' : 'are enabled, or guests'}.`,
      evidence,
    );
  if (facts.undated > 0)
    return verdict(
      'couldNotCheck',
      `Microsoft reports neither a sign-in nor a creation date for ${countOf(facts.undated, 'enabled account')}.`,
      evidence,
    );
  if (total === 0 && of === 'member')
    return verdict('couldNotCheck', 'The user list contains no enabled member.', evidence);
  return verdict(
    'pass',
    total === 0
      ? 'There are no enabled guest accounts.'
      : `Every enabled ${of} account was used in the last ${facts.staleAfterDays} days.`,
    evidence,
  );
}

type RiskTexts = { dataset: 'riskyUsers' | 'riskDetections'; one: string; where: string; none: string };

/** Without Entra ID P2 Microsoft does not show the level of a risk. */
function levelOf({ lower, unrated }: RiskFacts): string {
  if (unrated === 0) return 'at medium or low risk';
  return lower === 0 ? 'whose risk level Microsoft shows only with Entra ID P2' : 'at medium, low or undisclosed risk';
}

/** High and confirmed risk fails, the rest warns; a row that does not say whether it is open leaves the verdict open. */
function riskVerdict(facts: RiskFacts, { dataset, one, where, none }: RiskTexts): CheckVerdict {
  const severe = facts.high + facts.confirmed;
  const others = facts.lower + facts.unrated;
  const evidence = [
    evidenceFrom(
      dataset,
      `${where}: ${facts.high} high, ${facts.lower} medium or low, ${facts.unrated} without a level (Microsoft shows it with Entra ID P2), ${facts.confirmed} confirmed compromised`,
    ),
  ];
  if (severe > 0) {
    const message = `${countOf(severe, one)} at high risk or confirmed compromised ${severe === 1 ? 'has' : 'have'} not been dealt with.`;
    return { ...verdict('fail', message, evidence), ...affectedFrom(facts.severe, 'user') };
  }
  if (others > 0) {
    const level = levelOf(facts);
    const message = `${countOf(others, one)} ${level} ${others === 1 ? 'has' : 'have'} not been dealt with.`;
    return { ...verdict('warning', message, evidence), ...affectedFrom(facts.listed, 'user') };
  }
  if (facts.untold > 0)
    return verdict(
      'couldNotCheck',
      `Microsoft does not say whether ${countOf(facts.untold, one)} ${facts.untold === 1 ? 'is' : 'are'} still open.`,
      evidence,
    );
  return verdict('pass', none, evidence);
}

/** Of how many accounts a lack is told. A failure lists the high and confirmed alone: the others are no better known by it. */
function ofAllAccounts(judged: CheckVerdict, { untold, listed }: RiskFacts, all: Facts): CheckVerdict {
  const users = factOf(all, 'users');
  if (users === undefined || (judged.status !== 'warning' && judged.status !== 'fail')) return judged;
  const others = listed.count - (judged.affectedCount ?? 0);
  return { ...judged, population: { of: users.total, untold: untold + others } };
}

function legacyUse(facts: LegacySignInFacts): CheckVerdict {
  const clients = Object.entries(facts.byClient)
    .map(([client, count]) => `${client} ${count}`)
    .join(', ');
  const evidence = [
    evidenceFrom(
      'legacySignIns',
      `last ${facts.sinceDays} days: ${facts.successes} successful${clients === '' ? '' : ` (${clients})`}, ${facts.failures} failed`,
    ),
  ];
  if (facts.successes === 0 && facts.untold > 0)
    return verdict(
      'couldNotCheck',
      `The log does not show the client or result of ${countOf(facts.untold, 'sign-in')}.`,
      evidence,
    );
  if (facts.successes === 0)
    return verdict(
      'pass',
      `Nobody signed in with legacy authentication in the last ${facts.sinceDays} days.`,
      evidence,
    );
  const message = `${countOf(facts.users.count, 'account')} signed in with legacy authentication in the last ${facts.sinceDays} days, bypassing MFA.`;
  return { ...verdict('fail', message, evidence), ...affectedFrom(facts.users, 'user') };
}

function alerts(facts: AlertFacts): CheckVerdict {
  const { open, old } = facts;
  const evidence = [
    evidenceFrom('alerts', `${countOf(open.count, 'open high-severity alert')}, ${old.count} older than a day`),
  ];
  if (old.count > 0) {
    const inAll = open.count > old.count ? `; ${open.count} are open in all` : '';
    const message = `${countOf(old.count, 'high-severity alert')} ${old.count === 1 ? 'has' : 'have'} been open for more than a day${inAll}.`;
    // All that are open: one of today is no less open because another has been for longer.
    return { ...verdict('fail', message, evidence), ...affectedFrom(open, 'setting') };
  }
  if (facts.open.count > 0)
    return {
      ...verdict(
        'warning',
        `${countOf(facts.open.count, 'high-severity alert')} ${facts.open.count === 1 ? 'is' : 'are'} open.`,
        evidence,
      ),
      ...affectedFrom(open, 'setting'),
    };
  if (facts.untold > 0)
    return verdict(
      'couldNotCheck',
      `Microsoft does not report the severity of ${countOf(facts.untold, 'alert')}.`,
      evidence,
    );
  return verdict('pass', 'No high-severity security alert is open.', evidence);
}

export const accountChecks: readonly Check[] = [
  {
    ...base,
    id: 'user.risky',
    title: 'Risky users are dealt with',
    findingTitle: 'Risky users have not been dealt with',
    severity: 'critical',
    endangers: 'breach',
    // At medium, low or hidden risk nobody is known to be inside.
    warningEndangers: 'some',
    frameworks: { nist: ['DE.CM-03', 'RS.MI-01', 'RS.MI-02'], iso: ['A.5.26', 'A.8.16'] },
    datasets: ['riskyUsers'],
    helpful: ['users'],
    recommendation:
      'Microsoft Entra admin center > ID Protection > Risky users: investigate each account, revoke its sessions and reset its password, then confirm or dismiss the risk.',
    impact:
      'An attacker may already be signed in as one of these people, reading mail and files and sending from their mailbox.',
    evaluate: withData(['riskyUsers'], ([facts], _context, all) =>
      ofAllAccounts(
        riskVerdict(facts, {
          dataset: 'riskyUsers',
          one: 'account',
          where: 'at risk',
          none: 'Microsoft Entra ID Protection names no account at risk.',
        }),
        facts,
        all,
      ),
    ),
  },
  {
    ...base,
    id: 'signin.detections',
    title: 'Risk detections are dealt with',
    findingTitle: 'Risk detections have not been dealt with',
    severity: 'high',
    endangers: 'breach',
    // At medium, low or hidden risk nobody is known to be inside.
    warningEndangers: 'some',
    frameworks: { nist: ['DE.CM-03', 'DE.AE-02'], iso: ['A.5.25', 'A.8.16'] },
    datasets: ['riskDetections'],
    recommendation:
      'Microsoft Entra admin center > ID Protection > Risk detections: investigate the open ones and confirm or dismiss them.',
    impact:
      'A stolen password or session may be in use now. Unanswered, the attacker keeps the access and moves on to other accounts.',
    evaluate: withData(['riskDetections'], ([facts]) =>
      riskVerdict(facts, {
        dataset: 'riskDetections',
        one: 'detection',
        where: 'open in the last 30 days',
        none: 'No risk detection of the last 30 days is open.',
      }),
    ),
  },
  {
    ...base,
    id: 'signin.legacy.use',
    title: 'Nobody signs in with legacy authentication',
    findingTitle: 'Legacy authentication was recently used to sign in',
    severity: 'high',
    endangers: 'some',
    frameworks: { nist: ['DE.CM-03'] },
    datasets: ['legacySignIns'],
    recommendation:
      'Microsoft Entra admin center > Entra ID > Monitoring & health > Sign-in logs, filter "Client app": move the affected accounts to modern clients, then block legacy authentication with Conditional Access.',
    impact: 'These clients need only a password: a guessed or stolen one opens the mailbox despite MFA.',
    evaluate: withData(['legacySignIns'], ([facts]) => legacyUse(facts)),
  },
  {
    ...base,
    id: 'user.stale',
    title: 'Unused accounts are disabled',
    findingTitle: 'Enabled user accounts without a recent sign-in',
    severity: 'medium',
    endangers: 'some',
    frameworks: { nist: ['PR.AA-01'], iso: ['A.5.16', 'A.5.18'] },
    datasets: ['signInActivity'],
    recommendation:
      'Ask who needs the affected accounts. Block sign-in for the others (Microsoft 365 admin center > Users > Active users) and reclaim their licenses.',
    impact:
      'Nobody notices when an unused account is taken over, and its old password may have leaked long ago. Its license is wasted.',
    evaluate: withData(['signInActivity'], ([facts], _context, all) => stale(facts, 'member', all)),
  },
  {
    ...base,
    id: 'user.stale.guest',
    title: 'Unused guest accounts are disabled',
    findingTitle: 'Enabled guest accounts without a recent sign-in',
    category: 'external-sharing',
    severity: 'medium',
    endangers: 'some',
    frameworks: { nist: ['PR.AA-01'], iso: ['A.5.16'] },
    datasets: ['signInActivity'],
    recommendation:
      'Microsoft Entra admin center > Entra ID > Users: disable or delete the affected guests, and set up a recurring access review for guests.',
    impact: 'Former partners keep access to files and teams, and so does anyone who compromises their mailbox.',
    evaluate: withData(['signInActivity'], ([facts], _context, all) => {
      const judged = stale(facts, 'guest', all);
      return judged.status === 'warning' ? { ...judged, status: 'fail' } : judged;
    }),
  },
  {
    ...base,
    id: 'tenant.alerts',
    title: 'High-severity security alerts are dealt with',
    findingTitle: 'High-severity security alerts are open',
    severity: 'high',
    endangers: 'breach',
    frameworks: { nist: ['DE.AE-02', 'RS.MA-02', 'RS.MI-02'], iso: ['A.5.25', 'A.5.26', 'A.8.16'] },
    datasets: ['alerts'],
    recommendation:
      'Microsoft Defender portal > Investigation & response > Incidents & alerts > Alerts: investigate the affected alerts and resolve them.',
    impact:
      'A threat that Microsoft Defender reported goes unanswered: an intruder gains time to steal data or prepare ransomware.',
    evaluate: withData(['alerts'], ([facts]) => alerts(facts)),
  },
];
