import { EvidenceTimeStampCard } from './evidence-time-stamp-card.tsx';
import { MailCard } from './mail-card.tsx';
import { MicrosoftQuestionsCard } from './microsoft-questions-card.tsx';
import { PriceListCard } from './price-list-card.tsx';
import { ReportSettingsCard } from './report-settings-card.tsx';

/** What is below the first screen of the settings, in one piece: what work costs, how reports look, how mail leaves, what Microsoft is asked, and who stamps evidence packs. */
export function FurtherCards() {
  return (
    <>
      <PriceListCard />
      <ReportSettingsCard />
      <MailCard />
      <MicrosoftQuestionsCard />
      <EvidenceTimeStampCard />
    </>
  );
}
