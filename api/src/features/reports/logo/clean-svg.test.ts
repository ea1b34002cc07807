import { describe, expect, it, test } from 'vitest';
import { cleanSvg } from './clean-svg.ts';
import { RefusedLogo } from './refused-logo.ts';

const inSvg = (inner: string, attributes = 'viewBox="0 0 10 5"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inner}</svg>`;
const shape = '<path d="M0 0L9 4"/>';
const clean = (text: string) => cleanSvg(Buffer.from(text));
const written = (text: string) => clean(text).bytes.toString();

/** Groups that each draw the one before ten times: a few hundred bytes that stand for ten to the power of nine. */
const laughs = Array.from(
  { length: 9 },
  (_, level) => `<g id="l${level + 1}">${`<use href="#l${level}"/>`.repeat(10)}</g>`,
).join('');

describe('an SVG as logo', () => {
  it('is taken with its size, from width and height in any unit or from its view box', () => {
    expect(clean(inSvg(shape))).toMatchObject({ width: 10, height: 5 });
    expect(clean(inSvg(shape, 'width="1in" height="24"'))).toMatchObject({ width: 96, height: 24 });
    expect(clean(inSvg(shape, 'width="100%" height="100%" viewBox="0,0,30,20"'))).toMatchObject({
      width: 30,
      height: 20,
    });
    expect(written(inSvg(shape, 'width="30" height="20"'))).toContain('viewBox="0 0 30 20"');
  });

  it('keeps shapes, groups, gradients, clips, and styles as attributes', () => {
    const gradient = '<defs><linearGradient id="a"><stop offset="0" stop-color="#f00"/></linearGradient></defs>';
    const style = '<style>/* a */ .b, #c { fill: url("#a"); font-family: Evil } rect{stroke:#00f}</style>';
    const circle = '<circle id="c" r="1"/>';
    const rect = '<g transform="scale(2)"><rect class="b" width="3" height="2" style="opacity:.5"/></g>';
    const text = written(inSvg(`${gradient}${style}${rect}${circle}`));
    expect(text).toContain('<rect width="3" height="2" stroke="#00f" fill="url(#a)" opacity=".5"/>');
    expect(text).toContain('<g transform="scale(2)">');
    expect(text).toContain('<circle id="c" r="1" fill="url(#a)"/>');
    expect(text).not.toMatch(/style|class|Evil|font-family/);
  });

  it('draws again what it refers to, so that it refers to nothing', () => {
    const rect = '<defs><rect id="r" width="1" height="1" fill="red"/></defs>';
    expect(written(inSvg(`${rect}<use xlink:href="#r" x="3" transform="scale(2)"/>`))).toContain(
      '<g transform="scale(2) translate(3 0)"><rect width="1" height="1" fill="red"/></g>',
    );
    const stops = '<linearGradient id="a" x1="1"><stop offset="0"/></linearGradient>';
    const text = written(inSvg(`${stops}<linearGradient id="b" xlink:href="#a" y1="2"/><rect fill="url(#b)"/>`));
    expect(text).toContain('<linearGradient id="b" y1="2" x1="1"><stop offset="0"/></linearGradient>');
    expect(text).not.toContain('href');
  });

  it('is the same when it is cleaned again', () => {
    const once = written(
      inSvg(`<g fill="red">${shape}</g><use href="#a"/><g id="a">${shape}</g>`, 'width="2cm" height="1cm"'),
    );
    expect(written(once)).toBe(once);
  });

  it('leaves out what does not print: comments, editors’ own elements and attributes, metadata, links, filters', () => {
    const text = written(
      inSvg(
        `<!-- secret --><metadata>secret</metadata><title>secret</title><desc>secret</desc><a href="https://evil.example">${shape}</a>` +
          `<x:thing xmlns:x="urn:x"><path d="secret"/></x:thing><filter id="f"><feFlood/></filter>` +
          `<path d="M1 1" data-secret="1" x:secret="1" xmlns:x="urn:x" aria-label="secret" class="secret"/>`,
      ),
    );
    expect(text).not.toMatch(/secret|evil|filter|aria/);
    expect(text).toContain('<path d="M1 1"/>');
  });

  test.each<[string, string, string]>([
    ['a script', '<script>alert(1)</script>', 'script'],
    ['a script in capitals', '<SCRIPT>alert(1)</SCRIPT>', 'script'],
    ['a script of HTML', '<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>', 'script'],
    ['an event', '<path d="M0 0" onclick="alert(1)"/>', 'onclick'],
    ['an event in capitals', '<g OnLoad="alert(1)"/>', 'OnLoad'],
    ['a part of a page', '<foreignObject><p>x</p></foreignObject>', 'foreignObject'],
    ['a frame', '<iframe src="//evil.example"/>', 'web page'],
    ['a picture', '<image href="https://evil.example/a.png"/>', 'picture'],
    ['an embedded picture', '<image href="data:image/png;base64,AAAA"/>', 'picture'],
    ['an animation', '<path d="M0 0"><animate attributeName="d"/></path>', 'animation'],
    ['an animated address', '<use href="#a"><set attributeName="href" to="javascript:alert(1)"/></use>', 'animation'],
    ['a use of another file', '<use href="https://evil.example/a.svg#x"/>', 'outside'],
    ['a use of another file, by xlink', '<use xlink:href="other.svg#x"/>', 'outside'],
    ['a use of data', '<use href="data:image/svg+xml;base64,AAAA#x"/>', 'outside'],
    ['an address that runs', '<linearGradient href="javascript:alert(1)"/>', 'outside'],
    ['a fill from elsewhere', '<rect fill="url(https://evil.example/a#b)"/>', 'outside'],
    ['a clip from elsewhere', '<rect clip-path="url( //evil.example )"/>', 'outside'],
    ['a style from elsewhere', '<rect style="fill: url(https://evil.example/#a)"/>', 'outside'],
    ['an import', '<style>@import "https://evil.example/a.css";</style>', 'style'],
    ['a font', '<style>@font-face { src: url(https://evil.example) }</style>', 'style'],
    ['an escape in a style', '<rect style="fill: u\\72l(https://evil.example)"/>', 'style'],
    ['references that stand for a billion', `<g id="l0">${shape}</g>${laughs}`, 'by reference'],
    [
      'a long path that is drawn often',
      `<path id="p" d="${'M0 0'.repeat(5_000)}"/>${'<use href="#p"/>'.repeat(50)}`,
      'by reference',
    ],
    ['a part that is not there', '<use href="#none"/>', 'does not hold'],
    ['text', '<text x="1">Northwind</text>', 'Convert it to paths'],
    ['a reference to itself', `<g id="a"><use href="#a"/></g>`, 'refers to itself'],
    ['a clip of itself', `<clipPath id="a"><rect clip-path="url(#a)"/></clipPath>`, 'refers to itself'],
    ['a number that no report can be printed with', '<path d="M0 0h1e308v1e308z"/>', 'too large'],
    ['a number that is too large without a space before it', '<path d="M0-1e9.5 1"/>', 'too large'],
    ['a transformation beyond every page', '<g transform="scale(1e300)"><path d="M0 0"/></g>', 'too large'],
    ['too many elements', '<g/>'.repeat(2001), 'more than 2000 elements'],
    ['too deep', '<g>'.repeat(60) + '</g>'.repeat(60), 'nested too deeply'],
    ['no end', '<g>', 'well-formed'],
    ['an entity that nobody declared', '<g>&xxe;</g>', 'well-formed'],
  ])('is refused in words: %s', (_, inner, words) => {
    expect(() => clean(inSvg(shape + inner))).toThrow(RefusedLogo);
    expect(() => clean(inSvg(shape + inner))).toThrow(words);
  });

  const document = inSvg(shape);
  test.each<[string, string | Buffer, string]>([
    ['a DTD', `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">${document}`, 'DOCTYPE'],
    ['entities that grow', `<!DOCTYPE svg [<!ENTITY a "x"><!ENTITY b "&a;&a;">]>${inSvg('<g>&b;</g>')}`, 'DOCTYPE'],
    ['an entity of a file', `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${document}`, 'DOCTYPE'],
    ['a style sheet by instruction', `<?xml-stylesheet href="https://evil.example"?>${document}`, 'instruction'],
    ['a page', '<html><body/></html>', 'not an SVG'],
    ['an SVG of no namespace', '<svg viewBox="0 0 1 1"><path d="M0 0"/></svg>', 'not an SVG'],
    ['two roots', document + document, 'well-formed'],
    ['text', 'hello', 'well-formed'],
    ['nothing', '', 'not an SVG'],
    ['UTF-16', Buffer.from(`\ufeff${document}`, 'utf16le'), 'UTF-8'],
    ['no size', inSvg(shape, ''), 'no size'],
    ['a size of nothing', inSvg(shape, 'width="0" height="0"'), 'no size'],
    ['a size beyond every page', inSvg(shape, 'viewBox="0 0 1e9 1e9"'), 'too large'],
    ['a thread', inSvg(shape, 'viewBox="0 0 1000 1"'), 'Crop'],
    ['nothing that is drawn', inSvg('<g/>'), 'draws nothing'],
  ])('is refused in words as a whole: %s', (_, text, words) => {
    expect(() => cleanSvg(Buffer.from(text))).toThrow(RefusedLogo);
    expect(() => cleanSvg(Buffer.from(text))).toThrow(words);
  });

  it('has no dashes, which can be so short that a reader draws for minutes', () => {
    const text = written(
      inSvg('<path d="M0 0h9" stroke="red" stroke-dasharray="0.00001" style="stroke-dashoffset:1"/>'),
    );
    expect(text).toContain('<path d="M0 0h9" stroke="red"/>');
  });

  it('keeps numbers of any form that are of a logo’s size', () => {
    for (const path of ['M.5.5-1e-7,3', 'M0 0l1e3-.5', 'M999999 1']) {
      expect(written(inSvg(`<path d="${path}" fill="#123456789e"/>`))).toContain(path);
    }
  });

  it('has each attribute once', () => {
    expect(written(inSvg('<path d="M1 1" d="M2 2"/>'))).toMatch(/><path d="M\d \d"\/></);
  });

  it('is read in moments, whatever it is made of', () => {
    const long = (part: string) => part.repeat(Math.floor(250_000 / part.length));
    const began = performance.now();
    expect(() => clean(inSvg(`${shape}<style>${long('a,')}{}</style>`))).toThrow('too many styles');
    for (const inner of [`<style>${long('/*')}</style>`, `<path style="${long('!important ')}"/>`]) {
      expect(written(inSvg(shape + inner))).toContain('path');
    }
    for (const attributes of [`width="${long('1')}x" height="1"`, `viewBox="${long(' 1')}"`]) {
      expect(() => clean(inSvg(shape, attributes))).toThrow(/no size|too large/);
    }
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});
