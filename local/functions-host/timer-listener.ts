import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cron } from 'croner';
import type { RegisteredFunction } from './core-types.ts';
import type { HostLog } from './host-log.ts';
import type { RunsFunctions } from './invoker.ts';
import { nextOccurrence, parseSchedule } from './ncrontab.ts';
import { resolveSettings, triggerOf } from './triggers.ts';

// Node fires at once when a delay is over 2^31 - 1 ms, so long waits go in pieces.
const LONGEST_WAIT_MS = 3_600_000;
const MONITOR_MINIMUM_MS = 60_000;

interface ScheduleStatus {
  last: string;
  next: string;
  lastUpdated: string;
}

export interface TimerListenerOptions {
  fn: RegisteredFunction;
  invoker: RunsFunctions;
  log: HostLog;
  /** Where the last occurrence is kept between starts (Azure: the container azure-webjobs-hosts). */
  stateDir: string;
  clock: () => Date;
  env: Record<string, string | undefined>;
}

/** Runs one timer function on its schedule in UTC, never twice at a time; what was missed runs once at the start. */
export class TimerListener {
  readonly #options: TimerListenerOptions;
  readonly #schedule: Cron;
  readonly #monitored: boolean;
  readonly #runOnStartup: boolean;
  readonly #statusFile: string;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(options: TimerListenerOptions) {
    this.#options = options;
    const { binding } = triggerOf(options.fn);
    this.#schedule = parseSchedule(resolveSettings(binding.schedule ?? '', options.env));
    const first = nextOccurrence(this.#schedule, options.clock());
    const spacingMs = nextOccurrence(this.#schedule, first).getTime() - first.getTime();
    // As the real host: schedules that fire more often than once a minute are not monitored.
    this.#monitored = (binding.useMonitor ?? true) && spacingMs >= MONITOR_MINIMUM_MS;
    this.#runOnStartup = binding.runOnStartup === true;
    mkdirSync(options.stateDir, { recursive: true });
    this.#statusFile = join(options.stateDir, `${options.fn.metadata.name.toLowerCase()}.json`);
  }

  start(): void {
    const now = this.#options.clock();
    const status = this.#monitored ? this.#readStatus() : undefined;
    const missed = status !== undefined && Date.parse(status.next) < now.getTime();
    if (missed || this.#runOnStartup) {
      this.#run(missed).catch((error: unknown) => this.#options.log('error', this.#name, String(error)));
      return;
    }
    if (this.#monitored && status === undefined) this.#writeStatus('0001-01-01T00:00:00Z', now);
    this.#scheduleNext();
  }

  /** No new run begins; one under way goes on. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  get #name(): string {
    return `Host.Timers.${this.#options.fn.metadata.name}`;
  }

  #scheduleNext(): void {
    if (this.#stopped) return;
    const due = nextOccurrence(this.#schedule, this.#options.clock());
    this.#waitUntil(due);
  }

  #waitUntil(due: Date): void {
    const waitMs = due.getTime() - this.#options.clock().getTime();
    if (waitMs > 0) {
      this.#timer = setTimeout(() => this.#waitUntil(due), Math.min(waitMs, LONGEST_WAIT_MS));
      return;
    }
    this.#run(false).catch((error: unknown) => this.#options.log('error', this.#name, String(error)));
  }

  /** The status is written after the run, so that a host killed in the middle runs it again when it comes back. */
  async #run(isPastDue: boolean): Promise<void> {
    const startedAt = this.#options.clock();
    const status = this.#readStatus();
    const input = {
      Schedule: { AdjustForDST: true },
      ScheduleStatus:
        this.#monitored && status !== undefined
          ? { Last: status.last, Next: status.next, LastUpdated: status.lastUpdated }
          : null,
      IsPastDue: isPastDue,
    };
    try {
      await this.#options.invoker.invoke(this.#options.fn, { json: JSON.stringify(input) });
    } catch (error) {
      // Logged in full by the invoker. A timer is not tried again before its next occurrence, as on Azure.
      this.#options.log('debug', this.#name, `failed: ${error instanceof Error ? error.name : typeof error}`);
    }
    if (this.#monitored) this.#writeStatus(startedAt.toISOString(), this.#options.clock());
    this.#scheduleNext();
  }

  #readStatus(): ScheduleStatus | undefined {
    try {
      return JSON.parse(readFileSync(this.#statusFile, 'utf8'));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    }
  }

  #writeStatus(last: string, now: Date): void {
    const next = nextOccurrence(this.#schedule, now).toISOString();
    const status: ScheduleStatus = { last, next, lastUpdated: now.toISOString() };
    // Another host may run the same timer on the same folder.
    const newFile = `${this.#statusFile}.${process.pid}.new`;
    writeFileSync(newFile, JSON.stringify(status));
    renameSync(newFile, this.#statusFile);
  }
}
