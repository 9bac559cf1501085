import { nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import type { NumberNode, StringNode } from '../../src/schema/index.js';
import { html } from '../words/html.js';
import { describedBy, type FieldView } from './field-view.js';
import { linesBox, pasteLines, placeholderOf, Reveal, revealButton, textOf, typeInto, type Box } from './text-box.js';

/** A password or key: dots instead of letters. One of several lines, such as a private key, keeps its lines. */
export function secretBox(view: FieldView, node: StringNode | NumberNode): Box {
  const reveal = view.keep(Reveal);
  const aside = revealButton(reveal);
  if (textOf(view).includes('\n')) return { control: linesBox(view, node, !reveal.isOn), aside };
  const control = html`<input
    id="control"
    part="control"
    type=${reveal.isOn ? 'text' : 'password'}
    placeholder=${placeholderOf(view, node) ?? nothing}
    autocomplete="off"
    autocapitalize="off"
    spellcheck="false"
    inputmode=${node.kind === 'number' ? 'decimal' : nothing}
    dir="ltr"
    aria-describedby=${describedBy(view) ?? nothing}
    aria-invalid=${view.message === undefined ? nothing : 'true'}
    aria-required=${view.field.required ? 'true' : nothing}
    .value=${live(textOf(view))}
    @input=${(event: Event) => typeInto(view, (event.target as HTMLInputElement).value)}
    @paste=${(event: ClipboardEvent) => pasteLines(view, event)}
  />`;
  return { control, aside };
}
