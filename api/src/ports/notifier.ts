import type { NoticeKind } from '@tenantry/contract/notice-kinds';
import type { Priority } from '@tenantry/contract/verdicts';
import type { DeliveryOutcome } from './mail.ts';

/** Something that happened and that somebody may want to hear of. Its key is derived from what happened: told twice, it is one. */
export type NoticeEvent = {
  key: string;
  kind: NoticeKind;
  /** Null where it concerns the installation. */
  tenant: { id: string; name: string } | null;
  gravity: Priority;
  /** One sentence that stands alone, the tenant not named in it. */
  title: string;
  /** What else is known, a few short lines of plain text; '' where the title says it. */
  detail: string;
  /** The address of its page in the app, which begins with a slash. */
  path: string;
  at: string;
  /** The work (`audit/findings/remedies/work.ts`) that it is about, a remedy or a license; null for none. Tickets are per tenant and work. */
  remedyId: string | null;
  /** Whom it concerns in person (a task that was assigned to them); null where everybody who has the tenant in scope. */
  userId: string | null;
};

/** What goes to one channel in one piece: an event, a digest, or a storm that became one message. */
export type NoticeMessage = {
  /** Derived from the channel and its events. */
  id: string;
  subject: string;
  /** Messages of one subject are one thread. */
  threadKey: string;
  events: readonly NoticeEvent[];
  /** How many more events it stands for than it lists. */
  unlisted: number;
};

/** What became of a message for each of several recipients, so that whoever has it is not sent it again. */
export type Recipients = {
  /** Why it did not reach them, by address; '' where it did. Those that are missing are still to be sent it. */
  settled: Readonly<Record<string, string>>;
  /** Keeps what became of it for one. False where no more is to be sent now. */
  settle(address: string, told: string): Promise<boolean>;
};

/** Hands a message to a channel whose settings and secrets it was made with. Never throws for what the channel answers. */
export type Notifier = (message: NoticeMessage, recipients?: Recipients) => Promise<DeliveryOutcome>;
