import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { leftToRightOf } from './left-to-right-plugin.ts';

const fluent = join(dirname(createRequire(import.meta.url).resolve('@fluentui/tokens/package.json')), '..');
const classesIn = (code: string) => new Set([...code.matchAll(/"(f[0-9a-z]{5,7})"/g)].map(([, name]) => name));
const mirrorImages = (code: string) =>
  new Set([...code.matchAll(/\["?(f\w+)"?, "(f\w+)"\]/g)].map(([, , second]) => second));

it('a rule is left out where only text from right to left uses it, and stays where the other way does too', () => {
  const code = `const useStyles = __styles({ root: { a: ["fleft", "fright"], b: "fboth" }, flip: { c: ["fboth", "fother"], p: -1 } }, {
    d: [".fleft{left:0;}", ".fright{right:0;}", [".fboth{top:0;}", { p: -1 }]],
    m: [["@media print{.fleft{left:1px;}.fright{right:1px;}}", { m: "print" }], ["@media print{.fother{top:1px;}}", { m: "print" }]]
  });`;
  expect(leftToRightOf(code)).toBe(
    'const useStyles = __styles({"root":{"a":"fleft","b":"fboth"},"flip":{"c":"fboth","p":-1}}, ' +
      '{"d":[".fleft{left:0;}",[".fboth{top:0;}",{"p":-1}]],"m":[["@media print{.fleft{left:1px;}}",{"m":"print"}]]});',
  );
});

it('the class of a whole block of styles loses its twin', () => {
  const code = '__resetStyles("rleft", "rright", [".rleft{margin-left:1px;}", ".rright{margin-right:1px;}"])';
  expect(leftToRightOf(code)).toBe('__resetStyles("rleft", null, [".rleft{margin-left:1px;}"])');
});

it('styles that are known only when they run stay as they are', () => {
  const code = '__styles({ root: { a: ["fleft", "fright"] } }, { d: [".fleft{width:" + width + ";}"] })';
  expect(leftToRightOf(code)).toBe(code);
});

it("each rule of Fluent's that text from left to right uses is in a build, word for word", () => {
  const files = globSync('react-{button,menu,card,input,table,message-bar,dialog,tabs}/lib/components/*/*.styles.js', {
    cwd: fluent,
  });
  expect(files.length).toBeGreaterThan(30);
  for (const file of files) {
    const code = readFileSync(join(fluent, file), 'utf8');
    const built = leftToRightOf(code);
    const mirrored = mirrorImages(code);
    for (const name of classesIn(code)) {
      if (name === undefined || (mirrored.has(name) && !classesIn(built).has(name))) continue;
      const rulesOf = (text: string) =>
        [...text.matchAll(/\.(f\w+)([^{}"]*\{[^{}]*\})/g)].filter(([, of]) => of === name).map(([, , rule]) => rule);
      expect(rulesOf(built), `${file}: ${name}`).toEqual(rulesOf(code));
    }
  }
});
