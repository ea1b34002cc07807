import { Tooltip } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { comingTime, formatDateTime } from '../lib/format.ts';

const refreshMs = 60_000;

/** How soon something will be ('shortly', 'in 2 hours'), with the exact time on hover and focus. */
export function ComingTime({ instant }: { instant: string }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), refreshMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <Tooltip content={formatDateTime(instant)} relationship="description">
      <time dateTime={instant}>{comingTime(instant, now)}</time>
    </Tooltip>
  );
}
