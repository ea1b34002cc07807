import { credentialKind, readGraphApp } from '../../../domain/connection/app-registration.ts';
import { secretEnd, secretWarningStages } from '../../../domain/secrets/secret-expiry.ts';
import type { NoticeEvent } from '../../../ports/notifier.ts';
import type { Period } from '../../../store/notice-sources.ts';
import { everyTenant } from '../../../store/scope.ts';
import { eventsOf, type NoticeSource, named, plainEvent, tenantPath, tenantsOf } from './source.ts';

/** Tenants that Microsoft no longer lets us read, told once until they are connected again. */
export const lostConnections: NoticeSource = {
  name: 'lost-connections',
  everyMinutes: 1,
  async collect(parts, period) {
    const lost = await parts.noticeSources.connectionsLost(everyTenant, period);
    return eventsOf(parts, lost, ({ tenantId, reconnectSince, reconnectReason }, tenant) => {
      if (reconnectSince === null) return [];
      return [
        {
          ...plainEvent,
          key: `connection-lost:${tenantId}:${reconnectSince}`,
          kind: 'connection-lost',
          tenant: named(tenant),
          gravity: 'critical',
          title: 'The connection to Microsoft is lost',
          detail: reconnectReason ?? '',
          path: tenantPath('/dashboard', tenantId),
          at: reconnectSince,
        },
      ];
    });
  },
};

/** Of the stages at which a secret is warned of, the last one that lies in the period. */
function stageIn(expiresAt: string, { from, to }: Period): string | null {
  return secretWarningStages(expiresAt).findLast((at) => at >= from && at < to) ?? null;
}

function endingEvent(id: string, expiresAt: string, stage: string, now: Date) {
  return {
    ...plainEvent,
    key: `secret:${id}:${expiresAt}:${stage}`,
    kind: 'secret-ending',
    gravity: stage >= expiresAt ? 'critical' : 'high',
    at: stage,
    ends: secretEnd(expiresAt, now),
  } as const;
}

/** Client secrets and certificates that end, at the stages at which the product warns of them too (domain/secrets). */
export const endingSecrets: NoticeSource = {
  name: 'ending-secrets',
  everyMinutes: 5,
  async collect(parts, period) {
    const now = parts.clock.now();
    const events: NoticeEvent[] = [];
    const app = await readGraphApp(parts.systemConfig);
    const ours = app?.secretExpiresAt ? stageIn(app.secretExpiresAt, period) : null;
    if (app?.secretExpiresAt && ours !== null) {
      const { ends, ...event } = endingEvent('installation', app.secretExpiresAt, ours, now);
      const proof = credentialKind(app) === 'certificate' ? 'certificate' : 'client secret';
      events.push({
        ...event,
        tenant: null,
        title: `The ${proof} of this installation ${ends}`,
        path: '/admin/graph-settings',
      });
    }
    const ending = (await parts.noticeSources.secretsEnding(everyTenant, period)).filter(
      ({ clientSecret }) => clientSecret !== null,
    );
    const tenants = await tenantsOf(parts, ending);
    for (const { tenantId, secretExpiresAt } of ending) {
      const tenant = tenants.get(tenantId);
      const stage = secretExpiresAt && stageIn(secretExpiresAt, period);
      // Nothing real is read with it.
      if (!tenant || tenant.isMock || !stage) continue;
      const { ends, ...event } = endingEvent(tenantId, secretExpiresAt, stage, now);
      events.push({ ...event, tenant: named(tenant), title: `The client secret ${ends}`, path: '/m365/credentials' });
    }
    return events;
  },
};
