import { ProgressBar, Text } from '@fluentui/react-components';
import type { SignInLog, SignInReadingState, SignInReplayState } from '@tenantry/contract/sign-in-replay';
import { countOf, formatDate, formatNumber } from '../../lib/format.ts';
import { Muted } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Stack } from '../../ui/stack.tsx';
import { isReading } from './sign-in-log-queries.ts';

const dayMs = 86_400_000;

/** What is kept of the sign-in log, how a reading that is under way stands, and why the last one failed. */
export function SignInLogState({ reading, log }: SignInReplayState) {
  return (
    <Stack gap="S">
      {log !== null && <Kept log={log} />}
      {isReading(reading) && <Progress reading={reading} />}
      {reading.status === 'failed' && (
        <Notice intent="warning">
          The sign-in log was not read (<RelativeTime instant={reading.endedAt} />
          ). {reading.error}
        </Notice>
      )}
    </Stack>
  );
}

function Kept({ log }: { log: SignInLog }) {
  const { entries, signIns, accounts, failedBefore, folded, notReplayed, days, to, keptUntil, seesPolicies } = log;
  const startsLate = log.firstAt !== null && Date.parse(log.firstAt) - Date.parse(log.from) > 2 * dayMs;
  const uncertain = [
    startsLate && `The first sign-in is of ${formatDate(log.firstAt ?? '')}: the log may go back no further.`,
    folded > 0 &&
      `${countOf(folded, 'sign-in')} kept by account alone, for want of room: nothing about them is certain.`,
    notReplayed > 0 && `${countOf(notReplayed, 'entry', 'entries')} not replayed.`,
    !seesPolicies && 'Microsoft did not tell what policies did: there is nothing to set beside the forecast.',
  ].filter((text) => text !== false);
  return (
    <>
      <Muted>
        {`${countOf(signIns, 'sign-in')} of ${countOf(accounts, 'account')} in ${days} days up to ${formatDate(to)}, of ${countOf(entries, 'entry', 'entries')} (${formatNumber(failedBefore)} failed before policies were asked). Kept until ${formatDate(keptUntil)}.`}
      </Muted>
      {uncertain.length > 0 && <Notice intent="info">{uncertain.join(' ')}</Notice>}
    </>
  );
}

/** The share of the days that is behind; undefined before the first page. */
function shareOf({ reachedAt, requestedAt, days }: SignInReadingState): number | undefined {
  if (reachedAt === null || requestedAt === null || days === null) return undefined;
  const share = (Date.parse(requestedAt) - Date.parse(reachedAt)) / (days * dayMs);
  return Math.min(1, Math.max(0, share));
}

function Progress({ reading }: { reading: SignInReadingState }) {
  const { status, read, reachedAt } = reading;
  const text =
    status === 'queued' || read === null
      ? 'Queued…'
      : `Reading the sign-in log: ${countOf(read, 'entry', 'entries')} so far${
          reachedAt === null ? '' : `, back to ${formatDate(reachedAt)}`
        }`;
  return (
    <>
      <Text role="status">{text}</Text>
      <ProgressBar aria-label="Reading of the sign-in log" value={shareOf(reading)} />
    </>
  );
}
