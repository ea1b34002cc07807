import { Spinner } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { onDemand } from '../../ui/on-demand.tsx';
import { type Room, RoomContext } from './room-context.ts';
import { RoomShell } from './room-shell.tsx';

const loading = <Spinner label="Loading" labelPosition="below" />;
const Overview = onDemand(async () => (await import('./room-overview-page.tsx')).RoomOverviewPage, loading);
const Decisions = onDemand(async () => (await import('./room-decisions-page.tsx')).RoomDecisionsPage, loading);
const Questions = onDemand(async () => (await import('./room-questions-page.tsx')).RoomQuestionsPage, loading);
const Reports = onDemand(async () => (await import('./room-reports-page.tsx')).RoomReportsPage, loading);
const Help = onDemand(async () => (await import('./room-help-page.tsx')).RoomHelpPage, loading);

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
        <Routes>
          <Route index element={<Overview />} />
          <Route path="decisions" element={<Decisions />} />
          <Route path="questions" element={<Questions />} />
          <Route path="reports" element={<Reports />} />
          <Route path="help" element={<Help />} />
          <Route path="*" element={<Navigate to={room.base} replace />} />
        </Routes>
      </RoomShell>
    </RoomContext>
  );
}
