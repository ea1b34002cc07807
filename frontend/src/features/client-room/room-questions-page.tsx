import { PageShell } from '../../ui/page-shell.tsx';
export function RoomQuestionsPage() {
  return <PageShell title="Questions">{null}</PageShell>;
}
