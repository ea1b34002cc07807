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
  // The value that it has now is part of what it is: since one scan each value is told once, however often it comes back.
  const key = JSON.stringify(['setting', dataset, objectId, path, now]);
  return [{ key, kind, title, gravity: attention?.weight ?? 'low', object: objectName, before, after, checkId: null }];
}

/** An alert, or alerts of one name. A rule of a mailbox is known by its alert alone (docs/drift.md). */
const alertChange = (key: readonly string[], title: string, object = ''): NotableChange => ({
  key: JSON.stringify(key),
  kind: 'alert',
  gravity: /forward/i.test(title) ? 'critical' : 'high',
  title,
  object,
  before: null,
  after: null,
  checkId: alertCheckId,
});

/**
 * Alerts that are open now and were not then, those of one name together. Verdicts list the first of many: where there are more than the
 * lists tell, only how many there are is known. Where it is not known what was open then, nothing is.
 */
function ofAlerts({ from, newAffected, goneAffected, affectedBefore, affectedAfter }: VerdictChange): NotableChange[] {
  if (!isFine(from) && !isTrouble(from)) return [];
  const counts = new Map<string, number>();
  for (const name of newAffected ?? []) counts.set(name, (counts.get(name) ?? 0) + 1);
  const named = [...counts].map(([name, count]) =>
    alertChange(['alert', name], name, count === 1 ? '' : `${count} alerts`),
  );
  const untold = affectedAfter - affectedBefore - ((newAffected?.length ?? 0) - (goneAffected?.length ?? 0));
  if (untold <= 0) return named;
  const title = `More open alerts: ${affectedBefore} → ${affectedAfter}`;
  return [...named, alertChange(['alerts', String(affectedAfter)], title)];
}

/** What is told of a verdict: a check that begins to fail, or no longer does, and alerts that are new. */
function ofVerdict(change: VerdictChange): NotableChange[] {
  const { checkId, title, from, to, severity } = change;
  const told = { object: '', before: from, after: to, checkId };
  if (checkId === alertCheckId) return ofAlerts(change);
  const key = JSON.stringify(['check', checkId, to]);
  if ((isFine(from) && isTrouble(to)) || (from === 'warning' && to === 'fail'))
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
