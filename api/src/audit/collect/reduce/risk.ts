import type { AlertDetails } from '@tenantry/contract/verdicts';
import { booleanAt, enumAt, isObject, type JsonObject, objectsAt, textAt, timeAt } from '../../facts/json-reader.ts';
import type { AlertFacts, RiskFacts } from '../../facts/risk-facts.ts';
import { addTo, emptyList } from './capped-list.ts';

const openStates = new Set(['atrisk', 'confirmedcompromised']);
const closedStates = new Set(['none', 'confirmedsafe', 'remediated', 'dismissed']);

export type RiskReducer = { add(page: readonly unknown[]): void; finish(): RiskFacts };

/** Counts what Identity Protection holds open: risky users, or risk detections (`idKey` names the account's id in a row). */
export function riskReducer(idKey: 'id' | 'userId'): RiskReducer {
  const facts: RiskFacts = {
    total: 0,
    high: 0,
    confirmed: 0,
    lower: 0,
    unrated: 0,
    untold: 0,
    severe: emptyList(),
    listed: emptyList(),
  };
  const addOne = (row: JsonObject): void => {
    // Nobody signs in as a deleted account, and its risk cannot be dealt with (Graph, riskyUser.isDeleted).
    if (booleanAt(row, 'isDeleted') === true) return;
    const state = enumAt(row, 'riskState') ?? '';
    if (!openStates.has(state)) {
      if (!closedStates.has(state)) facts.untold += 1;
      return;
    }
    facts.total += 1;
    const level = enumAt(row, 'riskLevel');
    if (state === 'confirmedcompromised') facts.confirmed += 1;
    else if (level === 'high') facts.high += 1;
    else if (level === 'medium' || level === 'low') facts.lower += 1;
    else facts.unrated += 1;
    const id = textAt(row, idKey) ?? textAt(row, 'id') ?? '';
    const name = `${textAt(row, 'userPrincipalName') ?? id} (${level ?? 'unknown'} risk)`;
    addTo(facts.listed, id, name);
    if (state === 'confirmedcompromised' || level === 'high') addTo(facts.severe, id, name);
  };
  return {
    add: (page) => page.filter(isObject).forEach(addOne),
    finish: () => facts,
  };
}

const severities = new Set(['unknown', 'informational', 'low', 'medium', 'high']);

/** The accounts that the evidence of an alert names (Graph, microsoft.graph.security.userEvidence and mailboxEvidence). */
function usersOf(alert: JsonObject): string[] | null {
  if (!Array.isArray(alert.evidence)) return null;
  const names = objectsAt(alert, 'evidence').map(
    (item) =>
      textAt(item, 'userAccount', 'userPrincipalName') ??
      textAt(item, 'primaryAddress') ??
      textAt(item, 'userAccount', 'accountName'),
  );
  return [...new Set(names.filter((name) => name !== null))].slice(0, alertUsersListed);
}

const alertUsersListed = 20;

function alertDetails(alert: JsonObject, created: number | null): AlertDetails {
  const url = textAt(alert, 'alertWebUrl');
  return {
    users: usersOf(alert),
    createdAt: created === null ? null : new Date(created).toISOString(),
    // It becomes a link: nothing but an address of a page is taken.
    url: url !== null && URL.canParse(url) && new URL(url).protocol === 'https:' ? url : null,
  };
}

export type AlertReducer = { add(page: readonly unknown[]): void; finish(): AlertFacts };

export function alertReducer(now: Date): AlertReducer {
  const medium = emptyList();
  const facts: AlertFacts = { open: emptyList(), old: emptyList(), medium, untold: 0 };
  const addOne = (alert: JsonObject): void => {
    const severity = enumAt(alert, 'severity');
    if (!severities.has(severity ?? '')) facts.untold += 1;
    if ((severity !== 'high' && severity !== 'medium') || enumAt(alert, 'status') === 'resolved') return;
    const id = textAt(alert, 'id') ?? '';
    const name = textAt(alert, 'title') ?? id;
    const created = timeAt(alert, 'createdDateTime');
    const details = { alert: alertDetails(alert, created) };
    addTo(severity === 'high' ? facts.open : medium, id, name, details);
    if (severity === 'high' && created !== null && created < now.getTime() - 86_400_000)
      addTo(facts.old, id, name, details);
  };
  return {
    add: (page) => page.filter(isObject).forEach(addOne),
    finish: () => facts,
  };
}
