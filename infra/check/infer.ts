import { caseOf, mismatch } from './assign.ts';
import { bodyOf, type Declaration, type Expression, plainString, propertyOf } from './bicep-ast.ts';
import { declaredType, narrowed } from './declared-types.ts';
import { suggestion } from './faults.ts';
import { typeOfCall } from './infer-call.ts';
import type { Model, Project } from './project.ts';
import { fullTypeOf } from './resource-names.ts';
import { elementOf, fieldNames, type Inferer, type Scope, within } from './scope.ts';
import {
  ANY,
  type AzureTypeReader,
  type Field,
  fieldOf,
  nameOfType,
  type ObjectType,
  objectOf,
  STRING,
  type Type,
  unionOf,
} from './types.ts';

/** Tells types of expressions, and reports what is read that is not there. */
export class Inference implements Inferer {
  readonly project: Project;
  readonly azure: AzureTypeReader;
  readonly #symbols = new Map<Declaration, Type>();

  constructor(project: Project, azure: AzureTypeReader) {
    this.project = project;
    this.azure = azure;
  }

  fault(scope: Scope, at: Expression['at'], message: string): void {
    this.project.fault(scope.model.file.path, at, message);
  }

  infer(expression: Expression, scope: Scope): Type {
    const infer = (one: Expression) => this.infer(one, scope);
    switch (expression.kind) {
      case 'string':
        return this.#string(expression.parts, scope);
      case 'number':
        return { is: 'int', value: expression.value };
      case 'boolean':
        return { is: 'bool', value: expression.value };
      case 'null':
        return { is: 'null' };
      case 'name':
        return this.#name(expression.name, scope);
      case 'member':
        return this.#member(infer(expression.object), expression, scope);
      case 'index':
        return this.#index(infer(expression.object), expression, scope);
      case 'nested':
        infer(expression.object);
        return this.#nested(expression, scope);
      case 'call':
        return typeOfCall(this, expression, scope);
      case 'object':
        return this.#object(expression, scope);
      case 'array': {
        const of = unionOf(expression.items.map(infer));
        return { is: 'array', of: () => (expression.items.length === 0 ? ANY : of), length: expression.items.length };
      }
      case 'for': {
        const of = this.infer(expression.body, this.loop(expression, scope));
        return { is: 'array', of: () => of };
      }
      case 'if':
        this.wants(expression.condition, { is: 'bool' }, scope);
        return infer(expression.body);
      case 'ternary':
        this.wants(expression.condition, { is: 'bool' }, scope);
        return unionOf([infer(expression.yes), infer(expression.no)]);
      case 'binary':
        return this.#binary(expression, scope);
      case 'unary': {
        const of: Type = expression.operator === '!' ? { is: 'bool' } : { is: 'int' };
        this.wants(expression.operand, of, scope);
        const { operand } = expression;
        return of.is === 'int' && operand.kind === 'number' ? { is: 'int', value: -operand.value } : of;
      }
      case 'lambda':
        return this.infer(
          expression.body,
          within(scope, Object.fromEntries(expression.parameters.map((one) => [one, ANY]))),
        );
    }
  }

  /** Reports where an expression is not of a type. */
  wants(expression: Expression, type: Type, scope: Scope): void {
    const problem = mismatch(this.infer(expression, scope), type);
    if (problem !== undefined) this.fault(scope, expression.at, problem);
  }

  loop(expression: Extract<Expression, { kind: 'for' }>, scope: Scope): Scope {
    const over = this.infer(expression.over, scope);
    if (over.is !== 'array' && over.is !== 'any' && over.is !== 'union')
      this.fault(scope, expression.over.at, `a loop goes over an array; this is ${nameOfType(over)}`);
    return within(scope, {
      ...(expression.item === undefined ? {} : { [expression.item]: elementOf(over) }),
      ...(expression.index === undefined ? {} : { [expression.index]: { is: 'int' } }),
    });
  }

  #string(parts: readonly (string | Expression)[], scope: Scope): Type {
    let texts: string[] | undefined = [''];
    let min = 0;
    for (const part of parts) {
      const type: Type = typeof part === 'string' ? { is: 'string', values: [part] } : this.infer(part, scope);
      if (typeof part === 'string') min += part.length;
      const values = type.is === 'string' ? type.values : type.is === 'int' ? numbers(type.value) : undefined;
      texts = values && texts?.flatMap((text) => values.map((value) => text + value));
      if (texts !== undefined && texts.length > 50) texts = undefined;
    }
    return texts === undefined ? { is: 'string', min } : { is: 'string', values: texts };
  }

  #name(name: string, scope: Scope): Type {
    const local = scope.locals.get(name);
    if (local !== undefined) return local;
    const declared = scope.model.symbols.get(name);
    return declared === undefined ? ANY : this.symbol(declared, scope.model);
  }

  /** The type of what a declaration names. */
  symbol(declared: Declaration, model: Model): Type {
    const known = this.#symbols.get(declared);
    if (known !== undefined) return known;
    // A variable that is made of itself is said to be anything, here; names.ts reports it.
    this.#symbols.set(declared, ANY);
    const type = this.#declared(declared, model);
    this.#symbols.set(declared, type);
    return type;
  }

  #declared(declared: Declaration, model: Model): Type {
    const scope: Scope = { model, locals: new Map() };
    switch (declared.kind) {
      case 'param':
        return narrowed(declaredType(model, declared.type), declared.decorators);
      case 'var':
        return this.infer(declared.value, scope);
      case 'resource':
        return looped(declared.body, this.#resource(declared, model));
      case 'module':
        return looped(declared.body, this.#module(declared, model));
      default:
        return ANY;
    }
  }

  #resource(declared: Extract<Declaration, { kind: 'resource' }>, model: Model): Type {
    const type = this.azure.resource(fullTypeOf(declared, model))?.body;
    if (type === undefined) return ANY;
    const body = bodyOf(declared.body);
    if (type.is !== 'cases') return type.is === 'object' ? { ...type, symbol: declared.name } : ANY;
    const on = plainString(propertyOf(body, type.on)?.value);
    const found = caseOf(type, on === undefined ? ANY : { is: 'string', values: [on] });
    return typeof found === 'object' ? { ...found, symbol: declared.name } : ANY;
  }

  #module(declared: Extract<Declaration, { kind: 'module' }>, model: Model): Type {
    const target = this.project.moduleOf(model, declared.path);
    if (target === undefined) return ANY;
    const outputs = target.file.declarations.filter((one) => one.kind === 'output');
    const fields: [string, Field][] = outputs.map((one) => [one.name, fieldOf(declaredType(target, one.type))]);
    return {
      ...objectOf({ name: STRING, outputs: { is: 'object', fields: new Map(fields) } }),
      symbol: declared.name,
    };
  }

  /** The type of one field of a value; `lacking` is called where it has none. */
  read(from: Type, name: string, lacking: (known: string[]) => void): Type {
    if (from.is === 'union') {
      const parts = from.of.filter((one) => one.is !== 'null');
      const found: Type[] = [];
      for (const one of parts) {
        let isThere = true;
        const type = this.read(one, name, () => {
          isThere = false;
        });
        if (isThere) found.push(type);
      }
      if (found.length === 0 && parts.length > 0) lacking(parts.flatMap(fieldNames));
      return found.length === 0 ? ANY : unionOf(found);
    }
    if (from.is === 'object' || from.is === 'cases') {
      const field = from.fields.get(name);
      if (field !== undefined && !field.writeOnly) return field.type();
      if (from.is === 'object' && from.more !== undefined) return from.more();
      if (from.is === 'cases') return from.on === name ? STRING : unionOf(this.#readCases(from, name, lacking));
      lacking(fieldNames(from));
      return ANY;
    }
    if (from.is !== 'any') lacking([]);
    return ANY;
  }

  #readCases(from: Extract<Type, { is: 'cases' }>, name: string, lacking: (known: string[]) => void): Type[] {
    const cases = [...from.cases.values()].map((one) => one());
    const found = cases.flatMap((one) => (one.is === 'object' ? (one.fields.get(name)?.type() ?? []) : []));
    if (found.length === 0) lacking(cases.flatMap(fieldNames));
    return found.length === 0 ? [ANY] : found;
  }

  #member(from: Type, expression: Extract<Expression, { kind: 'member' }>, scope: Scope): Type {
    const { property, at, safe } = expression;
    const type = this.read(from, property, (known) => {
      if (safe && known.length > 0) return;
      const what = known.length === 0 && from.is !== 'object' ? nameOfType(from) : 'this';
      this.fault(scope, at, `${what} has no property "${property}"${suggestion(property, known)}`);
    });
    return safe ? unionOf([type, { is: 'null' }]) : type;
  }

  #index(from: Type, expression: Extract<Expression, { kind: 'index' }>, scope: Scope): Type {
    const key = this.infer(expression.index, scope);
    if (from.is === 'array') {
      const problem = mismatch(key, { is: 'int' });
      if (problem !== undefined) this.fault(scope, expression.index.at, `an array is read by number: ${problem}`);
      return from.of();
    }
    if (key.is !== 'string' || key.values?.length !== 1) return from.is === 'object' ? anyField(from) : ANY;
    const [name = ''] = key.values;
    return this.read(from, name, (known) =>
      this.fault(scope, expression.index.at, `this has no property "${name}"${suggestion(name, known)}`),
    );
  }

  #nested({ object, name, at }: Extract<Expression, { kind: 'nested' }>, scope: Scope): Type {
    const parent = object.kind === 'name' ? scope.model.symbols.get(object.name) : undefined;
    if (parent?.kind !== 'resource') return ANY;
    const inner = bodyOf(parent.body)?.resources ?? [];
    const found = inner.find((one) => one.name === name);
    if (found !== undefined) return this.symbol(found, scope.model);
    const known = inner.map((one) => one.name);
    this.fault(scope, at, `${parent.name} has no resource "${name}" within it${suggestion(name, known)}`);
    return ANY;
  }

  #object(expression: Extract<Expression, { kind: 'object' }>, scope: Scope): Type {
    const fields = new Map<string, Field>();
    let more: Type | undefined;
    for (const { name, value } of expression.properties) {
      const type = this.infer(value, scope);
      if (name === undefined) more = more === undefined ? type : unionOf([more, type]);
      else fields.set(name, fieldOf(type));
    }
    return { is: 'object', fields, ...(more === undefined ? {} : { more: () => more ?? ANY }) };
  }

  #binary(expression: Extract<Expression, { kind: 'binary' }>, scope: Scope): Type {
    const { operator, left, right } = expression;
    const both = (type: Type) => {
      this.wants(left, type, scope);
      this.wants(right, type, scope);
    };
    if (['&&', '||'].includes(operator)) both({ is: 'bool' });
    else if (['-', '*', '/', '%', '+'].includes(operator)) both({ is: 'int' });
    else {
      const types = [this.infer(left, scope), this.infer(right, scope)] as const;
      if (operator === '??') return unionOf(types);
      if (operator === '==' || operator === '!=') this.#comparable(types, expression, scope);
    }
    return ['-', '*', '/', '%', '+'].includes(operator) ? { is: 'int' } : { is: 'bool' };
  }

  /** A comparison with what can never be the value is a slip. */
  #comparable([a, b]: readonly [Type, Type], { at }: Expression, scope: Scope): void {
    const [few, one] = a.is === 'string' && (a.values?.length ?? 0) > 1 ? [a, b] : [b, a];
    if (few.is !== 'string' || few.values === undefined || one.is !== 'string' || one.values?.length !== 1) return;
    const [value = ''] = one.values;
    if (few.values.length > 1 && !few.values.includes(value))
      this.fault(scope, at, `it is never '${value}'${suggestion(value, few.values)}`);
  }
}

const numbers = (value: number | undefined) => (value === undefined ? undefined : [String(value)]);
const looped = (body: Expression, type: Type): Type => (body.kind === 'for' ? { is: 'array', of: () => type } : type);
const anyField = (from: ObjectType): Type =>
  from.more === undefined ? unionOf([...from.fields.values()].map((one) => one.type())) : ANY;
