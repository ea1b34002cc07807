import { useQuery } from '@tanstack/react-query';
import { countOf } from '../../lib/format.ts';
import { Muted } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { changeWatchQuery } from './changes-queries.ts';

const shownNames = 5;

/** How soon a change is noticed, and in which tenants only by a scan. */
export function WatchNote() {
  const { data } = useQuery(changeWatchQuery());
  if (data === undefined) return null;
  const { everyMinutes, watched, leftOut, leftOutTotal } = data;
  if (everyMinutes === null)
    return (
      <Muted>
        Changes are noticed by scans only, and consents to applications not at all. Watching between scans is turned off
        (CHANGE_WATCH_MINUTES).
      </Muted>
    );
  return (
    <>
      <Muted>
        {`Between scans, the directory audit log of ${countOf(watched, 'tenant')} is read every ${everyMinutes} minutes. Microsoft logs most changes within minutes, some within an hour.`}
      </Muted>
      {leftOutTotal > 0 && (
        <Notice intent="warning" title={`${countOf(leftOutTotal, 'tenant')} not watched between scans`}>
          {leftOut.slice(0, shownNames).map(({ tenantId, tenantName, because }) => (
            <div key={tenantId}>{`${tenantName}: ${because}`}</div>
          ))}
          {leftOutTotal > shownNames && <div>{`And ${leftOutTotal - shownNames} more.`}</div>}
          <div>Scans notice their changes, but no consents to applications.</div>
        </Notice>
      )}
    </>
  );
}
