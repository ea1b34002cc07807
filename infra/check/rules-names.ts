import { bodyOf, childrenOf, type Declaration, type Expression, type Place, type TypeExpression } from './bicep-ast.ts';
import { suggestion } from './faults.ts';
import { decorators, functions, onlyInDefaults, onlyInParameterFiles } from './functions.ts';
import { expressionsOf, type Model, type Project } from './project.ts';
import { resourcesOf } from './resource-names.ts';

/** Names that are used are declared, those that are declared are used, and each stands for one thing. */
export function checkNames(project: Project): void {
  for (const model of project.models.values()) if (model.parsed) new NameCheck(project, model).check();
}

class NameCheck {
  readonly #project: Project;
  readonly #model: Model;
  readonly #used = new Set<string>();
  readonly #imported: Set<string>;

  constructor(project: Project, model: Model) {
    this.#project = project;
    this.#model = model;
    this.#imported = new Set(model.file.imported.map(({ name }) => name));
  }

  check(): void {
    this.#duplicates();
    for (const { owner, expression } of expressionsOf(this.#model)) this.#visit(expression, new Set(), owner);
    for (const declared of this.#model.file.declarations) this.#typesAndDecorators(declared);
    this.#unused();
    this.#cycles();
  }

  #fault(at: Place, message: string): void {
    this.#project.fault(this.#model.file.path, at, message);
  }

  #duplicates(): void {
    const seen = new Map<string, Place>();
    for (const one of this.#model.file.declarations) {
      // An output may bear the name of something else.
      const key = one.kind === 'output' ? `output ${one.name}` : one.name;
      const before = seen.get(key);
      if (before !== undefined)
        this.#fault(one.at, `"${one.name}" is declared twice; it is on line ${before.line} already`);
      else seen.set(key, one.at);
    }
  }

  #typesAndDecorators(declared: Declaration): void {
    for (const { name, at } of declared.decorators)
      if (!decorators.includes(name)) this.#fault(at, `there is no decorator @${name}${suggestion(name, decorators)}`);
    if (declared.kind === 'param' || declared.kind === 'output' || declared.kind === 'type') this.#type(declared.type);
    if (declared.kind === 'func')
      for (const one of [declared.returns, ...declared.parameters.map(({ type }) => type)]) this.#type(one);
  }

  #type(type: TypeExpression): void {
    if (type.kind === 'array' || type.kind === 'nullable') {
      this.#type(type.of);
      return;
    }
    if (type.kind === 'union') for (const one of type.of) this.#type(one);
    if (type.kind === 'object') for (const one of type.properties) this.#type(one.type);
    if (type.kind !== 'reference') return;
    this.#used.add(type.name);
    if (this.#model.symbols.get(type.name)?.kind === 'type' || this.#imported.has(type.name)) return;
    const known = ['string', 'int', 'bool', 'object', 'array'];
    const own = [...this.#model.symbols.values()].filter(({ kind }) => kind === 'type').map(({ name }) => name);
    this.#fault(type.at, `there is no type "${type.name}"${suggestion(type.name, [...known, ...own])}`);
  }

  #visit(expression: Expression, locals: ReadonlySet<string>, owner: Declaration): void {
    if (expression.kind === 'name') {
      this.#name(expression.name, expression.at, locals, owner);
      return;
    }
    if (expression.kind === 'call') this.#call(expression, owner);
    // The parent is where the name of a resource within it is looked up.
    const inner = new Set(locals);
    if (expression.kind === 'lambda') for (const one of expression.parameters) inner.add(one);
    if (expression.kind === 'object') for (const { name } of expression.resources) inner.add(name);
    if (expression.kind === 'for') {
      this.#visit(expression.over, locals, owner);
      for (const one of [expression.item, expression.index]) if (one !== undefined) inner.add(one);
      this.#visit(expression.body, inner, owner);
      return;
    }
    if (owner.kind === 'func') for (const { name } of owner.parameters) inner.add(name);
    for (const one of childrenOf(expression)) this.#visit(one, inner, owner);
  }

  #name(name: string, at: Place, locals: ReadonlySet<string>, owner: Declaration): void {
    this.#used.add(name);
    if (locals.has(name) || (owner.kind === 'func' && owner.parameters.some((one) => one.name === name))) return;
    const declared = this.#model.symbols.get(name);
    if ((declared !== undefined && declared.kind !== 'type') || this.#imported.has(name)) return;
    if (['sys', 'az'].includes(name)) return;
    const known = [...this.#model.symbols.values()].filter(({ kind }) => kind !== 'type').map((one) => one.name);
    this.#fault(at, `"${name}" is not declared${suggestion(name, [...known, ...locals])}`);
  }

  #call({ name, on, args, at }: Extract<Expression, { kind: 'call' }>, owner: Declaration): void {
    if (on !== undefined) {
      if (!/^(list\w+|getSecret)$/.test(name) && !(on.kind === 'name' && this.#imported.has(on.name)))
        this.#fault(at, `there is no method "${name}"; a resource has list… and a vault getSecret`);
      return;
    }
    this.#used.add(name);
    const own = this.#model.symbols.get(name);
    const inDefault = owner.kind === 'param';
    if (onlyInDefaults.includes(name) && !inDefault)
      this.#fault(at, `${name}() may stand in the default of a param only`);
    if (onlyInParameterFiles.includes(name) && !this.#model.file.path.endsWith('.bicepparam'))
      this.#fault(at, `${name}() may stand in a .bicepparam file only`);
    if (own?.kind === 'func') {
      this.#count(name, at, args.length, own.parameters.length, own.parameters.length);
      return;
    }
    // Decorators are calls too; whether they exist is asked elsewhere.
    if (this.#imported.has(name) || decorators.includes(name)) return;
    const known = Object.hasOwn(functions, name) ? functions[name] : undefined;
    if (known === undefined)
      this.#fault(at, `there is no function "${name}"${suggestion(name, Object.keys(functions))}`);
    else this.#count(name, at, args.length, known[0], known[1]);
  }

  #count(name: string, at: Place, given: number, least: number, most: number): void {
    if (given >= least && given <= most) return;
    const wanted = least === most ? `${least}` : given < least ? `${least} or more` : `${most} at the most`;
    this.#fault(at, `${name}() takes ${wanted} argument${wanted === '1' ? '' : 's'}; ${given} are given`);
  }

  #unused(): void {
    const exported = (one: Declaration) => one.decorators.some(({ name }) => name === 'export');
    for (const one of this.#model.file.declarations) {
      if (this.#used.has(one.name) || exported(one) || this.#isExcused(one.at)) continue;
      if (one.kind === 'param' || one.kind === 'var' || one.kind === 'type' || one.kind === 'func')
        this.#fault(one.at, `${one.kind} "${one.name}" is not used`);
    }
    const existing = resourcesOf(this.#model).filter(
      (one) => one.existing && !this.#used.has(one.name) && !this.#isExcused(one.at),
    );
    for (const { at, name, body } of existing)
      if ((bodyOf(body)?.resources ?? []).length === 0) this.#fault(at, `the existing resource "${name}" is not used`);
  }

  /** As the linter of Bicep has it: `#disable-next-line no-unused-params` on the line above. */
  #isExcused({ line }: Place): boolean {
    const above = this.#model.file.text.split('\n')[line - 2] ?? '';
    return /^\s*#disable-next-line\b.*\bno-unused-(params|vars|existing-resources)\b/.test(above);
  }

  /** A thing that is made of itself. */
  #cycles(): void {
    const uses = new Map<string, Set<string>>();
    for (const { owner, expression } of expressionsOf(this.#model)) {
      if (owner.kind === 'output') continue;
      const names = uses.get(owner.name) ?? new Set<string>();
      collectNames(expression, names);
      uses.set(owner.name, names);
    }
    for (const declared of this.#model.file.declarations) {
      if (declared.kind === 'output') continue;
      if (reaches(declared.name, declared.name, uses, new Set()))
        this.#fault(declared.at, `"${declared.name}" is made of itself`);
    }
  }
}

/** Names of the file, without those that a loop or a lambda brings. */
function collectNames(expression: Expression, into: Set<string>, locals: ReadonlySet<string> = new Set()): void {
  const inner = new Set(locals);
  if (expression.kind === 'name' && !locals.has(expression.name)) into.add(expression.name);
  if (expression.kind === 'lambda') for (const one of expression.parameters) inner.add(one);
  if (expression.kind === 'for') for (const one of [expression.item, expression.index]) if (one) inner.add(one);
  if (expression.kind === 'for') collectNames(expression.over, into, locals);
  if (expression.kind === 'for') {
    collectNames(expression.body, into, inner);
    return;
  }
  if (expression.kind === 'object') {
    for (const { value } of expression.properties) collectNames(value, into, inner);
    // What stands within a resource may name it.
    return;
  }
  for (const one of childrenOf(expression)) collectNames(one, into, inner);
}

function reaches(from: string, to: string, uses: ReadonlyMap<string, Set<string>>, seen: Set<string>): boolean {
  for (const one of uses.get(from) ?? []) {
    if (one === to) return true;
    if (seen.has(one)) continue;
    seen.add(one);
    if (reaches(one, to, uses, seen)) return true;
  }
  return false;
}
