import { expect } from '@esm-bundle/chai';
import { expandTemplate, templateVariables } from '../../src/content/index.js';

describe('the variables of a URI template', () => {
  const names = (template: string): string[] => templateVariables(template).map(({ name }) => name);

  for (const [template, expected] of [
    ['file:///{path}', ['path']],
    ['x://{a}/{b}{?c,d}', ['a', 'b', 'c', 'd']],
    ['x://{+path}{#frag}', ['path', 'frag']],
    ['x://{a}/{a}', ['a']],
    ['x://{a:3}{/b*}', ['a', 'b']],
    ['x://{constructor}/{__proto__}', ['constructor', '__proto__']],
    ['x://plain', []],
    ['x://{}', []],
    ['x://{unclosed', []],
    [`x://${'{a}'.repeat(2000)}`, []],
  ] as const)
    it(template.slice(0, 40), () => expect(names(template)).to.deep.equal(expected));

  it('tells lists and what may be left out', () => {
    expect(templateVariables('x://{a}{/b*}{?c,d*}')).to.deep.equal([
      { name: 'a', list: false, optional: false },
      { name: 'b', list: true, optional: false },
      { name: 'c', list: false, optional: true },
      { name: 'd', list: true, optional: true },
    ]);
  });
  it('takes no more than fifty', () => {
    expect(names(`x://{${Array.from({ length: 80 }, (_, index) => `v${index}`).join(',')}}`)).to.have.length(50);
  });
});

describe('a URI from a template', () => {
  for (const [template, values, uri] of [
    ['file:///{path}', { path: 'a b/c' }, 'file:///a%20b%2Fc'],
    ['file:///{+path}', { path: 'a b/c' }, 'file:///a%20b/c'],
    ['x://s{?q,page}', { q: 'é&=', page: '' }, 'x://s?q=%C3%A9%26%3D'],
    ['x://s{?q}', {}, 'x://s'],
    ['x://s{?tag*}', { tag: ['a', 'b'] }, 'x://s?tag=a&tag=b'],
    ['x://{a:2}', { a: 'abcd' }, 'x://ab'],
    ['x://{constructor}', {}, 'x://'],
    ['x://{constructor}', { constructor: 'me' }, 'x://me'],
  ] as const)
    it(`${template} with ${JSON.stringify(values)}`, () => expect(expandTemplate(template, values)).to.equal(uri));

  it('is none where no URI can be made', () => {
    expect(expandTemplate('x://{a}', { a: '\uD800' })).to.equal(undefined);
  });
});
