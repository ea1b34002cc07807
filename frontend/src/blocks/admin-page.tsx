import type { ReactNode } from 'react';
import { PageShell } from '../ui/page-shell.tsx';
import { AdminTabs } from './admin-tabs.tsx';

type Props = {
  /** The name of its tab. */
  tab: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
  narrow?: boolean;
  children: ReactNode;
};

/** A page of the admin panel: named for its tab, below the bar with all of them. */
export function AdminPage({ tab, ...rest }: Props) {
  return <PageShell title={`Admin Panel - ${tab}`} tabs={<AdminTabs />} {...rest} />;
}
