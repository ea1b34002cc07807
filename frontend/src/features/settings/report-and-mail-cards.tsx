import { MailCard } from './mail-card.tsx';
import { ReportSettingsCard } from './report-settings-card.tsx';

/** What is below the first screen of the settings, in one piece: how reports look, and how mail leaves. */
export function ReportAndMailCards() {
  return (
    <>
      <ReportSettingsCard />
      <MailCard />
    </>
  );
}
