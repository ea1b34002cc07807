import {
  type DeviceRule,
  type DeviceTest,
  readDeviceRule,
} from '../../audit/checks/conditional-access/device-filter.ts';
import type { LoggedDevice } from '../../audit/facts/sign-in-classes.ts';
import { allOf, anyOf, not, type Truth } from './truth.ts';

const tests: Readonly<Record<DeviceTest, (value: string, part: string) => boolean>> = {
  is: (value, part) => value === part,
  startsWith: (value, part) => value.startsWith(part),
  endsWith: (value, part) => value.endsWith(part),
  contains: (value, part) => value.includes(part),
};

/** The values that the attribute may have, null for none; undefined where it may be any. */
function valuesOf(device: LoggedDevice, attribute: string): readonly (string | null)[] | undefined {
  if (!device.registered) return [null];
  // The log tells false of a device that Intune calls not compliant and of one that it does not know.
  if (attribute === 'iscompliant') return device.compliant === true ? ['true'] : ['false', null];
  if (attribute === 'trusttype') return device.trust === null ? undefined : [device.trust];
  return undefined;
}

function holds(rule: DeviceRule, device: LoggedDevice): Truth {
  if ('not' in rule) return not(holds(rule.not, device));
  if ('all' in rule) return allOf(rule.all.map((part) => holds(part, device)));
  if ('any' in rule) return anyOf(rule.any.map((part) => holds(part, device)));
  const values = valuesOf(device, rule.attribute);
  if (values === undefined) return null;
  const results = values.map((value) =>
    value === null || rule.value === null ? value === rule.value : tests[rule.test](value, rule.value),
  );
  return results.every(Boolean) ? true : results.some(Boolean) ? null : false;
}

const read = new Map<string, DeviceRule | null>();
const readAtMost = 1_000;

/** Whether a filter for devices takes in the device of a sign-in. Attributes of one that is not registered are empty. */
export function matchesDevice(rule: string, device: LoggedDevice | null): Truth {
  if (device === null) return null;
  if (!read.has(rule)) {
    if (read.size >= readAtMost) read.clear();
    read.set(rule, readDeviceRule(rule));
  }
  const parsed = read.get(rule) ?? null;
  return parsed === null ? null : holds(parsed, device);
}
