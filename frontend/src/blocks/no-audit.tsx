import type { ReactNode } from 'react';
import { NeedsScan } from './needs-scan.tsx';
import { useNoAuditReason } from './use-no-audit-reason.ts';

/** In place of a page that lives on the latest audit, where there is none. `reason` is the API's. */
export function NoAudit({ icon, reason }: { icon: ReactNode; reason: string | null }) {
  const text = useNoAuditReason(reason);
  return <NeedsScan icon={icon} title="No audit yet" body={text ?? 'This tenant has no audit yet.'} />;
}
