import { truncate } from '@tenantry/contract/text';
import { flagIn, isSet, textIn } from '../../facts/configuration-properties.ts';
import type { JsonObject } from '../../facts/json-reader.ts';
import { named } from '../../facts/sentence-parts.ts';
import { type Check, evidenceFrom, verdict } from '../shared/check.ts';
import { isNotEmpty, isOn, type Setting, settingEvidence, settingsOf } from '../shared/configured-settings.ts';
import { withData } from '../shared/missing-data.ts';

/** Alert policies of Microsoft's own that have to be on (CISA MS.SECURITYSUITE.4.1). */
const wantedAlerts = [
  'Suspicious email sending patterns detected',
  'Suspicious connector activity',
  'Suspicious email forwarding activity',
  'Messages have been delayed',
  'Tenant restricted from sending unprovisioned email',
  'Tenant restricted from sending email',
];
/** With Defender for Office 365 alone: on where it is there. */
const ifThere = 'A potentially malicious URL click was detected';

const nameOf = (alert: JsonObject) => (textIn(alert, 'Name') ?? '').trim().toLowerCase();

function found(alerts: readonly JsonObject[], name: string): readonly JsonObject[] {
  return alerts.filter((alert) => nameOf(alert) === name.toLowerCase());
}

const notNamed = 'Microsoft’s snapshot does not name all alert policies.';
/** One without a name may be any of those that are missing. */
const mayBeThere = (alerts: readonly JsonObject[], name: string): boolean =>
  found(alerts, name).length === 0 && alerts.some((alert) => nameOf(alert) === '');

const enabled = withData(['protectionAlerts'], ([alerts]) => {
  const wanted = [...wantedAlerts, ...(found(alerts, ifThere).length > 0 ? [ifThere] : [])];
  const stateOf = (name: string): boolean | null => {
    const disabled = found(alerts, name).map((alert) => flagIn(alert, 'Disabled'));
    if (disabled.length === 0) return false;
    return disabled.includes(false) ? true : disabled.includes(null) ? null : false;
  };
  const evidence = wanted.flatMap((name) =>
    found(alerts, name)
      .slice(0, 3)
      .map((alert) => settingEvidence('protectionAlerts', alert, 'Disabled')),
  );
  if (alerts.length === 0) return verdict('couldNotCheck', 'Microsoft’s snapshot holds no alert policy.');
  const off = wanted.filter((name) => stateOf(name) === false);
  if (off.length > 0 && off.every((name) => mayBeThere(alerts, name)))
    return verdict('couldNotCheck', notNamed, evidence);
  if (off.length > 0) return verdict('fail', `Alert policies are off or missing: ${named(off)}.`, evidence);
  if (wanted.some((name) => stateOf(name) === null))
    return verdict('couldNotCheck', 'Microsoft’s snapshot does not say whether the alert policies are on.', evidence);
  return verdict('pass', 'The alert policies that have to be on are on.', evidence);
});

/** Mail is on, and goes to somebody. */
const someoneIsTold: readonly Setting[] = [isOn('NotificationEnabled'), isNotEmpty('NotifyUser')];

/** Whether somebody is sent mail by one of the alert policies of a name; one that is off, or not there, tells nobody. */
function isTold(alerts: readonly JsonObject[]): boolean | null {
  const states = alerts.map((alert) => {
    if (flagIn(alert, 'Disabled') === true) return false;
    const { wrong, silent } = settingsOf('protectionAlerts', alert, someoneIsTold);
    return wrong.length > 0 ? false : silent.length > 0 ? null : true;
  });
  return states.includes(true) ? true : states.includes(null) ? null : false;
}

const monitored = withData(['protectionAlerts'], ([alerts]) => {
  const states = wantedAlerts.map((name) => ({ name, state: isTold(found(alerts, name)) }));
  const shown = wantedAlerts.flatMap((name) => found(alerts, name));
  const evidence = shown.flatMap((alert) => settingsOf('protectionAlerts', alert, someoneIsTold).evidence).slice(0, 20);
  if (shown.length === 0)
    return verdict('couldNotCheck', 'Microsoft’s snapshot holds none of the alert policies that matter.');
  const unheard = states.filter(({ state }) => state === false).map(({ name }) => name);
  if (unheard.length > 0 && unheard.every((name) => mayBeThere(alerts, name)))
    return verdict('couldNotCheck', notNamed, evidence);
  // They may be collected by a system for security events, which nothing here shows.
  if (unheard.length > 0)
    return verdict(
      'warning',
      `Nobody is sent mail by the alert policies ${named(unheard)}. Whether a SIEM collects them cannot be seen.`,
      evidence,
    );
  if (states.some(({ state }) => state === null))
    return verdict('couldNotCheck', 'Microsoft’s snapshot does not say whom the alert policies tell.', evidence);
  return verdict('pass', 'Somebody is sent mail by each alert policy that matters.', evidence);
});

const anyLabels = withData(['labelPolicies'], ([policies]) => {
  const locationsOf = (policy: JsonObject) =>
    Object.keys(policy).filter((key) => /location$/i.test(key) && !/^(add|remove)/i.test(key));
  const isApplied = (policy: JsonObject) =>
    isNotEmpty('Labels').holds(policy) === true &&
    locationsOf(policy).some((key) => isNotEmpty(key).holds(policy) === true);
  const isUnreadable = (policy: JsonObject) =>
    ['Labels', ...locationsOf(policy)].some((key) => isSet(policy, key) && isNotEmpty(key).holds(policy) === null);
  const applied = policies.filter(isApplied);
  const evidence = policies.slice(0, 20).map((policy) => settingEvidence('labelPolicies', policy, 'Labels'));
  const names = named(applied.map((policy) => truncate(textIn(policy, 'Name') ?? '', 100)));
  if (applied.length > 0) return verdict('pass', `Sensitivity labels are published by ${names}.`, evidence);
  if (policies.some(isUnreadable))
    return verdict('couldNotCheck', 'Microsoft’s snapshot does not say what the label policies publish.', evidence);
  return policies.length === 0
    ? verdict('fail', 'There is no label policy.', [evidenceFrom('labelPolicies', 'none')])
    : verdict('fail', 'No label policy publishes labels to anybody.', evidence);
});

const alertPortal = 'Microsoft Defender portal > Email & collaboration > Policies & rules > Alert policy';

export const purviewAlertChecks: readonly Check[] = [
  {
    id: 'purview.alerts',
    title: 'Microsoft’s alert policies are on',
    findingTitle: 'Alert policies of Microsoft are off or missing',
    category: 'mail-flow',
    severity: 'medium',
    endangers: 'mail',
    frameworks: { scuba: ['MS.SECURITYSUITE.4.1v1'], nist: ['DE.CM-09'], iso: ['A.8.16'] },
    datasets: ['protectionAlerts'],
    recommendation: `${alertPortal}: turn on the policies that the finding names.`,
    impact: 'A mailbox sends spam, or forwards everything it gets, and nobody hears of it before customers complain.',
    evaluate: enabled,
  },
  {
    id: 'purview.alerts.told',
    title: 'Somebody is told of alerts',
    findingTitle: 'Alert policies send mail to nobody',
    category: 'mail-flow',
    severity: 'low',
    endangers: 'mail',
    frameworks: { scuba: ['MS.SECURITYSUITE.4.2v1'] },
    datasets: ['protectionAlerts'],
    recommendation: `${alertPortal} > the policy > Recipients: opt in for mail, and name an address that is read every day.`,
    impact: 'Alerts are raised in a portal that nobody looks at, and the attack goes on for as long.',
    evaluate: monitored,
  },
  {
    id: 'purview.labels',
    title: 'Sensitivity labels are published',
    findingTitle: 'No sensitivity labels are published',
    category: 'secure-score',
    severity: 'low',
    endangers: 'data',
    frameworks: { cis: ['3.3.1'], iso: ['A.5.12', 'A.5.13'] },
    datasets: ['labelPolicies'],
    recommendation:
      'Microsoft Purview portal > Solutions > Information Protection > Policies > Label publishing policies: publish labels to all users.',
    impact: 'Nobody can mark what is confidential, so that neither people nor policies can treat it differently.',
    evaluate: anyLabels,
  },
];
