import { AdminPage } from '../../blocks/admin-page.tsx';
import { RequestApproval } from '../../blocks/request-approval.tsx';
import { useTableParams } from '../../lib/table-params.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ApprovalsAddress, isListView } from './approvals-address.ts';
import { RulesButton } from './rules-button.tsx';
import { WorkList } from './work-list.tsx';

// What waits is read first: the list of all is loaded where somebody asks for it.
const ApprovalList = onDemand(
  async () => (await import('./approval-list.tsx')).ApprovalList,
  <SkeletonRows rows={6} size={64} label="Loading approvals" />,
);

/** What waits for an administrator's decision, and what was decided, over all tenants in scope. */
export function ApprovalsPage() {
  const [address, setAddress] = useTableParams(ApprovalsAddress);
  const View = isListView(address) ? ApprovalList : WorkList;
  return (
    <AdminPage
      tab="Approvals"
      subtitle="Requests of the scanner and of your technicians"
      actions={
        <>
          <RulesButton />
          <RequestApproval draft="approvals" />
        </>
      }
    >
      <View address={address} onChange={setAddress} />
    </AdminPage>
  );
}
