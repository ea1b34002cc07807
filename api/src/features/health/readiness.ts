import type { HealthCheck, Readiness, ReadinessGroup, SystemMetric } from '@tenantry/contract/health';
import type { Clock } from '../../ports/clock.ts';
import { type AdministratorDependencies, administratorItems } from './readiness-administrators.ts';
import { type InstallationSettings, installationItems, settingRows } from './readiness-installation.ts';
import { asked } from './readiness-item.ts';
import { type MailDependencies, mailItems } from './readiness-mail.ts';
import { type NotificationDependencies, notificationItems } from './readiness-notifications.ts';
import { type RegistrationDependencies, registrationItems } from './readiness-registration.ts';
import { serviceItems } from './readiness-services.ts';
import { type TenantDependencies, tenantItems } from './readiness-tenants.ts';
import { type TicketDependencies, ticketItems } from './readiness-tickets.ts';
import {
  alertItems,
  freshFigures,
  queueItems,
  timerItems,
  trailItems,
  type WorkDependencies,
} from './readiness-work.ts';

type Dependencies = AdministratorDependencies &
  RegistrationDependencies &
  MailDependencies &
  TenantDependencies &
  NotificationDependencies &
  TicketDependencies &
  WorkDependencies & { settings: InstallationSettings; clock: Clock };

/** What the last probe came to. */
type Probed = { checks: readonly HealthCheck[]; metrics: readonly SystemMetric[] };

/**
 * Whether everything is in place that an administrator looks for after a deployment, and later when something is wrong. Each
 * part is asked for now, by itself: one that does not answer is not known, and the others are.
 */
export function createReadiness(dependencies: Dependencies) {
  const { settings, clock } = dependencies;
  return async ({ checks, metrics }: Probed): Promise<Readiness> => {
    const [registration, administrators, timers, trail, tenants, mail, notifications, tickets] = await Promise.all([
      asked({ id: 'registration', label: 'App registration' }, () => registrationItems(dependencies)),
      asked({ id: 'administrators', label: 'Administrators' }, () => administratorItems(dependencies)),
      asked({ id: 'timers', label: 'Timers' }, () => timerItems(dependencies)),
      asked({ id: 'trail', label: 'Audit trail' }, () => trailItems(dependencies)),
      asked({ id: 'tenants', label: 'Tenants' }, () => tenantItems(dependencies)),
      asked({ id: 'mail', label: 'Mail' }, () => mailItems(dependencies)),
      asked({ id: 'notifications', label: 'Notifications' }, () => notificationItems(dependencies)),
      asked({ id: 'tickets', label: 'Tickets' }, () => ticketItems(dependencies)),
    ]);
    const figures = freshFigures(metrics, clock.now());
    const groups: ReadinessGroup[] = [
      { id: 'services', title: 'Services', items: serviceItems(checks, clock.now()) },
      { id: 'installation', title: 'Installation', items: installationItems(settings) },
      { id: 'registration', title: 'App registration', items: registration },
      { id: 'administrators', title: 'Administrators', items: administrators },
      { id: 'tenants', title: 'Tenants', items: tenants },
      // Who is connected to no ticket system is told nothing of tickets.
      ...(tickets.length === 0 ? [] : [{ id: 'tickets' as const, title: 'Tickets', items: tickets }]),
      { id: 'work', title: 'Timers and queues', items: [...timers, ...queueItems(figures), ...trail, ...mail] },
      { id: 'notifications', title: 'Notifications', items: notifications },
      { id: 'alerts', title: 'Alerts', items: alertItems(figures) },
    ];
    return { groups, settings: settingRows(settings) };
  };
}

export type ReadinessService = ReturnType<typeof createReadiness>;
