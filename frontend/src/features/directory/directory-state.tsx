import { Link, ProgressBar, Text } from '@fluentui/react-components';
import type { DirectorySyncState } from '@tenantry/contract/directory';
import { countOf } from '../../lib/format.ts';
import { ComingTime } from '../../ui/coming-time.tsx';
import { Muted } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Stack } from '../../ui/stack.tsx';
import { isUnderWay } from './directory-queries.ts';

type Props = { sync: DirectorySyncState; syncedAt: string | null };

/** When the directory was read, how a reading that is under way stands, and why the last one failed. */
export function DirectoryState({ sync, syncedAt }: Props) {
  return (
    <Stack gap="S">
      <Muted>
        Last synced: <RelativeTime instant={syncedAt} />
        {sync.nextAt !== null && (
          <>
            {' · '}Next sync: <ComingTime instant={sync.nextAt} />
          </>
        )}
      </Muted>
      {isUnderWay(sync) && <Progress sync={sync} />}
      {sync.status === 'failed' && <Failure sync={sync} />}
    </Stack>
  );
}

function Progress({ sync: { status, processed } }: Pick<Props, 'sync'>) {
  const text =
    status === 'queued' || processed === null
      ? 'Queued…'
      : `Reading the directory: ${countOf(processed, 'account')} so far`;
  return (
    <>
      <Text role="status">{text}</Text>
      <ProgressBar aria-label="Directory synchronization" />
    </>
  );
}

function Failure({ sync: { error, endedAt, grantUrl } }: Pick<Props, 'sync'>) {
  return (
    <Notice intent="warning">
      The last synchronization failed (<RelativeTime instant={endedAt} />){error !== null && `: ${error}`}{' '}
      {grantUrl !== null && (
        <Link href={grantUrl} target="_blank" rel="noopener" inline>
          Grant the permission
        </Link>
      )}
    </Notice>
  );
}
