import type { TicketChoiceList, TicketChoices } from '@tenantry/contract/ticket-systems';

/** Why a ticket system did not do what it was asked for. */
export type TicketFailure = {
  kind: 'failed';
  /** A sentence for people, without a secret. */
  reason: string;
  /** Asking again changes nothing until somebody changes something. */
  isPermanent: boolean;
  /** `system`: every other call would fail as well (sign-in, network, limit of requests). */
  concerns: 'system' | 'ticket';
  /** As the system asked to wait; absent where it said nothing. */
  retryAfterSeconds?: number;
};
export type TicketAnswer<T> = { kind: 'ok'; value: T } | TicketFailure;

export type TicketCompany = {
  id: string;
  name: string;
  /** What its web site or domain says, in lower case; '' where nothing. */
  domain: string;
};

/** What a new ticket says. All of it is plain text: an adapter escapes what its system would take for markup. */
export type NewTicket = {
  companyId: string;
  summary: string;
  description: string;
  /** By which it is found again: derived from tenant, work and how many there were before. It stands in the description too. */
  reference: string;
};

/** A ticket as its system has it. */
export type FoundTicket = { id: string; number: string; url: string };
export type TicketState = FoundTicket & {
  status: string;
  isClosed: boolean;
  /** Null where it is open, or the system does not say. */
  closedAt: string | null;
};

/**
 * A system in which a service desk keeps its tickets. No call throws for what the system answers. None of them is repeated here: what
 * is called again after a failure is looked for first (`findByReference`, `hasNote`).
 */
export interface TicketSystem {
  /** Signs in and reads something small. @returns what answered, as a sentence */
  test(): Promise<TicketAnswer<string>>;
  /** What has to be chosen before tickets are opened, as the system lists it; some lists depend on what was chosen. */
  choices(chosen: TicketChoices): Promise<TicketAnswer<TicketChoiceList[]>>;
  /** A page of its companies, `next` null at the end. */
  companies(page: number): Promise<TicketAnswer<{ companies: TicketCompany[]; next: number | null }>>;
  open(ticket: NewTicket): Promise<TicketAnswer<FoundTicket>>;
  /** The ticket of a reference, of whatever company: a match may have been another when it was opened. Null where there is none. */
  findByReference(ticket: Pick<NewTicket, 'reference'>): Promise<TicketAnswer<FoundTicket | null>>;
  /** Whether a note that holds the marker is on the ticket. */
  hasNote(ticketId: string, marker: string): Promise<TicketAnswer<boolean>>;
  addNote(ticketId: string, text: string): Promise<TicketAnswer<null>>;
  /** Closes the ticket with what was found as its resolution. */
  close(ticketId: string, resolution: string): Promise<TicketAnswer<null>>;
  /** The states of at most `statesAtOnce` tickets; one that is gone is left out. */
  states(ticketIds: readonly string[]): Promise<TicketAnswer<TicketState[]>>;
}

/** As many are asked about in one call. */
export const statesAtOnce = 50;

/** How a system is reached, its secrets opened. */
export type TicketSystemAccess = {
  kind: 'halopsa' | 'connectwise' | 'autotask';
  address: string;
  /** What is not secret, by field. */
  account: Readonly<Record<string, string>>;
  secrets: Readonly<Record<string, string>>;
  choices: TicketChoices;
};

export type OpenTicketSystem = (access: TicketSystemAccess) => TicketSystem;
