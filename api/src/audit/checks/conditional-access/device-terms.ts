import type { Literal } from '../satisfiability/assignment.ts';
import { comparisonsOf, type DeviceRule, type DeviceTest, readDeviceRule } from './device-filter.ts';
import type { Dimension, SignInTerms } from './sign-in-terms.ts';

/** Attributes of which all values are documented; of the others a device may have any. */
const closedAttributes: ReadonlyMap<string, readonly string[]> = new Map([
  ['iscompliant', ['true', 'false']],
  ['trusttype', ['azuread', 'serverad', 'workplace']],
]);
/** Lists of texts, so that a device may have several values at once. */
const listAttributes = new Set(['physicalids', 'systemlabels']);
const unset = 'null';
const other = 'other';

const tests: Readonly<Record<DeviceTest, (value: string, part: string) => boolean>> = {
  is: (value, part) => value === part,
  startsWith: (value, part) => value.startsWith(part),
  endsWith: (value, part) => value.endsWith(part),
  contains: (value, part) => value.includes(part),
};

/** Of texts in lower case, as filters compare them. */
export const isOfText = (test: DeviceTest, value: string, part: string): boolean => tests[test](value, part);

/** What a filter asks of the text of an attribute, as its literal is labeled. */
export type TextTest = readonly [attribute: string, test: DeviceTest, part: string];
const testLabel = 'devicetest:';

/** Null where the label is of something else. */
export const textTestOf = (label: string): TextTest | null =>
  label.startsWith(testLabel) ? (JSON.parse(label.slice(testLabel.length)) as TextTest) : null;

/** `value "x"`, so that a value cannot be mistaken for one of ours. */
const valueName = (value: string): string => `value ${value}`;

/**
 * Filters for devices and device states as truth values. All attributes of a device that is not registered are null, so
 * that negative operators hold of it (Microsoft Learn, "Filter for devices", policy behavior); compliance needs a
 * registered device, and every registered device has a trust type.
 */
export class DeviceTerms {
  private readonly terms: SignInTerms;
  private readonly attributes = new Map<string, Dimension>();
  private readonly tested = new Map<string, Literal>();

  constructor(terms: SignInTerms, rules: readonly string[]) {
    this.terms = terms;
    const parsed = new Map(rules.map((rule) => [rule, readDeviceRule(rule)]));
    const mentioned = new Map<string, Set<string>>([
      ['trusttype', new Set()],
      ['iscompliant', new Set()],
    ]);
    for (const rule of parsed.values()) {
      for (const { attribute, value } of rule === null ? [] : comparisonsOf(rule)) {
        const values = mentioned.get(attribute) ?? new Set();
        mentioned.set(attribute, value === null ? values : values.add(value));
      }
    }
    for (const [attribute, values] of mentioned)
      if (!listAttributes.has(attribute)) this.addAttribute(attribute, values);
    terms.define('devicestate:compliant', [this.value('iscompliant', 'true')]);
    terms.define('devicestate:domainjoined', [this.value('trusttype', 'serverad')]);
    for (const [rule, expression] of parsed) {
      // A rule that cannot be read may match any device or none.
      terms.define(`device:${rule}`, [expression === null ? terms.free() : this.literalOf(expression)]);
    }
  }

  private addAttribute(attribute: string, mentioned: ReadonlySet<string>): void {
    const values = closedAttributes.get(attribute)?.map(valueName) ?? [...[...mentioned].map(valueName), other];
    const dimension = this.terms.dimension(`device.${attribute}`, [unset, ...values], unset);
    this.attributes.set(attribute, dimension);
    if (attribute !== 'trusttype') this.needsRegistration(-this.value(attribute, null));
  }

  private needsRegistration(literal: Literal): void {
    this.terms.implies([literal], -this.value('trusttype', null));
  }

  private value(attribute: string, value: string | null): Literal {
    return this.attributes.get(attribute)?.values.get(value === null ? unset : valueName(value)) ?? this.terms.never;
  }

  private literalOf(rule: DeviceRule): Literal {
    if ('not' in rule) return -this.literalOf(rule.not);
    if ('all' in rule) return -this.anyOf(rule.all.map((part) => -this.literalOf(part)));
    return 'any' in rule ? this.anyOf(rule.any.map((part) => this.literalOf(part))) : this.comparison(rule);
  }

  private anyOf(parts: readonly Literal[]): Literal {
    const literal = this.terms.solver.variable();
    this.terms.implies([literal], ...parts);
    for (const part of parts) this.terms.implies([part], literal);
    return literal;
  }

  private comparison({
    attribute,
    test,
    value,
  }: Exclude<DeviceRule, { all: unknown } | { any: unknown } | { not: unknown }>): Literal {
    if (test === 'is' && !listAttributes.has(attribute)) return this.value(attribute, value);
    const key = JSON.stringify([attribute, test, value]);
    const literal = this.tested.get(key) ?? this.textTest(attribute, test, value ?? '');
    this.tested.set(key, literal);
    return literal;
  }

  /** Of values that no rule names it is not known which texts are in them. */
  private textTest(attribute: string, test: DeviceTest, part: string): Literal {
    const literal = this.terms.free(`${testLabel}${JSON.stringify([attribute, test, part] satisfies TextTest)}`);
    const values = this.attributes.get(attribute)?.values;
    if (values === undefined) this.needsRegistration(literal);
    for (const [name, isValue] of values ?? []) {
      if (name === other) continue;
      const holds = name !== unset && tests[test](name.slice(valueName('').length), part);
      this.terms.implies([isValue], holds ? literal : -literal);
    }
    return literal;
  }
}
