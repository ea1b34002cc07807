import { MailCard } from './mail-card.tsx';
import { PriceListCard } from './price-list-card.tsx';
import { ReportSettingsCard } from './report-settings-card.tsx';

/** What is below the first screen of the settings, in one piece: what work costs, how reports look, and how mail leaves. */
export function FurtherCards() {
  return (
    <>
      <PriceListCard />
      <ReportSettingsCard />
      <MailCard />
    </>
  );
}
