import { asHtml } from '../../domain/mail/as-html.ts';
import { messageIdOf } from '../../domain/mail/message-id.ts';
import { isAdministrator } from '../../domain/user-access/administrators.ts';
import { update } from '../../ports/collection.ts';
import type { DeliveryOutcome } from '../../ports/mail.ts';
import type { ReportDeliveryRecord } from '../../store/report-deliveries.ts';
import type { ReportScheduleRecord } from '../../store/report-schedules.ts';
import { everyTenant, isInScope } from '../../store/scope.ts';
import type { UserRecord } from '../../store/users.ts';
import type { DeliveryParts } from './delivery-parts.ts';
import { later, pauseMs, triesAtMost } from './delivery-states.ts';

/** One mail names at most so many; the page has all. */
const namedAtMost = 200;
const readAtOnce = 500;

type Telling = { tellAt: string; tellTries: number };

/** What somebody is told of: a report that was not sent to everybody, or a run that was for nobody. */
type Untold = {
  id: string;
  line: string;
  /** Whether somebody has it. */
  isPartlySent: boolean;
  telling: Telling;
  keep(telling: Telling): Promise<unknown>;
};

/** Who is told together. */
type Audience = { users: UserRecord[]; untold: Untold[] };

function untoldDelivery(parts: DeliveryParts, delivery: ReportDeliveryRecord, tenantName: string): Untold {
  const { id, tenantId, scheduleName, period, state, told, tellAt, tellTries = 0 } = delivery;
  const isPartlySent = state === 'sent';
  const what = isPartlySent ? 'sent, but not to' : 'not sent, because:';
  return {
    id,
    line: `${tenantName}, ${scheduleName}, ${period}: ${what} ${told}`,
    isPartlySent,
    telling: { tellAt, tellTries },
    async keep(telling) {
      const tenant = await parts.tenants.open(everyTenant, tenantId);
      if (tenant) await update(tenant.reportDeliveries, id, (one) => ({ ...one, ...telling }));
    },
  };
}

function untoldRun(
  { reportSchedules }: DeliveryParts,
  { id, name, stopped, tellAt = '', tellTries = 0 }: ReportScheduleRecord,
): Untold[] {
  if (stopped === undefined) return [];
  const { period, because } = stopped;
  return [
    {
      id: `${id} ${period}`,
      line: `${name}, ${period}: nothing was sent, because: ${because}`,
      isPartlySent: false,
      telling: { tellAt, tellTries },
      keep: (telling) =>
        update(reportSchedules, id, (one) => (one.stopped?.period === period ? { ...one, ...telling } : one)),
    },
  ];
}

const hasAddress = ({ email, isDisabled }: UserRecord): boolean => Boolean(email) && !isDisabled;

/** Whoever looks after the tenant, else whoever answers for the schedule, where they still see it and have an address. */
async function carerOf(
  { users, reportSchedules, tenants }: DeliveryParts,
  { tenantId, scheduleId }: ReportDeliveryRecord,
): Promise<UserRecord | null> {
  const owner = (await tenants.get(tenantId))?.value.owner;
  const schedule = (await reportSchedules.get(scheduleId))?.value;
  for (const id of [owner?.userId, schedule?.ownerId]) {
    const user = id === undefined ? null : (await users.get(id))?.value;
    if (user && hasAddress(user) && isInScope(user.scope, tenantId)) return user;
  }
  return null;
}

/** All that nobody was told of, by who is told of it. Where nobody else can be, administrators of all tenants are. */
async function audiencesOf(parts: DeliveryParts): Promise<Audience[]> {
  const byUser = new Map<string, Audience>();
  const ofNobody: Untold[] = (await parts.reportSchedules.untold()).flatMap((one) => untoldRun(parts, one));
  const deliveries = await parts.reportDeliveries.untold(everyTenant, readAtOnce);
  const tenants = await parts.tenants.ofRecords(everyTenant, deliveries);
  for (const delivery of deliveries) {
    const tenant = tenants.get(delivery.tenantId);
    // It goes with its tenant.
    if (!tenant) continue;
    const untold = untoldDelivery(parts, delivery, tenant.displayName);
    const user = await carerOf(parts, delivery);
    if (user === null) {
      ofNobody.push(untold);
      continue;
    }
    const audience = byUser.get(user.id) ?? { users: [user], untold: [] };
    audience.untold.push(untold);
    byUser.set(user.id, audience);
  }
  if (ofNobody.length === 0) return [...byUser.values()];
  const users = (await parts.users.administrators()).filter((user) => isAdministrator(user) && hasAddress(user));
  return [...byUser.values(), { users, untold: ofNobody }];
}

function subjectOf(untold: readonly Untold[]): string {
  const many = untold.length === 1 ? 'A scheduled report' : `${untold.length} scheduled reports`;
  const was = untold.length === 1 ? 'was' : 'were';
  const sent = untold.filter(({ isPartlySent }) => isPartlySent).length;
  if (sent === untold.length) return `${many} did not reach everybody`;
  return sent === 0 ? `${many} ${was} not sent` : `${many} ${was} not sent, or not to everybody`;
}

function tell(parts: DeliveryParts, { email }: UserRecord, untold: readonly Untold[]): Promise<DeliveryOutcome> {
  const ids = untold.map(({ id }) => id).toSorted();
  const url = `${parts.publicOrigin}/admin/report-schedules`;
  const more = untold.length - namedAtMost;
  const lines = [...untold.slice(0, namedAtMost).map(({ line }) => line), ...(more > 0 ? [`And ${more} more.`] : [])];
  return parts.mail.send({
    messageId: messageIdOf('untold', [email ?? '', ...ids], parts.publicOrigin),
    to: [email ?? ''],
    subject: subjectOf(untold),
    text: `${lines.join('\n')}\n\n${url}\n`,
    html: `<ul>${lines.map((line) => `<li>${asHtml(line)}</li>`).join('')}</ul><p><a href="${asHtml(url)}">Scheduled reports</a></p>`,
  });
}

/** When it is told again: never where one of them has it or nobody ever will; else later, and for a day at most. */
function tellingAfter(parts: DeliveryParts, { tellTries }: Telling, outcomes: readonly DeliveryOutcome[]): Telling {
  const tries = tellTries + 1;
  const isTold = outcomes.some(({ kind }) => kind === 'delivered');
  const passing = outcomes.find((one) => one.kind === 'failed' && !one.isPermanent);
  if (isTold || passing === undefined || tries >= triesAtMost) return { tellAt: '', tellTries: tries };
  return { tellAt: later(parts, pauseMs(tries, passing)), tellTries: tries };
}

/** @returns how many were told of */
async function tellAudience(parts: DeliveryParts, { users, untold }: Audience): Promise<number> {
  const outcomes: DeliveryOutcome[] = [];
  for (const user of users) outcomes.push(await tell(parts, user, untold));
  for (const one of untold) await one.keep(tellingAfter(parts, one.telling, outcomes));
  return outcomes.some(({ kind }) => kind === 'delivered') ? untold.length : 0;
}

/** Whether somebody has waited long enough to be told of what was not sent, and can be told. */
export async function mustTell(parts: DeliveryParts): Promise<boolean> {
  const now = parts.clock.now();
  const isDue =
    (await parts.reportDeliveries.mustTell(everyTenant, now)) ||
    (await parts.reportSchedules.untold()).some(({ tellAt = '' }) => tellAt <= now.toISOString());
  return isDue && (await parts.mail.unavailable()) === null;
}

/**
 * Tells by mail of what was not sent: one mail for each person and look, whatever number of tenants. Where no mail can leave, the list
 * tells alone until one can.
 * @returns how many were told of
 */
export async function tellOwners(parts: DeliveryParts): Promise<number> {
  if (!(await mustTell(parts))) return 0;
  const now = parts.clock.now().toISOString();
  let count = 0;
  for (const audience of await audiencesOf(parts)) {
    // Of who is not told yet, each waits for their own next try.
    if (audience.untold.some(({ telling }) => telling.tellAt <= now)) count += await tellAudience(parts, audience);
  }
  return count;
}
