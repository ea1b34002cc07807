import type { AlertFacts, RiskFacts } from '../facts.ts';
import { enumAt, isObject, type JsonObject, textAt, timeAt } from '../json-reader.ts';
import { addTo, emptyList } from './capped-list.ts';

const openStates = new Set(['atrisk', 'confirmedcompromised']);

export type RiskReducer = { add(page: readonly unknown[]): void; finish(): RiskFacts };

/** Counts what Identity Protection holds open: risky users, or risk detections (`idKey` names the account's id in a row). */
export function riskReducer(idKey: 'id' | 'userId'): RiskReducer {
  const facts: RiskFacts = { total: 0, high: 0, confirmed: 0, lower: 0, listed: emptyList() };
  const addOne = (row: JsonObject): void => {
    const state = enumAt(row, 'riskState') ?? '';
    if (!openStates.has(state)) return;
    facts.total += 1;
    const level = enumAt(row, 'riskLevel');
    if (state === 'confirmedcompromised') facts.confirmed += 1;
    else if (level === 'high') facts.high += 1;
    else facts.lower += 1;
    const id = textAt(row, idKey) ?? textAt(row, 'id') ?? '';
    addTo(facts.listed, id, `${textAt(row, 'userPrincipalName') ?? id} (${level ?? 'unknown'} risk)`);
  };
  return {
    add: (page) => page.filter(isObject).forEach(addOne),
    finish: () => facts,
  };
}

export type AlertReducer = { add(page: readonly unknown[]): void; finish(): AlertFacts };

export function alertReducer(now: Date): AlertReducer {
  const facts: AlertFacts = { open: emptyList(), olderThanOneDay: 0 };
  const addOne = (alert: JsonObject): void => {
    if (enumAt(alert, 'severity') !== 'high' || enumAt(alert, 'status') === 'resolved') return;
    const id = textAt(alert, 'id') ?? '';
    addTo(facts.open, id, textAt(alert, 'title') ?? id);
    const created = timeAt(alert, 'createdDateTime');
    if (created === null || created < now.getTime() - 86_400_000) facts.olderThanOneDay += 1;
  };
  return {
    add: (page) => page.filter(isObject).forEach(addOne),
    finish: () => facts,
  };
}
