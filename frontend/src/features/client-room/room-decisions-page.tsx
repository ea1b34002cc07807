import { PageShell } from '../../ui/page-shell.tsx';
export function RoomDecisionsPage() {
  return <PageShell title="Decisions">{null}</PageShell>;
}
