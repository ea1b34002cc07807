import { makeStyles, Text, tokens } from '@fluentui/react-components';
import type { FindingDetails } from '@tenantry/contract/findings';
import type { LetsPast, NearPolicy, NotCovered, PolicyPart } from '@tenantry/contract/not-covered';
import { countOf, formatNumber } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { inTenant } from '../../lib/tenant-address.ts';
import { Part } from '../../ui/facts.tsx';
import { Hint } from '../../ui/muted.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { TextLink } from '../../ui/text-link.tsx';

const useStyles = makeStyles({
  policy: { display: 'grid', gap: tokens.spacingVerticalXXS, minWidth: 0, overflowWrap: 'anywhere' },
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL },
});

type Props = { finding: Pick<FindingDetails, 'tenantId' | 'notCovered'> };

/** Why it fails although there are policies: what lets sign-ins past each of them, and what declared accounts have to do with it. */
export function WhyNotCovered({ finding: { tenantId, notCovered } }: Props) {
  const styles = useStyles();
  if (notCovered === null) return null;
  const { policies, policyCount } = notCovered;
  return (
    <Part title="Why this fails although a policy exists">
      <PlainList gap="M" aria-label="Policies that nearly cover it">
        {policies.map((policy) => (
          <li key={policy.id || policy.name} className={styles.policy}>
            <Text weight="semibold">{policy.name}</Text>
            <Reasons policy={policy} />
          </li>
        ))}
      </PlainList>
      {policyCount > policies.length && <Hint>{more(policyCount - policies.length, 'policy', 'policies')}.</Hint>}
      <Declared tenantId={tenantId} of={notCovered} />
      <TextLink to={`${paths.help}?article=exclusions`}>How exclusions are judged</TextLink>
    </Part>
  );
}

const more = (count: number, one: string, many: string): string =>
  `And ${countOf(count, `more ${one}`, `more ${many}`)}`;

function Reasons({ policy: { reasons } }: { policy: NearPolicy }) {
  const styles = useStyles();
  return (
    <ul className={styles.list}>
      {reasons.map((reason) => (
        <li key={`${reason.part} ${reason.how} ${reason.items.join()}`}>
          <Text block>{reasonText(reason)}</Text>
          <Accounts reason={reason} />
        </li>
      ))}
    </ul>
  );
}

const partNames: Record<PolicyPart, string> = {
  state: 'state',
  people: 'users',
  resources: 'resources',
  clients: 'client apps',
  risk: 'risk',
  flows: 'authentication flows',
  platforms: 'device platforms',
  locations: 'locations',
  devices: 'devices',
  grant: 'grant',
  other: 'another condition',
};

function listed({ items, itemCount }: LetsPast): string {
  const left = itemCount - items.length;
  return items.join(', ') + (left > 0 ? ` and ${formatNumber(left)} more` : '');
}

function reasonText(reason: LetsPast): string {
  const { part, how, itemCount } = reason;
  if (how === 'report-only') return 'Is in report-only mode: it records what it would do, and does nothing.';
  if (how === 'off') return 'Is off.';
  if (how === 'instead') return `Is content with other controls (grant): ${listed(reason)}.`;
  if (how === 'excludes') return `Leaves out (${partNames[part]}): ${listed(reason)}.`;
  return itemCount === 0
    ? `Reaches nothing (${partNames[part]}).`
    : `Applies only to (${partNames[part]}): ${listed(reason)}.`;
}

/** Whom that lets past, by name. */
function Accounts({ reason: { accounts, accountCount } }: { reason: LetsPast }) {
  if (accounts === null) return null;
  const names = accounts.map(({ name }) => name).join(', ');
  if (accountCount === null)
    return <Hint>{names === '' ? 'Which accounts these are is not known.' : `Among them: ${names}.`}</Hint>;
  if (accountCount === 0) return <Hint>No accounts.</Hint>;
  const left = accountCount - accounts.length;
  return (
    <Hint>
      {countOf(accountCount, 'account')}: {names}
      {left > 0 && ` and ${formatNumber(left)} more`}.
    </Hint>
  );
}

const outcomes = {
  pass: 'this check would pass',
  warning: 'this check would be a warning',
  fail: 'this check would fail all the same',
} as const;

/** Whether people get past by an exclusion: only then it matters that none was accepted. */
const leavesPeopleOut = ({ policies }: NotCovered): boolean =>
  policies.some(({ reasons }) => reasons.some(({ part, how }) => part === 'people' && how === 'excludes'));

/** Which exclusions are accepted, and why; null where there is nothing to say of it. */
function acceptedText(notCovered: NotCovered): string | null {
  const { accepted, expected, declaredWithOthers = [] } = notCovered;
  if (accepted.length > 0)
    return `Accepted, because they are declared: ${accepted.join(', ')}. Their exclusion does not count.`;
  return expected.length + declaredWithOthers.length === 0 && leavesPeopleOut(notCovered)
    ? 'None of these exclusions is accepted as that of a declared break-glass account.'
    : null;
}

function ifDeclaredText({ ifDeclared, declaredWithOthers = [] }: NotCovered): string | null {
  if (ifDeclared === null) return null;
  const { accounts, status } = ifDeclared;
  const one = accounts.length === 1;
  const too = declaredWithOthers.length > 0;
  const what = too
    ? 'were also declared'
    : `${one ? 'were a' : 'were'} declared break-glass ${one ? 'account' : 'accounts'}`;
  return `If ${accounts.join(', ')} ${what}, ${outcomes[status]}. Declare only accounts that nobody uses from day to day.`;
}

/** What is accepted because it was declared, and what declaring an account would change. */
function Declared({ tenantId, of: notCovered }: { tenantId: string; of: NotCovered }) {
  const styles = useStyles();
  const { expected, declaredWithOthers = [] } = notCovered;
  const accepted = acceptedText(notCovered);
  const ifDeclared = ifDeclaredText(notCovered);
  return (
    <section className={styles.policy} aria-label="Break-glass accounts">
      {accepted !== null && <Text>{accepted}</Text>}
      {declaredWithOthers.length > 0 && (
        <Text>
          Declared, but left out by a group with others who are not: {declaredWithOthers.join(', ')}. The exclusion of
          the group counts.
        </Text>
      )}
      {expected.length > 0 && <Text>Accepted, because Microsoft advises it: {expected.join(', ')}.</Text>}
      {ifDeclared !== null && <Text>{ifDeclared}</Text>}
      <TextLink to={inTenant(paths.emergencyAccounts, tenantId)}>Break-glass accounts of this tenant</TextLink>
    </section>
  );
}
