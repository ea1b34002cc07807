import type { Attention } from '@tenantry/contract/drift';
import type { NotableKind } from '@tenantry/contract/notable-kinds';
import { textAt, textsAt, valueAt } from '../../facts/json-reader.ts';
import type { SettingObject } from './settings-snapshot.ts';
import type { WeighedChange } from './weighed-change.ts';

const critical = (kind: NotableKind, title: string): Attention => ({ weight: 'critical', title, kind });
const narrowed = (title: string): Attention => ({ weight: 'high', title, kind: 'policy-narrowed' });
const stateOf = (policy: SettingObject | undefined): string | null => textAt(policy?.value, 'state');

/** A list that holds everybody or everything loses its members when it is widened to that. */
function holdsAll(policy: SettingObject | undefined, path: readonly string[]): boolean {
  return textsAt(policy?.value, ...path).some((member) => member.toLowerCase() === 'all');
}

/** Without one of these conditions, a policy holds for every sign-in; without users or applications, for none. */
const narrows = (path: readonly string[]): boolean => path[1] !== 'users' && path[1] !== 'applications';

/** Whether an enabled policy reaches fewer sign-ins than before (Graph, conditionalAccessConditionSet). */
function coversLess({ path, scope, kind, before, old, young }: WeighedChange): boolean {
  const hasCondition = (policy: SettingObject | undefined) =>
    (valueAt(policy?.value, 'conditions', path[1] ?? '') ?? null) !== null;
  if (path[0] !== 'conditions' || holdsAll(young, path)) return false;
  if (narrows(path) && !hasCondition(young)) return false;
  if (narrows(path) && !hasCondition(old)) return true;
  // Of a value that became another, as the rule of a device filter, only a person can tell.
  return before !== null && (scope === 'members' || kind === 'removed');
}

/** Whether it leaves out more than before; of a value that became another, that it did. */
function exclusion({ path, kind, scope, after }: WeighedChange): Attention | null {
  if (path[0] !== 'conditions' || after === null) return null;
  const isMore = kind === 'added' || scope === 'members';
  return narrowed(isMore ? 'New exclusion from a Conditional Access policy' : 'Conditional Access exclusion changed');
}

/** Whether its grant controls ask for less (Graph, conditionalAccessGrantControls). */
function requiresLess({ path, before, after, young }: WeighedChange): boolean {
  const blocks = textsAt(young?.value, 'grantControls', 'builtInControls').includes('block');
  if (path[0] !== 'grantControls' || blocks) return false;
  if (path.at(-1) === 'operator') return before === 'AND' && after === 'OR';
  return before !== null && after === null;
}

/** A Conditional Access policy that protected sign-ins and protects fewer of them now, or none. */
export function policyAttention(change: WeighedChange): Attention | null {
  const { path, old, young } = change;
  if (stateOf(old) !== 'enabled') return null;
  if (young === undefined) return critical('policy-deleted', 'Conditional Access policy deleted');
  if (path[0] === 'state') {
    const isReportOnly = stateOf(young) === 'enabledForReportingButNotEnforced';
    return critical('policy-off', `Conditional Access policy ${isReportOnly ? 'set to report-only' : 'turned off'}`);
  }
  if (stateOf(young) !== 'enabled') return null;
  const isExclusion = path.some((key) => key.startsWith('exclude'));
  if (isExclusion) return exclusion(change);
  if (coversLess(change)) return narrowed('Conditional Access policy covers less');
  return requiresLess(change) ? narrowed('Conditional Access policy requires less') : null;
}
