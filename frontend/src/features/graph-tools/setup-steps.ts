import type { GraphSettings, GraphTest } from '@tenantry/contract/graph-tools';
import type * as z from 'zod/mini';

export type Settings = z.infer<typeof GraphSettings>;
export type StepId = 'register' | 'ids' | 'credential' | 'consent' | 'test' | 'connect';
/** `next` is the one to do now. */
export type StepState = 'done' | 'next' | 'later' | 'problem';

/** The application permissions that the directory has not granted; null while nobody has asked. */
export function missingPermissions(test: GraphTest | null): number | null {
  return test?.permissions?.filter(({ state }) => state === 'missing').length ?? null;
}

const hasEnded = ({ secretExpiresAt }: Settings, now: Date) =>
  secretExpiresAt !== null && Date.parse(secretExpiresAt) <= now.getTime();

/** Codes of Entra ID that say of which step they are (Microsoft identity platform, authentication error codes). */
const stepOfCode: Readonly<Record<string, StepId>> = {
  AADSTS90002: 'ids',
  AADSTS700016: 'ids',
  AADSTS700024: 'credential',
  AADSTS700027: 'credential',
  AADSTS1000502: 'credential',
  AADSTS7000215: 'credential',
  AADSTS7000222: 'credential',
  AADSTS65001: 'consent',
  AADSTS7000229: 'consent',
};

function problemOf(settings: Settings, test: GraphTest | null, now: Date): StepId | null {
  if (settings.credential !== 'none' && hasEnded(settings, now)) return 'credential';
  if (test === null) return null;
  if ((missingPermissions(test) ?? 0) > 0) return 'consent';
  return test.status === 'failed' ? (stepOfCode[test.explanation?.code ?? ''] ?? 'test') : null;
}

/** The steps to a registration that works, and how each stands. What was never tested counts as done for nobody. */
export function setupSteps(settings: Settings, test: GraphTest | null, now: Date): { id: StepId; state: StepState }[] {
  const hasIds = settings.clientId !== '' && settings.tenantId !== '';
  const isTested = test !== null && test.status !== 'failed';
  const isGranted = missingPermissions(test) === 0;
  const done: Record<StepId, boolean> = {
    register: hasIds,
    ids: hasIds,
    credential: settings.credential !== 'none',
    // Whether there is a consent only the test tells: until then it is not in the way of it.
    consent: isGranted,
    test: isTested && isGranted,
    connect: false,
  };
  const order: StepId[] = ['register', 'ids', 'credential', 'consent', 'test', 'connect'];
  const problem = problemOf(settings, test, now);
  const next = problem === null ? order.find((id) => !done[id]) : undefined;
  return order.map((id) => {
    if (id === problem) return { id, state: 'problem' };
    if (done[id]) return { id, state: 'done' };
    return { id, state: id === next ? 'next' : 'later' };
  });
}
