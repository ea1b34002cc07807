import { makeStyles, tokens } from '@fluentui/react-components';
import { useHasRole } from '../../lib/session.ts';
import { MyRequests } from './my-requests.tsx';
import { UnseenChanges } from './unseen-changes.tsx';
import { WaitingApprovals } from './waiting-approvals.tsx';

const useStyles = makeStyles({
  grid: {
    display: 'grid',
    gap: tokens.spacingHorizontalL,
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    alignItems: 'start',
    '@media (max-width: 1023px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
});

/** What waits beside tasks: decisions for an administrator, their own requests for a technician, and what changed. */
export function WorkBeside() {
  const isAdmin = useHasRole('admin');
  return (
    <div className={useStyles().grid}>
      {isAdmin ? <WaitingApprovals /> : <MyRequests />}
      <UnseenChanges />
    </div>
  );
}
