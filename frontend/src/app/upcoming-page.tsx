import { ClockRegular } from '@fluentui/react-icons/svg/clock';
import type { ReactNode } from 'react';
import { paths } from '../lib/paths.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { PageShell } from '../ui/page-shell.tsx';

type Props = {
  title: string;
  /** What is not there yet, where the title says more. */
  area?: string;
  tabs?: ReactNode;
};

/** Stands for an area that a later release brings, and says so. */
export function UpcomingPage({ title, area = title, tabs }: Props) {
  return (
    <PageShell title={title} tabs={tabs}>
      <EmptyState
        icon={<ClockRegular />}
        headingLevel="h2"
        title="Not part of this release yet"
        body={`This area comes with a later release: ${area}. Nothing is missing from your data: the area itself is not built yet.`}
        actions={<LinkButton to={paths.overview}>Go to the overview</LinkButton>}
      />
    </PageShell>
  );
}
