import { countOf, formatNumber } from '../../lib/format.ts';
import type { ToastMessage } from '../../lib/toast.ts';
import type { Changes } from './use-change-findings.ts';
import type { SettableStatus } from './use-set-status.ts';

const past: Record<SettableStatus, string> = {
  resolved: 'resolved',
  'in-progress': 'in progress',
  unresolved: 'reopened',
};
const already: Record<SettableStatus, string> = {
  resolved: 'resolved already',
  'in-progress': 'in progress already',
  unresolved: 'unresolved already',
};

/** What came of changing several findings, in one message. */
export function changesToast(status: SettableStatus, { changed, unchanged, notChanged }: Changes): ToastMessage {
  const sentences = [
    ...(unchanged > 0 ? [`${formatNumber(unchanged)} ${unchanged === 1 ? 'was' : 'were'} ${already[status]}.`] : []),
    ...(notChanged.length > 0 ? [`${countOf(notChanged.length, 'finding')} could not be changed.`] : []),
  ];
  return {
    title: changed === 0 ? 'No finding changed' : `${countOf(changed, 'finding')} ${past[status]}`,
    body: sentences.length === 0 ? undefined : sentences.join(' '),
    intent: notChanged.length > 0 ? 'warning' : 'success',
  };
}
