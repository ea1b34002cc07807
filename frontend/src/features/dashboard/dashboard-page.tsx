import { UpcomingPage } from '../../ui/upcoming-page.tsx';

/** Holds the place of the page that is being built. */
export function DashboardPage() {
  return <UpcomingPage title="Dashboard" />;
}
