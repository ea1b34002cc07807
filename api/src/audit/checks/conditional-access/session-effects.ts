import { booleanAt, enumAt, isObject, type JsonObject, numberAt } from '../../facts/json-reader.ts';
import { isSet } from './policy-form.ts';

/** What a session control does: a session ends sooner, every so many minutes where that is told, or it can do less. */
export type SessionEffect = {
  effect: 'signInAgain' | 'sessionLimited';
  asks: readonly string[];
  everyMinutes?: number;
  isOfBrowser: boolean;
};

const hour = 60;
const day = 24 * hour;

/** Both factors again, or the second alone: whoever proves both anew proves the second. */
const bothFactors = ['second factor'];
const secondFactor = ['second factor', 'not the first'];

function frequency(control: JsonObject): SessionEffect {
  const isSecond = enumAt(control, 'authenticationType') === 'secondaryauthentication';
  const value = numberAt(control, 'value');
  const isEveryTime = enumAt(control, 'frequencyInterval') === 'everytime' || value === null;
  const everyMinutes = isEveryTime ? 0 : value * (enumAt(control, 'type') === 'days' ? day : hour);
  return { effect: 'signInAgain', asks: isSecond ? secondFactor : bothFactors, everyMinutes, isOfBrowser: false };
}

/** Whoever closes the browser signs in again. */
const closedBrowser = ['after the browser was closed'];

const isOn = (control: unknown): boolean =>
  isObject(control) ? (booleanAt(control, 'isEnabled') ?? isSet(control)) : isSet(control) && control !== false;

/** What the session controls of a policy do, one by one; those that ease nothing and limit nothing are left out. */
export function sessionEffects(session: JsonObject): SessionEffect[] {
  return Object.entries(session)
    .filter(([key, control]) => !key.includes('@') && isOn(control))
    .flatMap(([key, control]): SessionEffect[] => {
      if (key === 'signInFrequency' && isObject(control)) return [frequency(control)];
      if (key === 'persistentBrowser')
        return enumAt(control, 'mode') === 'never'
          ? [{ effect: 'signInAgain', asks: closedBrowser, isOfBrowser: true }]
          : [];
      if (key === 'continuousAccessEvaluation' && enumAt(control, 'mode') === 'disabled') return [];
      const kind = enumAt(control, 'cloudAppSecurityType') ?? enumAt(control, 'mode');
      return [{ effect: 'sessionLimited', asks: [kind === null ? key : `${key} ${kind}`], isOfBrowser: false }];
    });
}
