import { booleanAt, enumAt, isObject, type JsonObject, objectsAt, textAt, textsAt } from '../../facts/json-reader.ts';
import { type Check, type CheckVerdict, evidenceFrom, verdict } from '../shared/check.ts';
import { withData } from '../shared/missing-data.ts';

const idlePage = 'Microsoft 365 admin center > Settings > Org settings > Security & privacy > Idle session timeout';
const idleLimitSeconds = 3 * 60 * 60;

function parsedDefinition(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/**
 * The idle time of web sessions in seconds ("03:00:00", or with days "1.00:00:00"), of the entry for all applications:
 * one for the Azure portal says nothing of Microsoft 365. Null where the policy names none; no time at all ends nothing.
 */
function idleSeconds(policy: JsonObject): number | null {
  const entries = textsAt(policy, 'definition').flatMap((text) =>
    objectsAt(parsedDefinition(text), 'ActivityBasedTimeoutPolicy', 'ApplicationPolicies'),
  );
  const general = entries.find((entry) => enumAt(entry, 'ApplicationId') === 'default');
  const found = /^(?:(\d+)\.)?(\d+):(\d+):(\d+)$/.exec(textAt(general, 'WebSessionIdleTimeout') ?? '');
  if (found === null) return null;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(1, 5).map((text) => Number(text ?? 0));
  const total = ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
  return total > 0 ? total : null;
}

/** The definition is there as texts of JSON. */
function isDefined(policy: JsonObject): boolean {
  const { definition } = policy;
  if (!Array.isArray(definition) || definition.length === 0) return false;
  return definition.every((text) => typeof text === 'string' && isObject(parsedDefinition(text)));
}

function idleSessions(policies: readonly JsonObject[]): CheckVerdict {
  const inForce = policies.filter((policy) => booleanAt(policy, 'isOrganizationDefault') !== false);
  const limits = inForce.map(idleSeconds).filter((seconds) => seconds !== null);
  const evidence = [
    evidenceFrom(
      'activityBasedTimeoutPolicies',
      limits.length === 0
        ? `${policies.length} policies, none with an idle timeout for all applications`
        : `idle timeout after ${limits.map((seconds) => Math.ceil(seconds / 60)).join(', ')} minutes`,
    ),
  ];
  const unread = inForce.some((policy) => !isDefined(policy));
  if (unread && !limits.some((seconds) => seconds <= idleLimitSeconds))
    return verdict('couldNotCheck', 'The definition of an idle timeout could not be read.', evidence);
  if (limits.length === 0) return verdict('fail', 'Idle Microsoft 365 web sessions never end.', evidence);
  if (limits.some((seconds) => seconds <= idleLimitSeconds))
    return verdict('pass', 'Idle Microsoft 365 web sessions end within three hours.', evidence);
  return {
    ...verdict('fail', 'Idle Microsoft 365 web sessions last longer than three hours.', evidence),
    recommendation: `${idlePage}: it is on, shorten it to three hours or less.`,
  };
}

export const idleSessionChecks: readonly Check[] = [
  {
    id: 'session.idle',
    title: 'Idle Microsoft 365 web sessions end',
    findingTitle: 'Idle Microsoft 365 web sessions last longer than three hours',
    category: 'secure-score',
    severity: 'low',
    endangers: 'data',
    frameworks: { cis: ['1.3.2'], prowler: ['entra_idle_session_timeout_configured'] },
    datasets: ['activityBasedTimeoutPolicies'],
    recommendation: `${idlePage}: turn it on, with three hours or less.`,
    impact: 'Mail and files stay open on shared and unattended computers, where the next person can read them.',
    evaluate: withData(['activityBasedTimeoutPolicies'], ([policies]) => idleSessions(policies)),
  },
];
