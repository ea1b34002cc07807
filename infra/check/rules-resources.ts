import { caseOf } from './assign.ts';
import { SCOPES } from './azure-types.ts';
import { type Expression, plainString, propertyOf, type ResourceDeclaration } from './bicep-ast.ts';
import { casesOf, ValueCheck } from './check-value.ts';
import { suggestion } from './faults.ts';
import type { Inference } from './infer.ts';
import type { Model } from './project.ts';
import { enclosing, fullTypeOf, resourceNamed, resourcesOf } from './resource-names.ts';
import { type Scope, scopeOf } from './scope.ts';
import { originsOf } from './trace.ts';
import { ANY, arrayOf, type Field, type ObjectType, type Type } from './types.ts';

/** Every resource is of a type and version that Azure published, and sets what that type has. */
export function checkResources(inference: Inference): void {
  for (const model of inference.project.bicep) {
    if (!model.parsed) continue;
    for (const resource of resourcesOf(model)) new ResourceCheck(inference, model, resource).check();
  }
}

/** What Bicep itself adds to a resource, and what it takes away: the type stands in the declaration. */
const OF_BICEP = ['parent', 'scope', 'dependsOn'];
const NOT_SET = ['id', 'type', 'apiVersion'];

class ResourceCheck {
  readonly #inference: Inference;
  readonly #model: Model;
  readonly #resource: ResourceDeclaration;
  readonly #type: string;
  readonly #name: string;

  constructor(inference: Inference, model: Model, resource: ResourceDeclaration) {
    this.#inference = inference;
    this.#model = model;
    this.#resource = resource;
    this.#type = fullTypeOf(resource, model);
    this.#name = this.#type.split('@')[0] ?? '';
  }

  check(): void {
    const { body } = this.#resource;
    let scope = scopeOf(this.#model);
    let inner = body;
    if (inner.kind === 'for') {
      scope = this.#inference.loop(inner, scope);
      inner = inner.body;
    }
    if (inner.kind === 'if') {
      this.#inference.wants(inner.condition, { is: 'bool' }, scope);
      inner = inner.body;
    }
    const known = this.#known();
    if (inner.kind !== 'object') {
      this.#fault(inner.at, 'a resource is an object, after `if` and `for` where it has them');
      return;
    }
    this.#parent(inner);
    if (this.#resource.existing) {
      this.#existing(inner, scope);
      return;
    }
    if (known === undefined) {
      this.#inference.infer(inner, scope);
      return;
    }
    this.#scope(inner, known.scopes, scope);
    this.#body(inner, known.body, scope);
  }

  #fault(at: { line: number; column: number }, message: string): void {
    this.#inference.project.fault(this.#model.file.path, at, message);
  }

  #known() {
    const known = this.#inference.azure.resource(this.#type);
    if (known !== undefined) return known;
    const [, version = ''] = this.#type.split('@');
    const versions = this.#inference.azure.versionsOf(this.#name);
    const at = this.#resource.typeAt;
    if (versions === undefined) {
      const names = new Set(this.#inference.azure.names.map((one) => one.split('@')[0] ?? ''));
      this.#fault(at, `${this.#name} is not among Azure's types${suggestion(this.#name, names)} ${HOW_TO_ADD}`);
    } else if (versions.includes(version))
      this.#fault(at, `${this.#type} is a type of Azure, but not in azure-types.json. ${HOW_TO_ADD}`);
    else {
      const last = versions.filter((one) => !one.includes('preview')).slice(-3);
      this.#fault(at, `${this.#name} has no version ${version}; the last are ${last.join(', ')}`);
    }
    return undefined;
  }

  #body(body: Extract<Expression, { kind: 'object' }>, type: Type, scope: Scope): void {
    const look = { what: this.#name, at: this.#resource.at };
    const wanted = this.#wanted(body, type, scope);
    if (wanted !== undefined) new ValueCheck(this.#inference).checkFields(body, wanted, scope, look);
  }

  /** The type without what Bicep itself says, with what it adds. */
  #wanted(body: Extract<Expression, { kind: 'object' }>, type: Type, scope: Scope): ObjectType | undefined {
    let of: Type | string | undefined = type;
    if (type.is === 'cases') {
      const on = propertyOf(body, type.on);
      of = caseOf(type, on && this.#inference.infer(on.value, scope));
      if (on !== undefined && of === undefined) {
        const look = { what: `${this.#name}.${type.on}`, at: on.at };
        new ValueCheck(this.#inference).check(on.value, casesOf(type), scope, look);
      }
      if (typeof of === 'string') this.#fault(on?.at ?? this.#resource.at, `${this.#name}: ${of}`);
    }
    if (of === undefined || typeof of === 'string' || of.is !== 'object') {
      this.#inference.infer(body, scope);
      return undefined;
    }
    const added: [string, Field][] = OF_BICEP.map((name) => [
      name,
      { type: () => (name === 'dependsOn' ? arrayOf(ANY) : ANY), required: false, readOnly: false, writeOnly: false },
    ]);
    return { ...of, fields: new Map([...[...of.fields].filter(([name]) => !NOT_SET.includes(name)), ...added]) };
  }

  #existing(body: Extract<Expression, { kind: 'object' }>, scope: Scope): void {
    for (const { name, value, at } of body.properties) {
      this.#inference.infer(value, scope);
      if (name === undefined || !['name', 'parent', 'scope'].includes(name))
        this.#fault(at, `an existing resource has name, parent and scope; "${name ?? ''}" cannot be set`);
    }
    if (propertyOf(body, 'name') === undefined)
      this.#fault(this.#resource.at, `${this.#name} lacks "name", which is required`);
  }

  #parent(body: Extract<Expression, { kind: 'object' }>): void {
    const given = propertyOf(body, 'parent');
    const outer = enclosing(this.#resource, this.#model);
    const segments = this.#name.split('/').length;
    if (outer !== undefined) {
      if (given !== undefined) this.#fault(given.at, 'a resource within another has no "parent" of its own');
      return;
    }
    const name = propertyOf(body, 'name');
    const text = plainString(name?.value);
    if (given === undefined) {
      if (segments > 2 && name !== undefined && !this.#hasParts(name.value, segments - 1))
        this.#fault(
          name.at,
          `a ${this.#name} needs a "parent", or a name of ${segments - 1} parts with "/" between them`,
        );
      return;
    }
    if (text?.includes('/')) this.#fault(name?.at ?? given.at, 'with a "parent", the name has no "/"');
    const parent = resourceNamed(given.value, this.#model);
    if (parent === undefined) {
      this.#fault(given.value.at, '"parent" is the symbol of a resource in this file');
      return;
    }
    const wanted = this.#name.split('/').slice(0, -1).join('/');
    const is = fullTypeOf(parent, this.#model).split('@')[0] ?? '';
    if (is.toLowerCase() !== wanted.toLowerCase())
      this.#fault(given.value.at, `the parent of a ${this.#name} is a ${wanted}; ${parent.name} is a ${is}`);
  }

  /** Whether a name has as many parts as the type. What is not put together with "/" here counts as one. */
  #hasParts(name: Expression, count: number): boolean {
    const { body } = this.#resource;
    const scope = scopeOf(this.#model);
    const type = this.#inference.infer(name, body.kind === 'for' ? this.#inference.loop(body, scope) : scope);
    if (type.is === 'string' && type.values !== undefined)
      return type.values.every((one) => one.split('/').length === count);
    return originsOf(this.#inference.project, { expression: name, model: this.#model }).every(({ expression }) => {
      const parts = expression.kind === 'string' ? expression.parts : [];
      const texts = parts.filter((one) => typeof one === 'string');
      return texts.join('').split('/').length === count;
    });
  }

  #scope(body: Extract<Expression, { kind: 'object' }>, scopes: number, scope: Scope): void {
    const given = propertyOf(body, 'scope');
    const isExtension = (scopes & SCOPES.extension) !== 0;
    if (given !== undefined) {
      this.#inference.infer(given.value, scope);
      const symbol = resourceNamed(given.value, this.#model);
      if (
        symbol !== undefined &&
        !isExtension &&
        fullTypeOf(symbol, this.#model).split('@')[0]?.toLowerCase() !== 'microsoft.resources/resourcegroups'
      )
        this.#fault(given.at, `a ${this.#name} is deployed to a scope, not to a resource; leave "scope" out`);
      if (symbol === undefined && given.value.kind !== 'call')
        this.#fault(
          given.value.at,
          '"scope" is the symbol of a resource, or resourceGroup(), subscription(), tenant()',
        );
      return;
    }
    if (enclosing(this.#resource, this.#model) !== undefined || propertyOf(body, 'parent') !== undefined) return;
    if (this.#name.toLowerCase() === 'microsoft.insights/diagnosticsettings')
      this.#fault(this.#resource.at, 'diagnostic settings are those of a resource, which "scope" names');
    const here = this.#model.file.targetScope;
    const bit = Object.entries(SCOPES).find(([name]) => name === here)?.[1] ?? 0;
    if (scopes !== 0 && (scopes & bit) === 0 && !(isExtension && bit !== 0))
      this.#fault(
        this.#resource.typeAt,
        `a ${this.#name} cannot be deployed to a ${here}, which is the targetScope here`,
      );
  }
}

const HOW_TO_ADD =
  'To add a type, run `node infra/check/reduce-azure-types.ts <checkout of Azure/bicep-types-az>`, which says when there is none';
