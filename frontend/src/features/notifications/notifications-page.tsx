import { useSearchParams } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { useHasRole, useSeesAllTenants } from '../../lib/session.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { PageShell } from '../../ui/page-shell.tsx';
import { TabPanels } from '../../ui/tab-panels.tsx';

const ForMe = onDemand(async () => (await import('./for-me.tsx')).ForMe);
const RulesTab = onDemand(async () => (await import('./rules-tab.tsx')).RulesTab);
const ChannelsTab = onDemand(async () => (await import('./channels-tab.tsx')).ChannelsTab);

const tabs = { 'For me': 'for-me', Rules: 'rules', Channels: 'channels' } as const;
type Tab = keyof typeof tabs;

/** What concerned the user, the rules by which they are told, and the channels of the installation. */
export function NotificationsPage() {
  const [search, setSearch] = useSearchParams();
  const isAdmin = useHasRole('admin');
  const hasChannels = useSeesAllTenants() && isAdmin;
  const names: [Tab, ...Tab[]] = ['For me', 'Rules', ...(hasChannels ? (['Channels'] as const) : [])];
  const selected = names.find((name) => tabs[name] === search.get('tab')) ?? 'For me';
  return (
    <PageShell
      title="Notifications"
      subtitle="What happened, and who is told of it"
      actions={
        <>
          {isAdmin && <LinkButton to={paths.adminReportSchedules}>Scheduled reports</LinkButton>}
          {hasChannels && <LinkButton to={paths.adminTickets}>Ticket systems</LinkButton>}
        </>
      }
    >
      <TabPanels
        label="Notifications"
        names={names}
        selected={selected}
        onSelect={(name) => setSearch(name === 'For me' ? {} : { tab: tabs[name] }, { replace: true })}
      >
        {(name) => (name === 'For me' ? <ForMe /> : name === 'Rules' ? <RulesTab /> : <ChannelsTab />)}
      </TabPanels>
    </PageShell>
  );
}
