import { expect } from '@open-wc/testing';
import type { LitElement } from 'lit';
import '../../components/define/all.js';

/* Every boolean attribute of the manifest, so that a new one is tested too. */

interface ManifestMember {
  readonly attribute?: string;
  readonly name: string;
  readonly reflects?: boolean;
  readonly type?: { readonly text: string };
}
interface ManifestElement {
  readonly tagName?: string;
  readonly members?: readonly ManifestMember[];
}
interface Manifest {
  readonly modules: readonly { readonly declarations?: readonly ManifestElement[] }[];
}

const response = await fetch('/dist/custom-elements.json');
const { modules }: Manifest = await response.json();
const booleans = modules
  .flatMap(({ declarations = [] }) => declarations)
  .flatMap(({ tagName, members = [] }) =>
    members
      .filter(({ attribute, type }) => tagName && attribute && /\bboolean\b/.test(type?.text ?? ''))
      .map((member) => ({ tag: tagName!, attribute: member.attribute!, ...member })),
  );

type Flagged = LitElement & Record<string, unknown>;

function parsed(tag: string, attribute: string): Flagged {
  const box = document.createElement('div');
  box.innerHTML = `<${tag} ${attribute}></${tag}>`;
  document.body.append(box);
  return box.firstElementChild as Flagged;
}

describe('boolean attributes', () => {
  afterEach(() => document.body.replaceChildren());

  it('are in the manifest, each element with those that its class declares', () => {
    const declared = [
      ...new Set(modules.flatMap(({ declarations = [] }) => declarations.map(({ tagName }) => tagName))),
    ]
      .filter((tag) => tag !== undefined)
      .flatMap((tag) => {
        const { elementProperties } = customElements.get(tag) as typeof LitElement;
        return [...elementProperties]
          .filter(([, { type, attribute }]) => type === Boolean && attribute !== false)
          .map(([name]) => `${tag} ${String(name)}`);
      });
    expect(declared).to.have.members(booleans.map(({ tag, name }) => `${tag} ${name}`));
    expect(booleans.length).to.be.greaterThan(10);
  });

  for (const { tag, attribute, name, reflects = false } of booleans)
    describe(`<${tag} ${attribute}>`, () => {
      it('is true for presence and for any text but false, in markup and when it is set', () => {
        for (const markup of [attribute, `${attribute}=""`, `${attribute}="true"`, `${attribute}="${attribute}"`])
          expect(parsed(tag, markup)[name], markup).to.equal(true);
        const element = parsed(tag, '');
        element.setAttribute(attribute, 'true');
        expect(element[name]).to.equal(true);
      });

      it('is false where a framework writes false as text', () => {
        for (const text of ['false', 'FALSE'])
          expect(parsed(tag, `${attribute}="${text}"`)[name], text).to.equal(false);
        const element = parsed(tag, attribute);
        element.setAttribute(attribute, 'false');
        expect(element[name]).to.equal(false);
        element.setAttribute(attribute, '');
        expect(element[name]).to.equal(true);
        element.removeAttribute(attribute);
        expect(element[name]).to.equal(false);
      });

      it('has a property in camel case that frameworks find and set', async () => {
        const element = parsed(tag, '');
        expect(name in element).to.equal(true);
        element[name] = true;
        expect(element[name]).to.equal(true);
        await element.updateComplete;
        expect(element.getAttribute(attribute)).to.equal(reflects ? '' : null);
        element[name] = false;
        await element.updateComplete;
        expect(element.hasAttribute(attribute)).to.equal(false);
      });

      if (reflects)
        it('is absent while it is false: its presence is the state, for CSS', async () => {
          const element = parsed(tag, `${attribute}="false"`);
          await element.updateComplete;
          expect(element.matches(`[${attribute}]`)).to.equal(false);
          element[name] = true;
          await element.updateComplete;
          element.setAttribute(attribute, 'false');
          await element.updateComplete;
          expect([element[name], element.hasAttribute(attribute)]).to.deep.equal([false, false]);
        });
    });
});
