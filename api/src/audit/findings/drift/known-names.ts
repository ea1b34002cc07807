import { type Facts, factOf } from '../../facts/facts.ts';
import { textAt } from '../../facts/json-reader.ts';

const maxNames = 5000;

/** What a person calls the ids that occur in settings, as far as the scan knows: accounts, groups, roles, locations. */
export function knownNames(facts: Facts): Record<string, string> {
  const names = new Map<string, string>();
  for (const { id, name, upn } of [
    ...(factOf(facts, 'users')?.accounts ?? []),
    ...(factOf(facts, 'roles')?.accounts ?? []),
  ]) {
    names.set(id, upn ?? name);
  }
  for (const { id, name } of factOf(facts, 'groups')?.named ?? []) names.set(id, name);
  for (const { roleTemplateId, roleName } of factOf(facts, 'roles')?.holdings ?? [])
    names.set(roleTemplateId, roleName);
  for (const location of factOf(facts, 'namedLocations') ?? []) {
    names.set(textAt(location, 'id') ?? '', textAt(location, 'displayName') ?? '');
  }
  return Object.fromEntries([...names].filter(([id, name]) => id !== '' && name !== '').slice(0, maxNames));
}
