import type { ReadinessItem } from '@tenantry/contract/health';
import { lastDelivery } from '../../domain/mail/configured-mail.ts';
import { readMailSettings } from '../../domain/mail/mail-settings.ts';
import type { MailTransport } from '../../ports/mail.ts';
import type { SystemConfigStore } from '../../store/system-config.ts';
import { needsAttention, notKnown, ready } from './readiness-item.ts';

export type MailDependencies = { systemConfig: SystemConfigStore; mail: Pick<MailTransport, 'unavailable'> };

const named = { id: 'mail', label: 'Mail' };

/** Whether mail leaves: what it waits for, and what became of the last one. An installation that sends none needs none. */
export async function mailItems({ systemConfig, mail }: MailDependencies): Promise<ReadinessItem[]> {
  const [settings, because, last] = await Promise.all([
    readMailSettings(systemConfig),
    mail.unavailable(),
    lastDelivery(systemConfig),
  ]);
  if (!settings || settings.way === 'off') return [notKnown(named, 'No mailbox is set up: no mail leaves.')];
  const remedy = {
    action: 'Mend it in Settings under Mail, and test.',
    page: 'settings',
    docs: 'docs/mail.md',
  } as const;
  if (because !== null) return [needsAttention(named, because, remedy)];
  if (last === null)
    return [notKnown(named, 'No mail was sent yet.', { action: 'Test it in Settings.', page: 'settings' })];
  if (!last.isDelivered)
    return [needsAttention(named, `The last mail was not delivered: ${last.answer}`, remedy, last.at)];
  return [ready(named, 'The last mail was delivered.', last.at)];
}
