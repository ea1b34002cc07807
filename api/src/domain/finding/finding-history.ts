import type { FindingEvent } from '@tenantry/contract/findings';
import type { FindingRecord } from '../../store/findings.ts';

/** As many events of a finding are kept, the first of all among them: where one comes and goes, the record stays small. */
export const maxHistory = 50;

type Past = Pick<FindingRecord, 'history' | 'historyOmitted'>;

/** What a record says of its past once this has happened too. */
export function withEvent({ history, historyOmitted }: Past, event: FindingEvent): Past {
  const [first, ...later] = [...history, event];
  if (first === undefined || later.length < maxHistory) return { history: [...history, event], historyOmitted };
  const kept = later.slice(1 - maxHistory);
  return { history: [first, ...kept], historyOmitted: historyOmitted + later.length - kept.length };
}

/** The newest first, as people read it. */
export const newestFirst = ({ history }: Past): FindingEvent[] => history.toReversed();
