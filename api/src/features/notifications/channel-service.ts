import type { Parsed } from '@tenantry/contract/endpoint';
import type {
  changeNoticeChannel,
  createNoticeChannel,
  LastDelivery,
  NoticeChannel,
} from '@tenantry/contract/notice-channels';
import { changeAndSeal, emptyOutbox, settleOutbox, withEntry } from '../../domain/audit-trail/outbox.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import { createOnce, RecordExistsError } from '../../ports/collection.ts';
import type { NoticeMessage } from '../../ports/notifier.ts';
import type { TrailDetails, TrailEvent } from '../../ports/trail.ts';
import { type NoticeChannelRecord, type NoticeChannelStore, noticeChannelKey } from '../../store/notice-channels.ts';
import type { NoticeRuleStore } from '../../store/notice-rules.ts';
import type { ChannelSecrets } from './channel-secrets.ts';
import { keptOf, newSecretOf, viewOfChannel } from './channels/channel-kinds.ts';
import { isOldSecret, oldSecretName, oldSecretsAt, oldSecretsAtMost, overlapMs } from './channels/webhook-channel.ts';
import { channelNotifier, handOver, type MessageParts, noteDelivery, troubleOf } from './send-messages.ts';

export type ChannelParts = Pick<CommonParts, 'trail' | 'clock'> & {
  noticeChannels: NoticeChannelStore;
  noticeRules: Pick<NoticeRuleStore, 'all'>;
  channelSecrets: ChannelSecrets;
};

const channelsAtMost = 50;
const triesAtMost = 20;
const noSuchChannel = () => new AppError('NOT_FOUND', 'There is no such channel. Somebody may have deleted it.');
const changedMeanwhile = () =>
  new AppError('CONFLICT', 'Somebody changed this channel meanwhile. Reload it and make your change again.');
const nameTaken = () =>
  new AppError('CONFLICT', 'Another channel has this name.', {
    fields: [{ path: 'name', message: 'Another channel has this name' }],
  });

/** Of a channel in the trail: never a secret, nor an address that is one. */
const trailed = ({ name, kind, isEnabled, settings }: NoticeChannelRecord): TrailDetails => ({
  name,
  kind,
  isEnabled,
  settings,
});

function entered(
  channel: NoticeChannelRecord,
  eventType: TrailEvent,
  caller: Caller,
  details: TrailDetails,
  now: Date,
): NoticeChannelRecord {
  const entry = { eventType, user: caller.user.username, target: channel.name, tenantId: null, details };
  const stamped = { ...channel, updatedAt: now.toISOString(), updatedBy: caller.name };
  return withEntry(stamped, entry, now);
}

function viewOf(channel: NoticeChannelRecord, rules: number, now: Date): NoticeChannel {
  const { id, name, isEnabled, lastDelivery, revision, updatedAt, updatedBy } = channel;
  return {
    id,
    name,
    isEnabled,
    settings: viewOfChannel(channel, now),
    lastDelivery,
    rules,
    revision,
    updatedAt,
    updatedBy,
  };
}

async function rulesByChannel({ noticeRules }: ChannelParts): Promise<(channelId: string) => number> {
  const named = (await noticeRules.all()).flatMap(({ targets }) => targets.channelIds);
  return (channelId) => named.filter((id) => id === channelId).length;
}

/** All channels by name, without any secret. */
export async function channelList(parts: ChannelParts): Promise<NoticeChannel[]> {
  const [channels, rulesOf] = await Promise.all([parts.noticeChannels.all(), rulesByChannel(parts)]);
  const now = parts.clock.now();
  return channels
    .map((channel) => viewOf(channel, rulesOf(channel.id), now))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** @throws AppError NOT_FOUND */
export async function channelOf({ noticeChannels }: Pick<ChannelParts, 'noticeChannels'>, channelId: string) {
  const found = (await noticeChannels.get(channelId))?.value;
  // Beside the channels lie other settings.
  if (found?.key !== noticeChannelKey(found?.name ?? '')) throw noSuchChannel();
  return found;
}

/** @returns the channel with the secret that it made itself, which is shown this once. @throws AppError CONFLICT */
export async function createChannel(
  parts: ChannelParts,
  caller: Caller,
  { name, settings: input }: Parsed<typeof createNoticeChannel.body>,
): Promise<{ channel: NoticeChannel; secret: string | null }> {
  const { noticeChannels, channelSecrets, trail, clock } = parts;
  if ((await noticeChannels.all()).length >= channelsAtMost)
    throw new AppError('CONFLICT', `There are ${channelsAtMost} channels already. Delete one first.`);
  const now = clock.now();
  const id = crypto.randomUUID();
  const { settings, secrets } = keptOf(input);
  const made = newSecretOf(input.kind);
  const channel: NoticeChannelRecord = {
    id,
    key: noticeChannelKey(name),
    name,
    kind: input.kind,
    isEnabled: true,
    settings,
    secrets: await channelSecrets.seal(id, made ? { ...secrets, [made.name]: made.value } : secrets),
    lastDelivery: null,
    revision: 1,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
    updatedBy: caller.name,
    ...emptyOutbox,
  };
  const record = entered(channel, 'notice_channel_created', caller, { after: trailed(channel) }, now);
  const stored = await createOnce(noticeChannels, record);
  if (!stored) throw nameTaken();
  await settleOutbox(noticeChannels, record, trail, stored.etag);
  return { channel: viewOf(record, 0, now), secret: made?.value ?? null };
}

async function changed(
  parts: ChannelParts,
  channelId: string,
  change: (current: NoticeChannelRecord) => NoticeChannelRecord,
): Promise<NoticeChannelRecord> {
  try {
    const channel = await changeAndSeal(parts.trail, parts.noticeChannels, channelId, change);
    if (!channel) throw noSuchChannel();
    return channel;
  } catch (error) {
    if (error instanceof RecordExistsError) throw nameTaken();
    throw error;
  }
}

/** @throws AppError NOT_FOUND, CONFLICT, INVALID_INPUT for another kind */
export async function changeChannel(
  parts: ChannelParts,
  caller: Caller,
  channelId: string,
  { revision, settings: input, ...given }: Parsed<typeof changeNoticeChannel.body>,
): Promise<NoticeChannel> {
  const before = await channelOf(parts, channelId);
  if (input && input.kind !== before.kind)
    throw new AppError('INVALID_INPUT', 'A channel stays of its kind. Set up another one.');
  const kept = input ? keptOf(input) : null;
  const sealed = kept ? await parts.channelSecrets.seal(channelId, kept.secrets) : {};
  const now = parts.clock.now();
  const after = await changed(parts, channelId, (current) => {
    if (current.revision !== revision) throw changedMeanwhile();
    const name = given.name ?? current.name;
    const next = {
      ...current,
      name,
      key: noticeChannelKey(name),
      isEnabled: given.isEnabled ?? current.isEnabled,
      settings: { ...current.settings, ...kept?.settings },
      secrets: { ...current.secrets, ...sealed },
      revision: revision + 1,
    };
    const details = { before: trailed(current), after: trailed(next), ...(kept ? { addressEntered: true } : {}) };
    return entered(next, 'notice_channel_changed', caller, details, now);
  });
  return viewOf(after, (await rulesByChannel(parts))(channelId), now);
}

/** @throws AppError NOT_FOUND */
export async function deleteChannel(parts: ChannelParts, caller: Caller, channelId: string): Promise<void> {
  const channel = await channelOf(parts, channelId);
  await parts.trail.record({
    eventType: 'notice_channel_deleted',
    user: caller.user.username,
    target: channel.name,
    tenantId: null,
    details: { before: trailed(channel) },
  });
  await parts.noticeChannels.delete(channelId);
}

const withoutOld = (secrets: NoticeChannelRecord['secrets']): NoticeChannelRecord['secrets'] =>
  Object.fromEntries(Object.entries(secrets).filter(([name]) => !isOldSecret(name)));

/**
 * A new secret; messages are signed with the one of before too, for a day, and with those of before that as long as each has left.
 * @throws AppError NOT_FOUND; CONFLICT for a channel that signs nothing, or has very many secrets already
 */
export async function rotateSecret(
  parts: ChannelParts,
  caller: Caller,
  channelId: string,
): Promise<{ channel: NoticeChannel; secret: string }> {
  const { channelSecrets, clock } = parts;
  for (let tries = 0; tries < triesAtMost; tries += 1) {
    const before = await channelOf(parts, channelId);
    const made = newSecretOf(before.kind);
    if (!made) throw new AppError('CONFLICT', 'This channel signs nothing.');
    const opened = await channelSecrets.open(before);
    const { signing } = opened;
    if (signing === undefined) throw new Error(`The channel ${channelId} has no secret to sign with`);
    const now = clock.now();
    const old = oldSecretsAt(before.settings, opened, now);
    if (old.length >= oldSecretsAtMost)
      throw new AppError(
        'CONFLICT',
        `This secret was renewed ${oldSecretsAtMost} times within a day. Wait until it is over.`,
      );
    const oldSecretUntil = new Date(now.getTime() + overlapMs).toISOString();
    const signingSecrets = {
      ...Object.fromEntries(old),
      [oldSecretName(oldSecretUntil)]: signing,
      signing: made.value,
    };
    const sealed = await channelSecrets.seal(channelId, signingSecrets);
    const isSame = (current: NoticeChannelRecord) => current.revision === before.revision;
    const after = await changed(parts, channelId, (current) => {
      if (!isSame(current)) return current;
      const next = {
        ...current,
        settings: { ...current.settings, oldSecretUntil },
        secrets: { ...withoutOld(current.secrets), ...sealed },
        revision: current.revision + 1,
      };
      return entered(next, 'notice_channel_secret_rotated', caller, { oldSecretUntil }, now);
    });
    if (after.secrets.signing?.data !== sealed.signing?.data) continue;
    return { channel: viewOf(after, (await rulesByChannel(parts))(channelId), now), secret: made.value };
  }
  throw changedMeanwhile();
}

function testMessage(now: Date, by: string): NoticeMessage {
  const at = now.toISOString();
  const subject = 'Tenantry: a test of this channel';
  return {
    id: crypto.randomUUID().replaceAll('-', ''),
    subject,
    threadKey: 'test',
    unlisted: 0,
    events: [
      {
        key: `test:${at}`,
        kind: 'change',
        tenant: null,
        gravity: 'low',
        title: 'This is a test. Nothing happened.',
        detail: `Sent by ${by}`,
        path: '/notifications?tab=channels',
        at,
        remedyId: null,
        userId: null,
      },
    ],
  };
}

/** Sends a test and keeps how it ended. @throws AppError NOT_FOUND */
export async function testChannel(
  parts: ChannelParts & MessageParts,
  caller: Caller,
  channelId: string,
): Promise<LastDelivery> {
  const { noticeChannels, trail, clock, log } = parts;
  const channel = await channelOf(parts, channelId);
  const outcome = await handOver(
    async () => (await channelNotifier(parts, channel))(testMessage(clock.now(), caller.name)),
    log,
  );
  const reason = troubleOf(outcome);
  const ok = reason === '';
  await trail.record({
    eventType: 'notice_channel_tested',
    user: caller.user.username,
    target: channel.name,
    tenantId: null,
    details: { ok, reason },
  });
  await noteDelivery(noticeChannels, channelId, outcome, clock.now());
  return { at: clock.now().toISOString(), ok, reason };
}
