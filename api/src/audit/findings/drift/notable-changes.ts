import type { VerdictChange } from '@tenantry/contract/drift';
import type { NotableKind } from '@tenantry/contract/notable-kinds';
import type { Priority, Severity } from '@tenantry/contract/verdicts';
import type { ComparedSetting } from './settings-drift.ts';

/** A change that is worth telling over all tenants. `key` tells it from every other one since the same baseline. */
export type NotableChange = {
  key: string;
  kind: NotableKind;
  gravity: Priority;
  title: string;
  /** The name of what changed; '' where the title says it. */
  object: string;
  before: string | null;
  after: string | null;
  /** The check whose verdict changed; null for a setting. */
  checkId: string | null;
};

/** The check that lists the open alerts of Microsoft Defender. */
const alertCheckId = 'tenant.alerts';

const isTrouble = (status: VerdictChange['to']): boolean => status === 'fail' || status === 'warning';
const isFine = (status: VerdictChange['to']): boolean => status === 'pass' || status === 'notApplicable';
const priorityOf = (severity: Severity): Priority => (severity === 'info' ? 'low' : severity);

function ofSetting(change: ComparedSetting): NotableChange[] {
  const { dataset, objectId, objectName, path, before, after, attention, improvement, now } = change;
  const told = attention ?? improvement;
  if (told === null) return [];
  const { kind, title } = told;
  // What changes to and fro is told each time: the value that it has then is part of what it is.
  const key = JSON.stringify(['setting', dataset, objectId, path, now]);
  return [{ key, kind, title, gravity: attention?.weight ?? 'low', object: objectName, before, after, checkId: null }];
}

/** What is told of a verdict: a check that begins to fail, or no longer does, and alerts that are new. */
function ofVerdict(change: VerdictChange): NotableChange[] {
  const { checkId, title, from, to, direction, severity, newAffected } = change;
  const told = { object: '', before: from, after: to, checkId };
  if (checkId === alertCheckId) {
    return (newAffected ?? []).map((alert) => ({
      ...told,
      key: JSON.stringify(['alert', alert]),
      kind: 'alert',
      // A rule of a mailbox is known by its alert alone (docs/drift.md).
      gravity: /forward/i.test(alert) ? 'critical' : 'high',
      title: alert,
      before: null,
      after: null,
    }));
  }
  const key = JSON.stringify(['check', checkId, to]);
  if (isFine(from) && isTrouble(to) && direction === 'worse')
    return [{ ...told, key, kind: 'check-failing', gravity: priorityOf(severity), title }];
  return isTrouble(from) && to === 'pass' ? [{ ...told, key, kind: 'check-passing', gravity: 'low', title }] : [];
}

/**
 * What is worth telling of a comparison: of settings what needs attention and what was turned on, of verdicts what begins to fail or
 * passes again. That a check affects more than before is in the comparison itself. Pure.
 */
export function notableChanges(
  settings: readonly ComparedSetting[],
  verdicts: readonly VerdictChange[],
): { change: NotableChange; setting: ComparedSetting | null }[] {
  return [
    ...settings.flatMap((setting) => ofSetting(setting).map((change) => ({ change, setting }))),
    ...verdicts.flatMap(ofVerdict).map((change) => ({ change, setting: null })),
  ];
}
