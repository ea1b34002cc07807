import { Tooltip } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { formatDateTime, relativeTime } from '../lib/format.ts';

const refreshMs = 60_000;

/** How long ago something was ('Just now', …, 'Never'), with the exact time on hover and focus. */
export function RelativeTime({ instant }: { instant: string | null }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), refreshMs);
    return () => clearInterval(timer);
  }, []);
  if (instant === null) return <span>Never</span>;
  return (
    <Tooltip content={formatDateTime(instant)} relationship="description">
      <time dateTime={instant}>{relativeTime(instant, now)}</time>
    </Tooltip>
  );
}
