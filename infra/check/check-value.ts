import { caseOf, lengthMismatch, mismatch, settable } from './assign.ts';
import type { Expression, Place } from './bicep-ast.ts';
import { suggestion } from './faults.ts';
import type { Inference } from './infer.ts';
import { elementOf, type Scope, scopeOf } from './scope.ts';
import { ANY, type Field, type ObjectType, type Type } from './types.ts';

type ObjectExpression = Extract<Expression, { kind: 'object' }>;

/** How a value is looked at: `what` names it in a fault, `at` is where a lack of it is reported. */
interface Look {
  what: string;
  at: Place;
  /** One of several objects that are put together: what it lacks another may have. */
  partial?: boolean;
}

/** Holds an expression against the type that is wanted, and reports at the line that is at fault. */
export class ValueCheck {
  readonly #inference: Inference;
  /** Variables that are being looked into, against ones that are made of themselves. */
  readonly #open = new Set<Expression>();

  constructor(inference: Inference) {
    this.#inference = inference;
  }

  check(expression: Expression, wanted: Type, scope: Scope, look: Look): void {
    if (wanted.is === 'any') {
      this.#inference.infer(expression, scope);
      return;
    }
    switch (expression.kind) {
      case 'object':
        this.#object(expression, wanted, scope, look);
        return;
      case 'array':
        this.#array(expression, wanted, scope, look);
        return;
      case 'for': {
        const inner = this.#inference.loop(expression, scope);
        if (!this.#kindFits('array', wanted)) {
          this.#compare(expression, wanted, scope, look);
          return;
        }
        this.check(expression.body, elementOf(arraysOf(wanted)), inner, look);
        return;
      }
      case 'if':
        this.#inference.wants(expression.condition, { is: 'bool' }, scope);
        this.check(expression.body, wanted, scope, look);
        return;
      case 'ternary':
        this.#inference.wants(expression.condition, { is: 'bool' }, scope);
        this.check(expression.yes, wanted, scope, look);
        this.check(expression.no, wanted, scope, look);
        return;
      case 'name':
        this.#name(expression, wanted, scope, look);
        return;
      case 'call':
        this.#call(expression, wanted, scope, look);
        return;
      case 'binary':
        if (expression.operator !== '??') {
          this.#compare(expression, wanted, scope, look);
          return;
        }
        this.check(expression.left, wanted, scope, look);
        this.check(expression.right, wanted, scope, look);
        return;
      default:
        this.#compare(expression, wanted, scope, look);
        return;
    }
  }

  #compare(expression: Expression, wanted: Type, scope: Scope, look: Look): void {
    const problem = mismatch(this.#inference.infer(expression, scope), wanted);
    if (problem !== undefined) this.#inference.fault(scope, expression.at, `${look.what}: ${problem}`);
  }

  /** A variable's own value is looked into, so that the fault is on its line. */
  #name(expression: Extract<Expression, { kind: 'name' }>, wanted: Type, scope: Scope, look: Look): void {
    const declared = scope.locals.has(expression.name) ? undefined : scope.model.symbols.get(expression.name);
    if (declared?.kind !== 'var' || this.#open.has(declared.value)) {
      this.#compare(expression, wanted, scope, look);
      return;
    }
    this.#open.add(declared.value);
    this.check(declared.value, wanted, scopeOf(scope.model), { ...look, at: declared.at });
    this.#open.delete(declared.value);
  }

  #call(expression: Extract<Expression, { kind: 'call' }>, wanted: Type, scope: Scope, look: Look): void {
    const parts = expression.args;
    if (expression.name === 'concat' && parts.length > 0 && this.#kindFits('array', wanted)) {
      for (const one of parts) this.check(one, wanted, scope, look);
      return;
    }
    const [, lambda] = parts;
    if (expression.name === 'union' && this.#kindFits('object', wanted)) {
      for (const one of parts) this.check(one, wanted, scope, { ...look, partial: true });
      // Each part may lack what another has; what all lack is seen in what they make together.
    }
    if (expression.name === 'map' && lambda?.kind === 'lambda' && this.#kindFits('array', wanted) && parts[0]) {
      const item = elementOf(this.#inference.infer(parts[0], scope));
      const names = Object.fromEntries(lambda.parameters.map((one, index) => [one, index === 0 ? item : INT]));
      const inner = { ...scope, locals: new Map([...scope.locals, ...Object.entries(names)]) };
      this.check(lambda.body, elementOf(arraysOf(wanted)), inner, look);
      return;
    }
    this.#compare(expression, wanted, scope, look);
  }

  #kindFits(kind: 'array' | 'object', wanted: Type): boolean {
    if (wanted.is === 'union') return wanted.of.some((one) => this.#kindFits(kind, one));
    return wanted.is === kind || (kind === 'object' && wanted.is === 'cases');
  }

  #array(expression: Extract<Expression, { kind: 'array' }>, wanted: Type, scope: Scope, look: Look): void {
    if (!this.#kindFits('array', wanted)) {
      this.#compare(expression, wanted, scope, look);
      return;
    }
    const array = arraysOf(wanted);
    const problem = array.is === 'array' ? lengthMismatch(expression.items.length, array) : undefined;
    if (problem !== undefined) this.#inference.fault(scope, expression.at, `${look.what}: ${problem}`);
    for (const one of expression.items) this.check(one, elementOf(array), scope, { what: look.what, at: one.at });
  }

  #object(expression: ObjectExpression, wanted: Type, scope: Scope, look: Look): void {
    if (wanted.is === 'union') {
      const objects = wanted.of.filter((one) => one.is === 'object' || one.is === 'cases');
      if (objects.length === 1 && objects[0] !== undefined) {
        this.#object(expression, objects[0], scope, look);
        return;
      }
    }
    if (wanted.is === 'object') {
      this.checkFields(expression, wanted, scope, look);
      return;
    }
    if (wanted.is === 'cases') {
      this.#cases(expression, wanted, scope, look);
      return;
    }
    this.#compare(expression, wanted, scope, look);
  }

  #cases(expression: ObjectExpression, wanted: Extract<Type, { is: 'cases' }>, scope: Scope, look: Look): void {
    const on = expression.properties.find((one) => one.name === wanted.on);
    const found = caseOf(wanted, on && this.#inference.infer(on.value, scope));
    if (on !== undefined && found === undefined)
      this.check(on.value, casesOf(wanted), scope, { what: wanted.on, at: on.at });
    if (typeof found === 'string') {
      if (on !== undefined || look.partial !== true)
        this.#inference.fault(scope, on?.at ?? look.at, `${look.what}: ${found}`);
      this.#inference.infer(expression, scope);
      return;
    }
    this.checkFields(expression, found ?? anyCase(wanted), scope, look);
  }

  /** Each property by name and type, and those that are lacking. */
  checkFields(expression: ObjectExpression, wanted: ObjectType, scope: Scope, look: Look): void {
    for (const { name, value, at } of expression.properties) {
      if (name === undefined) {
        this.check(value, wanted.more?.() ?? ANY, scope, { what: look.what, at });
        continue;
      }
      const field = wanted.fields.get(name);
      const near = suggestion(name, settable(wanted.fields));
      // Where other names are free, one that is nearly a known one is a slip all the same.
      const isSlip = wanted.more !== undefined && wanted.fields.size > 0 && near.includes('did you mean');
      if (field === undefined && (wanted.more === undefined || isSlip))
        this.#inference.fault(scope, at, `"${name}" is no property of ${look.what}${near}`);
      if (field?.readOnly) {
        this.#inference.fault(scope, at, `"${name}" of ${look.what} is set by Azure and cannot be set here`);
        this.#inference.infer(value, scope);
        continue;
      }
      this.check(value, field?.type() ?? wanted.more?.() ?? ANY, scope, { what: pathOf(look.what, name), at });
    }
    const isOpen = expression.properties.some((one) => one.name === undefined);
    if (look.partial || isOpen) return;
    for (const [name, field] of wanted.fields) {
      if (!field.required || field.readOnly || expression.properties.some((one) => one.name === name)) continue;
      this.#inference.fault(scope, look.at, `${look.what} lacks "${name}", which is required`);
    }
  }
}

/** The names of all cases. */
export const casesOf = (type: Extract<Type, { is: 'cases' }>): Type => ({
  is: 'string',
  values: [...type.cases.keys()],
});

const INT: Type = { is: 'int' };
const pathOf = (what: string, name: string) => (what.includes(' ') ? name : `${what}.${name}`);

function arraysOf(wanted: Type): Type {
  return wanted.is === 'union' ? (wanted.of.find((one) => one.is === 'array') ?? ANY) : wanted;
}

/** Where it is not known before deployment which case it is: the fields of all, none of which must be there. */
function anyCase(wanted: Extract<Type, { is: 'cases' }>): ObjectType {
  const cases = [...wanted.cases.values()].map((one) => one());
  const inner = cases.flatMap((one): [string, Field][] => (one.is === 'object' ? [...one.fields] : []));
  const fields = [...wanted.fields, ...inner].map(([name, field]): [string, Field] => [
    name,
    { ...field, required: false, type: () => ANY },
  ]);
  return { is: 'object', fields: new Map(fields) };
}
