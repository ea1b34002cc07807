import { Spinner } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { Navigate, type RouteObject, useRoutes } from 'react-router-dom';
import { onDemand } from '../../ui/on-demand.tsx';
import { type Room, RoomContext, useRoom } from './room-context.ts';
import { RoomShell } from './room-shell.tsx';

const loading = <Spinner label="Loading" labelPosition="below" />;
const Overview = onDemand(async () => (await import('./room-overview-page.tsx')).RoomOverviewPage, loading);
const Decisions = onDemand(async () => (await import('./room-decisions-page.tsx')).RoomDecisionsPage, loading);
const Questions = onDemand(async () => (await import('./room-questions-page.tsx')).RoomQuestionsPage, loading);
const Questionnaires = onDemand(
  async () => (await import('./room-questionnaires-page.tsx')).RoomQuestionnairesPage,
  loading,
);
const Reports = onDemand(async () => (await import('./room-reports-page.tsx')).RoomReportsPage, loading);
const Help = onDemand(async () => (await import('./room-help-page.tsx')).RoomHelpPage, loading);

const pages: RouteObject[] = [
  { index: true, element: <Overview /> },
  { path: 'decisions', element: <Decisions /> },
  { path: 'questions', element: <Questions /> },
  { path: 'questionnaires', element: <Questionnaires /> },
  { path: 'reports', element: <Reports /> },
  { path: 'help', element: <Help /> },
  { path: '*', element: <ToFirstPage /> },
];

function ToFirstPage() {
  const { base } = useRoom();
  return <Navigate to={base} replace />;
}

const PageOfAddress = () => useRoutes(pages);

type Props = {
  room: Room;
  /** Stands above the room. */
  banner?: ReactNode;
};

/** A client room with its pages; each is a route here and a line in room-nav.tsx. */
export function RoomPages({ room, banner }: Props) {
  return (
    <RoomContext value={room}>
      <RoomShell banner={banner}>
        <PageOfAddress />
      </RoomShell>
    </RoomContext>
  );
}
